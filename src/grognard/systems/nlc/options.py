"""The table options of Napoleon's Later Campaigns; see ``mechanics.options``."""

from __future__ import annotations

from pathlib import Path

from grognard.mechanics.options import Options

OPTIONS = Options("nlc", Path(__file__).with_name("options.yaml"))
