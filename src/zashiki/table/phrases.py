"""The preset chat phrases: sent with one click, in any language, even where free chat is off."""

from typing import Final

PHRASES: Final = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "your-turn": "Your turn.",
    "one-moment": "One moment, please.",
    "well-played": "Well played!",
    "oh-no": "Oh no!",
    "lucky": "That was lucky.",
    "thinking": "Let me think.",
    "sorry": "Sorry!",
    "thanks": "Thank you!",
    "back-soon": "I'll be right back.",
    "good-game": "Good game!",
    "again": "Play again?",
    "bye": "Goodbye!",
}
"""In English, by code; clients translate them."""
