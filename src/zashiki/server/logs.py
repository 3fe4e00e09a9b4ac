"""Logging: one line per event, as text or JSON. Only ids and codes are logged, never secrets."""

import logging
import sys
from typing import Any

import structlog

from zashiki.server.config import Config


class _FaultsOfClients(logging.Filter):
    """Leaves out what uvicorn logs, at length and with a traceback, when a client breaks the rules of the protocol.

    The connection is closed with the reason; anybody could fill the log otherwise.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Invalid UTF-8 sequence received from client")


def set_up(config: Config) -> None:
    """Send all log output, including that of libraries, to standard error in one format."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if config.log == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    # Only warnings from libraries: at lower levels they would log every value that is stored, secrets included.
    root.setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[config.log_level.upper()]))
    logging.getLogger("zashiki").setLevel(config.log_level.upper())
    # It logs every worker that ends, and repeats itself while Redis is down; we log what matters of that.
    logging.getLogger("saq").setLevel(logging.CRITICAL)
    logging.getLogger("uvicorn.error").addFilter(_FaultsOfClients())
