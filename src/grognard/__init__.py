"""Grognard: a rules engine and a table for Napoleonic board battles.

Rulebooks are written as procedures on a small kernel; maps, charts and scenarios are data; a game
is a frozen state, the one question it waits for, and an answer. This package imports nothing by
itself: take what you need from `grognard.kernel`, `grognard.systems` and `grognard.host`.
"""

__version__ = "0.1.0"
