"""Write the JSON Schemas of scenario packs and campaigns from the declarations of their fields.

python scripts/make_schema.py src/grognard/library
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from grognard.campaign import shape as campaign
from grognard.systems.an_xxx.kit import KIT as AN_XXX
from grognard.systems.bataille.packs.packfields import json_schema
from grognard.systems.empire.packs import fields as empire
from grognard.systems.nlc.packs import fields as nlc
from grognard.systems.premier import packs as premier

SCHEMAS = {
    "scenario.schema.json": premier.json_schema,
    "scenario-an-xxx.schema.json": lambda: json_schema(AN_XXX),
    "scenario-nlc.schema.json": nlc.json_schema,
    "scenario-empire.schema.json": empire.json_schema,
    "campaign.schema.json": campaign.schema,
}

if __name__ == "__main__":
    for file, schema in SCHEMAS.items():
        text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
        (Path(sys.argv[1]) / file).write_text(text, encoding="utf-8")
