"""Logs as lines of JSON, for programs that read them. Addresses are told without what follows ``?``."""

from __future__ import annotations

import logging
import sys
import time
from typing import Final

import msgspec

LOGGERS: Final = ("grognard", "uvicorn.error")
REQUEST: Final = "request"
"""The name under which a record carries what is known of a request."""

requests = logging.getLogger("grognard.requests")


class JsonLines(logging.Formatter):
    """One record, one line: time, level, logger, message, and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{moment}.{int(record.msecs):03d}Z", "level": record.levelname.lower(),
            "logger": record.name, "message": record.getMessage(),
            **getattr(record, REQUEST, {}),
        }  # fmt: skip
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def note_request(method: str, path: str, status: int, began: float, address: str) -> None:
    """Note a request that was answered; never its query, its cookies or its body."""
    took = round((time.perf_counter() - began) * 1000, 1)
    told = {"method": method, "path": path, "status": status, "ms": took, "address": address}
    requests.info("request", extra={REQUEST: told})


def log_as_json() -> None:
    """Everything from information on goes to standard error, a line of JSON each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.INFO)
        logger.propagate = False
