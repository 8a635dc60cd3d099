"""Questions to a session in SQL: DuckDB over columns that stay where they are, or the program's own SQLite."""
import re
from collections.abc import Mapping
from typing import Any, Dict, Iterator, List, Optional

from lanescope.columns import Table, read_table
from lanescope.errors import LanescopeError


# What ends a list of tables.
ENDS = {'where', 'group', 'order', 'having', 'on', 'using', 'select', 'limit', 'union', 'except', 'intersect', ')', ';'}


class QueryTable(Mapping):
    """What DuckDB answers: columns by name, as a Table has them."""

    def __init__(self, columns: Any) -> None:
        self._columns = columns
        self.rows: int = columns.num_rows

    def __getitem__(self, name: str) -> List[Any]:
        return self._columns.column(name).to_pylist()

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns.column_names)

    def __len__(self) -> int:
        return len(self._columns.column_names)

    def __repr__(self) -> str:
        return f'<lanescope table of {self.rows} rows: {", ".join(self)}>'

    def __arrow_c_schema__(self) -> object:
        return self._columns.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self._columns.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> Any:
        return self._columns

    def to_polars(self) -> Any:
        import polars
        return polars.DataFrame(self._columns)

    def to_pandas(self) -> Any:
        return self._columns.to_pandas()


class Queries:
    """Of one session. Tables that DuckDB was asked about are kept."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._tables: Dict[str, Any] = {}

    def ask(self, query: str, engine: Optional[str]) -> 'Table | QueryTable':
        if engine not in (None, 'sqlite', 'duckdb'):
            raise ValueError(f"engine is 'sqlite', 'duckdb' or None, and not {engine!r}")
        duckdb = None if engine == 'sqlite' else _duckdb(engine == 'duckdb')
        if duckdb is None:
            return self._ask_sqlite(query)
        try:
            return self._ask_duckdb(duckdb, query)
        except duckdb.CatalogException as problem:  # a function or a table with arguments, which SQLite has
            if engine is not None:
                raise LanescopeError(str(problem)) from None
            return self._ask_sqlite(query)
        except duckdb.Error as problem:
            raise LanescopeError(str(problem)) from None

    def _ask_sqlite(self, query):
        try:
            return read_table(self._path, 'sql', '--query', query)
        except LanescopeError as problem:
            raise LanescopeError(str(problem).replace('lanescope table: ', '', 1)) from None

    def _ask_duckdb(self, duckdb, query):
        with duckdb.connect(':memory:', config={'python_enable_replacements': 'false'}) as connection:
            for name in _table_names(query):
                table = self._table(name)
                if table is not None:
                    connection.register(name, table)
            connection.execute("set enable_external_access = false")  # no file is read or written
            connection.execute("set lock_configuration = true")
            relation = connection.sql(query)
            if relation is None:
                raise LanescopeError('the query has no rows to give; ask with SELECT')
            return QueryTable(_plain_numbers(relation.to_arrow_table()))

    def _table(self, name):
        """None: there is none of that name."""
        if name not in self._tables:
            quoted = name.replace('"', '""')
            try:
                self._tables[name] = self._ask_sqlite(f'select * from "{quoted}"').to_arrow()
            except LanescopeError as problem:
                if 'no such table' not in str(problem):
                    raise
                self._tables[name] = None  # such as one that the query makes itself
        return self._tables[name]


def _table_names(query):
    """What stands where tables do, in lower case: DuckDB names them only once they are there."""
    names, in_list, is_next = set(), False, False
    for word in re.findall(r"'[^']*'|\w+|[,();]", query.lower()):
        if is_next and word != '(':
            names.add(word)
        is_next = word in ('from', 'join') or (word == ',' and in_list)
        in_list = is_next or (in_list and word not in ENDS)
    return sorted(name for name in names if name.isidentifier())


def _plain_numbers(columns):
    """Sums of whole numbers and literals such as 1.5 are decimals in DuckDB: as 64 bits, where they fit."""
    import pyarrow
    for i, field in enumerate(columns.schema):
        if pyarrow.types.is_decimal(field.type):
            try:
                plain = pyarrow.int64() if field.type.scale == 0 else pyarrow.float64()
                columns = columns.set_column(i, field.name, columns.column(i).cast(plain))
            except pyarrow.ArrowInvalid:
                pass  # too large
    return columns


def _duckdb(must: bool) -> Any:
    """DuckDB where it and pyarrow are installed."""
    try:
        import duckdb
        import pyarrow  # noqa: F401
    except ImportError as problem:
        if must:
            raise LanescopeError(f"{problem}: pip install 'lanescope[data]' brings it") from None
        return None
    return duckdb
