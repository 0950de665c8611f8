"""The decorator with hints for mypyc on classes that are made by the million.

It comes from `mypy_extensions`, which only type checkers and mypyc need to import. At run time a
stand-in that does nothing takes its place. This module is not compiled.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_):
        """Leave a class as it is."""
        return lambda cls: cls
