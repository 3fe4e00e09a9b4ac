"""The log: one line an event, for people or as JSON. Secrets never get here: only ids and codes are logged."""

import logging
import sys
from typing import Any

import structlog

from zashiki.server.config import Config


def set_up(config: Config) -> None:
    """Send everything that is logged, also by libraries, to standard error in one form."""
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
    # Of libraries only what is wrong: in detail they would tell every value that is written down, secrets too.
    root.setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[config.log_level.upper()]))
    logging.getLogger("zashiki").setLevel(config.log_level.upper())
    # It tells of every worker that ends, and all day long of a Redis that is away; what matters of that is told by us.
    logging.getLogger("saq").setLevel(logging.CRITICAL)
