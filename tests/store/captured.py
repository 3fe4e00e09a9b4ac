"""What a module logs. structlog's own capturing sees nothing once a command has set the level in this process."""

from typing import Any


class Captured(list[dict[str, Any]]):
    """Stands for a module's `log`."""

    def info(self, event: str, **facts: Any) -> None:
        self.append({"event": event, "log_level": "info", **facts})

    def warning(self, event: str, **facts: Any) -> None:
        self.append({"event": event, "log_level": "warning", **facts})

    def error(self, event: str, **facts: Any) -> None:
        self.append({"event": event, "log_level": "error", **facts})
