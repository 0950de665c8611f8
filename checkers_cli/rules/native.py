"""What mypyc needs to make fast code: machine words as types, and hints on classes.

They come from `mypy_extensions`, which only type checkers and mypyc need to import. At run time
stand-ins take their place. This module is not compiled.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int

    def mypyc_attr(**_):
        """Leave a class as it is."""
        return lambda cls: cls


Bitboard = i64  # a set of cells: a machine word instead of a Python int
