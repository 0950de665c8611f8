import json
from pathlib import Path

import pytest

from checkers_cli.faults.catalogue import CATALOGUE, faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs
from checkers_cli.faults.model import Model, learned_text, model_of, read_model
from checkers_cli.util.errors import UnusableInput

TIES, WORDS = faults_by_id(["ties-right", "error-5-wording"])


def test_the_empty_model_is_the_right_program() -> None:
    assert Model().knobs == REFERENCE
    assert Model(limits=True).knobs == reference_knobs(limits=True)


def test_knobs_of_a_model() -> None:
    assert Model(False, (TIES, WORDS)).knobs == knobs_with([TIES, WORDS])
    assert Model(False, (TIES, WORDS)).without(TIES).knobs == knobs_with([WORDS])


@pytest.mark.parametrize("limits", [False, True])
def test_data_and_back(limits: bool) -> None:
    words = model_of(
        {"version": 1, "faults": [{"id": "error-5-wording", "words": "ERROR: no\udc92t yours"}]}
    ).faults
    model = Model(limits, (TIES, *words))
    again = model_of(json.loads(json.dumps(model.data())))
    assert again == model
    assert learned_text(again.faults[1]) == "ERROR: no\udc92t yours"
    assert learned_text(TIES) == ""


def test_every_learned_fault_takes_its_typical_words() -> None:
    for fault in CATALOGUE.values():
        if fault.learned:
            data = {"version": 1, "faults": [{"id": fault.id, "words": learned_text(fault)}]}
            assert model_of(data).faults == (fault,)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([], "not a model"),
        ({}, "not a model"),
        ({"version": 2}, "not a model"),
        ({"version": 1, "reading": "both"}, "the reading must be"),
        ({"version": 1, "faults": {}}, '"faults" must be a list'),
        ({"version": 1, "faults": ["ties-right"]}, '"faults" must be a list'),
        ({"version": 1, "faults": [{"id": "tie-right"}]}, "did you mean ties-right?"),
        ({"version": 1, "faults": [{}]}, "there is no fault"),
        ({"version": 1, "faults": [{"id": "depth-1"}, {"id": "depth-2"}]}, "no program can have"),
        ({"version": 1, "faults": [{"id": "ties-right", "words": "x"}]}, "has no words of its own"),
        ({"version": 1, "faults": [{"id": "cost-wording", "words": 3}]}, "must be a text"),
        ({"version": 1, "faults": [{"id": "cost-wording", "words": "{0.x}"}]}, "placeholders {}"),
        ({"version": 1, "faults": [{"id": "cost-wording", "words": "{"}]}, "placeholders {}"),
        (
            {"version": 1, "reading": "limits", "faults": [{"id": "limit-printed"}]},
            "decides what the reading limits decides",
        ),
    ],
)
def test_unusable_data(data: object, problem: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        model_of(data)
    assert problem in str(caught.value)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    file.write_text(json.dumps(Model(False, (TIES,)).data()))
    assert read_model(str(file)) == Model(False, (TIES,))
    for content, problem in (("{", "it is no JSON"), (" " * (1 << 20) + "{}", "too long")):
        file.write_text(content)
        with pytest.raises(UnusableInput, match=problem):
            read_model(str(file))
    file.write_text("[]")
    with pytest.raises(UnusableInput, match=r"model\.json: not a model"):
        read_model(str(file))
    with pytest.raises(UnusableInput, match="nowhere"):
        read_model(str(tmp_path / "nowhere"))
