"""The games for research: OpenSpiel, PettingZoo, and many games at once for programs that learn."""
