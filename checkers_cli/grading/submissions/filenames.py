"""File names chosen by students: shown, classified, and never trusted."""

import re
import unicodedata
from posixpath import basename

from checkers_cli.util.text import printable

ARCHIVE_SUFFIXES = (".zip", ".tar", ".tgz", ".tar.gz")
# Archives that are recognised only to report that they cannot be opened.
OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".xz", ".bz2", ".txz", ".tbz2", ".zst")
MAKEFILES = frozenset({"Makefile", "makefile", "GNUmakefile"})

_SYSTEM_LITTER = frozenset({"__macosx", "thumbs.db", "desktop.ini", "$recycle.bin"})
_TOOL_LITTER = frozenset(
    {"cmakefiles", "cmakeccompilerid.c", "node_modules", "__pycache__", "venv"}
)
_BUILT = (".o", ".obj", ".exe", ".a", ".so", ".dll", ".lib", ".pdb", ".ilk", ".gch", ".d", ".pyc")
_BUILD_FOLDERS = frozenset({"build", "debug", "release", "bin", "obj", "out", "x64", "dist"})


def printable_name(name: str) -> str:
    """A file name for messages: on one line, cut if it is long."""
    return printable(name, 80)


def size_text(size: int) -> str:
    """A number of bytes for messages: `8 MB`."""
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size} bytes"


def suffix_of(name: str) -> str:
    """The suffix of a file name, with the dot, in lower case."""
    name = basename(name)
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


def without_suffix(name: str) -> str:
    """A file name without its suffix: `jo` for `jo.tar.gz`, but `v1.2` for `v1.2`."""
    return re.sub(r"(?s)(?<=.)\.(tar\.[A-Za-z0-9]+|[A-Za-z][A-Za-z0-9]{0,4}|7z)\Z", "", name)


def is_archive(name: str) -> bool:
    """Whether a name is that of an archive, including formats that cannot be opened."""
    return name.lower().endswith(ARCHIVE_SUFFIXES + OTHER_ARCHIVES)


def is_hidden(part: str) -> bool:
    """Whether a file or folder is hidden or made by the operating system."""
    return part.startswith(".") or part.lower() in _SYSTEM_LITTER


def litter_reason(name: str) -> str:
    """Why a file is not part of the work, from the last part of its name; empty if it may be."""
    part = basename(name)
    if is_hidden(part):
        return "hidden or system files"
    low = part.lower()
    if low in _TOOL_LITTER or low.startswith("cmake-build-") or low.endswith((".dsym", *_BUILT)):
        return "made by a tool"
    return ""


def in_build_folder(name: str) -> bool:
    """Whether a file is in a folder where build tools put their output."""
    return any(part.lower() in _BUILD_FOLDERS for part in name.split("/")[:-1])


def slug(text: str, most: int = 48) -> str:
    """A text as a safe ASCII file name: accents are removed, other characters become `_`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9._-]+", "_", plain).lstrip("._-")[:most].rstrip("._-")
