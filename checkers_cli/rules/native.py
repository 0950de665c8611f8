"""What mypyc is told about classes that are made by the million; Python itself ignores it.

The decorator comes from `mypy_extensions`, which is no dependency: it is asked for by
type checkers only, and at run time a stand-in does nothing. This module is not compiled.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_):
        """Leave a class as it is."""
        return lambda cls: cls
