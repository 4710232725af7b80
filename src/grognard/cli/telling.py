"""Events in words, as the host tells them; kept under this name for the front ends of text."""

from __future__ import annotations

from grognard.host.sentences import FORMATIONS, Teller

__all__ = ["FORMATIONS", "Teller"]
