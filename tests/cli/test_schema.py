import json

import pytest
from typer.testing import CliRunner

from grognard.cli.app import app
from grognard.desks.library import LIBRARY

PUBLISHED = {
    "premier": "scenario.schema.json",
    "an-xxx": "scenario-an-xxx.schema.json",
    "nlc": "scenario-nlc.schema.json",
    "empire": "scenario-empire.schema.json",
}


@pytest.mark.parametrize("system", PUBLISHED)
def test_the_schema_of_a_system_is_printed_as_it_is_published(system: str) -> None:
    said = CliRunner().invoke(app, ["scenario", "schema", system])
    assert json.loads(said.output) == json.loads((LIBRARY / PUBLISHED[system]).read_text("utf-8"))


def test_the_schema_of_a_campaign_is_printed_as_it_is_published() -> None:
    said = CliRunner().invoke(app, ["campaign", "schema"])
    published = json.loads((LIBRARY / "campaign.schema.json").read_text("utf-8"))
    assert json.loads(said.output) == published
    assert {"battles", "joins", "recoveries", "theatre"} <= published["properties"].keys()
