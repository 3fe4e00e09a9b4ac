"""HTTP and websockets: translates requests for `table/` and answers back. Knows no rules."""
