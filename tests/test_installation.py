import hashlib
import json
from pathlib import Path

import pytest

from checkers_cli import installation as form


def test_the_form_is_told() -> None:
    assert form.describe() == ("compiled engine" if form.is_compiled() else "pure Python engine")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A compiled install, or what of it counts here."""
    package = tmp_path / "checkers_cli"
    package.mkdir()
    (package / "engine.py").write_text("speed = 1\n")
    digest = hashlib.sha256((package / "engine.py").read_bytes()).hexdigest()
    (package / "compiled.json").write_text(json.dumps({"checkers_cli/engine.py": digest}))
    monkeypatch.setattr(form, "is_compiled", lambda: True)
    monkeypatch.setattr(form.edited_since_compiled, "__defaults__", (package,))
    return package


def test_edits_that_a_compiled_engine_would_hide_are_told(installed: Path) -> None:
    assert form.describe() == "compiled engine"
    (installed / "engine.py").write_text("speed = 2\n")
    assert form.edited_since_compiled() == ["checkers_cli/engine.py"]
    assert "OUT OF DATE: checkers_cli/engine.py edited since; install again" in form.describe()


def test_a_pure_engine_hides_nothing(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (installed / "engine.py").write_text("speed = 2\n")
    monkeypatch.setattr(form, "is_compiled", lambda: False)
    assert form.edited_since_compiled() == []
