"""Compiles the engine with mypyc while a wheel is built; falls back to pure Python, saying why.

It works on a copy in a temporary folder, and puts the results into the wheel only: a compiled
module beside its source in a checkout would go on running after the source has been edited. (That
is why this is not hatch-mypyc, which builds in place and moves pyproject.toml while it does.)
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SETUP = """\
from setuptools import setup
from mypyc.build import mypycify

setup(name="engine", packages=[], ext_modules=mypycify({modules!r}, debug_level="0"))
"""


class EngineBuildHook(BuildHookInterface[Any]):
    """Adds the compiled engine to a wheel, unless something speaks against it."""

    def dependencies(self) -> list[str]:
        """What compiling needs; nothing where the result will be pure Python anyway."""
        return [] if self._why_pure() else ["mypy>=2.4", "setuptools>=70"]

    def _why_pure(self) -> str:
        if self.target_name != "wheel":
            return "only a wheel holds compiled modules"
        if os.environ.get("CHECKERS_PURE", "0") not in ("", "0"):
            return "CHECKERS_PURE is set"
        if os.name == "posix":
            compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
            if shutil.which(compiler) is None:
                return f"there is no C compiler ({compiler})"
            if not Path(sysconfig.get_path("include"), "Python.h").exists():
                return "the headers of Python (Python.h) are not installed"
        return ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and hand the modules to the wheel."""
        if self.target_name != "wheel":
            return
        reason = self._why_pure()
        if version == "editable":
            reason = "an editable install runs the sources"
        if not reason:
            reason = self._compile(build_data)
        if reason:
            self.app.display_warning(f"tower-checkers: installing pure Python: {reason}")
        else:
            self.app.display_success("tower-checkers: the engine is compiled")

    def _compile(self, build_data: dict[str, Any]) -> str:
        """Compile in a copy of the package; the reason why not, if it cannot be done."""
        modules: list[str] = self.config["compile"]
        self.work = tempfile.TemporaryDirectory()
        work = Path(self.work.name)
        shutil.copytree(Path(self.root, "checkers_cli"), work / "checkers_cli")
        Path(work, "setup.py").write_text(SETUP.format(modules=modules), encoding="utf-8")
        process = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "built"],
            cwd=work,
            capture_output=True,
            text=True,
        )
        if process.returncode != 0:
            lines = (process.stdout + process.stderr).strip().splitlines()
            return f"compiling failed: {lines[-1] if lines else 'no message'}"
        digests = {
            module: hashlib.sha256(Path(self.root, module).read_bytes()).hexdigest()
            for module in modules
        }
        marker = work / "built" / "checkers_cli" / "compiled.json"
        marker.write_text(json.dumps(digests, indent=1), encoding="utf-8")
        for path in (work / "built").rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = str(path.relative_to(work / "built"))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        return ""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy, now that the wheel is written."""
        if hasattr(self, "work"):
            self.work.cleanup()
