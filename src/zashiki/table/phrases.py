"""The preset phrases: what can be said with one click, in any language, also where free chat is off."""

from typing import Final

PHRASES: Final = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "your-turn": "Your turn.",
    "one-moment": "One moment, please.",
    "well-played": "Well played!",
    "oh-no": "Oh no!",
    "lucky": "That was lucky.",
    "thinking": "I have to think.",
    "sorry": "Sorry!",
    "thanks": "Thank you!",
    "back-soon": "I will be right back.",
    "good-game": "Good game!",
    "again": "Once more?",
    "bye": "Goodbye!",
}
"""By code, in English; clients say them in their own language."""
