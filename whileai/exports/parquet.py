"""A Parquet file of every row, each column with one type."""

from __future__ import annotations

from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from whileai.base.errors import NotConfigured
from whileai.base.lines import replacing
from whileai.exports.columns import CHAT, COLUMNS, FLAG, NUMBER, SPOKEN, WHOLE
from whileai.exports.exported import Exported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.exports.source import Choice, Line, Source

GROUP = 1000
"""Rows that are in memory as objects at once."""


def write(source: Source, _choice: Choice, path: str) -> Exported:
    """Write the columns of ``columns.py``; nested JSON is text.

    Raises:
        NotConfigured: if pyarrow is not installed.
    """
    arrow()
    with replacing(path) as file:
        pour(source, file)
    rows = len(source.lines)
    return Exported(path=path, format="parquet", rows=rows, examples=rows)


def arrow() -> Any:
    """Give pyarrow.

    Raises:
        NotConfigured: naming the extra, if it is not installed.
    """
    try:
        import pyarrow  # noqa: PLC0415 - only with the extra
        import pyarrow.parquet  # noqa: PLC0415 - only with the extra
    except ImportError as error:
        raise NotConfigured(
            "format='parquet' and format='hf' need pyarrow, which is not installed "
            f"({error}); run pip install 'whileai[parquet]', or export as csv or sft"
        ) from None
    return pyarrow


def pour(source: Source, file: IO[bytes]) -> None:
    """Write the rows into ``file``, some at a time."""
    pyarrow = arrow()
    schema = _schema(pyarrow)
    rows = _cells(source)
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while group := list(islice(rows, GROUP)):
            writer.write_table(pyarrow.Table.from_pylist(group, schema=schema))


def _cells(source: Source) -> Iterator[Line]:
    for row in source.rows():
        yield {column.name: column.cell(row) for column in COLUMNS}


def _schema(pyarrow: Any) -> Any:
    text = pyarrow.string()
    function = pyarrow.struct([("name", text), ("arguments", text)])
    call = pyarrow.struct([("id", text), ("type", text), ("function", function)])
    spoken = [(name, text) for name in SPOKEN]
    message = pyarrow.struct([*spoken, ("tool_calls", pyarrow.list_(call))])
    types = {
        WHOLE: pyarrow.int64(),
        NUMBER: pyarrow.float64(),
        FLAG: pyarrow.bool_(),
        CHAT: pyarrow.list_(message),
    }
    return pyarrow.schema([(each.name, types.get(each.kind, text)) for each in COLUMNS])
