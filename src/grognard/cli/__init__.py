"""The command line. Each command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import gc
import sys

YOUNG = 50_000
"""So many new things make it worth looking for garbage: what is imported and read at the start stays."""

WRONG = 2
"""The exit code for a mistake of the user's: a wrong word, a file that cannot be used."""

INTERRUPTED = 130


def main() -> None:
    """The command ``grognard``: a mistake of the user's gives one line, never a traceback."""
    gc.set_threshold(YOUNG)
    from grognard.cli.app import app
    from grognard.cli.console import complain
    from grognard.kernel.errors import BrokenRules, GrognardError

    try:
        app()
    except BrokenRules:
        raise
    except GrognardError as problem:
        complain(problem)
        sys.exit(WRONG)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
