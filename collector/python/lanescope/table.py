"""Lists of events and of their averages, and the table that torch prints of them."""
from typing import Any, List, Optional

SUMMED = ('count', 'cpu_time_total', 'self_cpu_time_total', 'device_time_total', 'self_device_time_total',
          'cpu_memory_usage', 'self_cpu_memory_usage', 'flops')
# What torch 1 and early 2 call it.
OLD_NAMES = {'cuda_time_total': 'device_time_total', 'self_cuda_time_total': 'self_device_time_total',
             'cuda_time': 'device_time'}


class FunctionEventAvg:
    """All events of a key. `cpu_time` and `device_time` are means of a call."""

    def __init__(self, event):
        self.key = self.name = event.name
        self.input_shapes = event.input_shapes
        self.overload_name = event.overload_name
        self.stack = event.stack
        self.device_type = event.device_type
        self.is_user_annotation = event.is_user_annotation
        for name in SUMMED:
            setattr(self, name, 0)

    def add(self, event: Any) -> 'FunctionEventAvg':
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + getattr(event, name))
        return self

    @property
    def cpu_time(self) -> float:
        return self.cpu_time_total / self.count if self.count else 0.0

    @property
    def device_time(self) -> float:
        return self.device_time_total / self.count if self.count else 0.0

    def __getattr__(self, name: str) -> Any:
        if name in OLD_NAMES:
            return getattr(self, OLD_NAMES[name])
        raise AttributeError(name)

    def __repr__(self) -> str:
        return f'<FunctionEventAvg {self.key} x {self.count}, {self.self_cpu_time_total:.3f} us of its own>'


class EventList(list):
    """Events, or their averages."""

    @property
    def self_cpu_time_total(self) -> float:
        return sum(event.self_cpu_time_total for event in self)

    @property
    def self_device_time_total(self) -> float:
        return sum(event.self_device_time_total for event in self if event.device_type == 'CUDA')

    def key_averages(self, group_by_input_shape: bool = False, group_by_stack_n: int = 0,
                     group_by_overload_name: bool = False) -> 'EventList':
        rows: dict = {}
        for event in self:
            key = (event.name, event.device_type, event.is_user_annotation,
                   str(event.input_shapes) if group_by_input_shape else '',
                   tuple(event.stack[:group_by_stack_n]) if group_by_stack_n else (),
                   event.overload_name if group_by_overload_name else '')
            if key not in rows:
                row = rows[key] = FunctionEventAvg(event)
                row.input_shapes = event.input_shapes if group_by_input_shape else ''
                row.overload_name = event.overload_name if group_by_overload_name else ''
                row.stack = event.stack[:group_by_stack_n]
            rows[key].add(event)
        return EventList(rows.values())

    def total_average(self) -> Optional[FunctionEventAvg]:
        total = None
        for event in self:
            total = (total or FunctionEventAvg(event)).add(event)
        if total is not None:
            total.key = 'Total'
        return total

    def table(self, sort_by: Optional[str] = None, row_limit: int = 100, max_src_column_width: int = 75,
              max_name_column_width: int = 55, max_shapes_column_width: int = 80, header: Optional[str] = None,
              top_level_events_only: bool = False, time_unit: Optional[str] = None) -> str:
        """As torch lays it out. `sort_by`: a time or memory of an event, largest first; `row_limit` -1: all rows; `time_unit`:
        us, ms or s for all times."""
        rows = [row for row in self if not (top_level_events_only and getattr(row, 'cpu_parent', None))]
        if sort_by is not None:
            name = OLD_NAMES.get(sort_by, sort_by)
            rows.sort(key=lambda row: getattr(row, name), reverse=True)
        rows = rows if row_limit < 0 else rows[:row_limit]
        columns = _Columns(self, max_name_column_width, max_shapes_column_width, max_src_column_width, time_unit)
        lines = [columns.titles] + [columns.cells(row) for row in rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(columns.titles))]
        rule = '  '.join('-' * width for width in widths)
        text = [rule, *('  '.join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines)]
        text.insert(2, rule)
        text = [header] * (header is not None) + text + [rule]
        text.append(f'Self CPU time total: {_time(self.self_cpu_time_total, time_unit)}')
        device = self.self_device_time_total
        if device:
            text.append(f'Self CUDA time total: {_time(device, time_unit)}')
        return '\n'.join(text) + '\n'

    def __str__(self) -> str:
        return self.table()


class _Columns:
    """Those that have something in them."""

    def __init__(self, events, name_width, shapes_width, source_width, unit):
        host, device = events.self_cpu_time_total, events.self_device_time_total
        time = lambda name: lambda row: _time(getattr(row, name), unit)
        mean = lambda name: lambda row: _time(getattr(row, name) / row.count, unit)
        share = lambda name, of: lambda row: f'{100 * getattr(row, name) / of:.2f}%' if of else '0.00%'
        size = lambda name: lambda row: _bytes(getattr(row, name))
        columns = [('Name', lambda row: _clipped(row.name, name_width))]
        if any(event.overload_name for event in events):
            columns.append(('Overload Name', lambda row: row.overload_name))
        columns += [('Self CPU %', share('self_cpu_time_total', host)), ('Self CPU', time('self_cpu_time_total')),
                   ('CPU total %', share('cpu_time_total', host)), ('CPU total', time('cpu_time_total')),
                   ('CPU time avg', mean('cpu_time_total'))]
        if device:
            columns += [('Self CUDA', time('self_device_time_total')),
                        ('Self CUDA %', share('self_device_time_total', device)),
                        ('CUDA total', time('device_time_total')), ('CUDA time avg', mean('device_time_total'))]
        if any(event.cpu_memory_usage for event in events):
            columns += [('CPU Mem', size('cpu_memory_usage')), ('Self CPU Mem', size('self_cpu_memory_usage'))]
        columns.append(('# of Calls', lambda row: str(row.count)))
        if any(event.input_shapes for event in events):
            columns.append(('Input Shapes', lambda row: _clipped(str(row.input_shapes), shapes_width)))
        if any(event.stack for event in events):
            columns.append(('Source Location', lambda row: _clipped((row.stack or [''])[0], source_width)))
        if any(event.flops for event in events):
            columns.append(('Total MFLOPs', lambda row: f'{row.flops / 1e6:.3f}' if row.flops else '--'))
        self.titles: List[str] = [title for title, _ in columns]
        self._cells = [cell for _, cell in columns]

    def cells(self, row):
        return [cell(row) for cell in self._cells]


def _clipped(text, width):
    return text if width is None or len(text) <= width else text[:width - 3] + '...'


def _time(microseconds, unit):
    unit = unit or ('s' if microseconds >= 1e6 else 'ms' if microseconds >= 1e3 else 'us')
    return f"{microseconds / {'s': 1e6, 'ms': 1e3, 'us': 1}[unit]:.3f}{unit}"


def _bytes(count):
    for unit, size in (('GB', 1 << 30), ('MB', 1 << 20), ('KB', 1 << 10)):
        if abs(count) >= size:
            return f'{count / size:.2f} {unit}'
    return f'{count} B'
