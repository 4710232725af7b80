"""Grognard with the meadow plugged in: ``python -m tests.meadow serve``."""

from grognard.cli import main
from grognard.systems import registry

registry.SYSTEMS["meadow"] = "tests.meadow.system"
main()
