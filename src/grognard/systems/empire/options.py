"""The table options of Bataille Empire; see ``mechanics.options``."""

from __future__ import annotations

from pathlib import Path

from grognard.mechanics.options import Options

OPTIONS = Options("empire", Path(__file__).with_name("options.yaml"))
