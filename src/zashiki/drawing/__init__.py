"""What the games' drawings share: styles for terminals, a canvas for images, and generic tables."""
