"""The house's door: HTTP, websockets, who is who. It knows no rules."""
