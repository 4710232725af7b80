"""Write the JSON Schema of scenario packs from the declaration of their fields.

python scripts/make_schema.py src/grognard/library/scenario.schema.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from grognard.systems.premier.packs.packfields import json_schema

if __name__ == "__main__":
    text = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    Path(sys.argv[1]).write_text(text, encoding="utf-8")
