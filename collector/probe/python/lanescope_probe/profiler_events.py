"""Turns what torch.profiler saw into the probe's records."""
import struct

from lanescope_probe.native import WholeOperator

# c10::ScalarType by the names that torch.profiler writes, in the order of their numbers (ring/ShapeSignature.cpp).
_TYPES = {name: code for code, name in enumerate((
    'unsigned char', 'signed char', 'short int', 'int', 'long int', 'c10::Half', 'float', 'double',
    'c10::complex<c10::Half>', 'c10::complex<float>', 'c10::complex<double>', 'bool', 'c10::qint8', 'c10::quint8',
    'c10::qint32', 'c10::BFloat16'))}
(_NONE, _INT, _DOUBLE, _BOOL, _INT_LIST, _DOUBLE_LIST, _BOOL_LIST, _TENSOR_LIST, _OTHER, _SIZED, _COMPLEX,
 _NUMBER_LIST) = (
    1, 5, 6, 7, 9, 10, 11, 12, 13, 15, 16, 17)  # ring/ArgumentImage.h
_SCALARS = {bool: _BOOL, int: _INT, float: _DOUBLE, complex: _COMPLEX}
_LISTS = {bool: _BOOL_LIST, int: _INT_LIST, float: _DOUBLE_LIST}
_NOT_SAID = 0xff  # a type or device that torch.profiler does not tell
_MOST_WORDS, _MOST_SCALARS, _MOST_DIMENSIONS, _LONGEST_LIST = 1200, 32, 64, 256
_USER_RANGE = 7
_WORD = 2 ** 64 - 1


def _bits(value):
    return struct.unpack('<Q', struct.pack('<d', value))[0] if isinstance(value, float) else int(value) & _WORD


def _parts(value):
    return [_bits(value.real), _bits(value.imag)] if isinstance(value, complex) else [_bits(value)]


def _scalar(value, words, scalars):
    kind = _SCALARS.get(type(value))
    if kind is None or len(scalars) + 2 > _MOST_SCALARS:
        words.append(_OTHER)
    else:
        words.append(kind)
        scalars.extend(_parts(value))


def _list(values, words):
    kinds = {type(value) for value in values}
    if not kinds <= set(_SCALARS) or len(values) > _LONGEST_LIST:
        words.append(_OTHER)
        return
    kind = _LISTS.get(kinds.pop(), _NUMBER_LIST) if len(kinds) == 1 else _NUMBER_LIST if kinds else _INT_LIST
    words.append(kind | len(values) << 16 | len(values) << 32)
    for value in values:
        words.extend(([_SCALARS[type(value)]] if kind == _NUMBER_LIST else []) + _parts(value))


def image_of(shapes, types, values):
    """The argument image (ring/ArgumentImage.h) and its scalars, as lists of words."""
    words, scalars = [], []
    for index, shape in enumerate(shapes):
        kind = types[index] if index < len(types) else ''
        value = values[index] if index < len(values) else None
        if len(words) > _MOST_WORDS:
            break
        if kind == 'Scalar':
            _scalar(value, words, scalars)
        elif kind == 'ScalarList' and isinstance(value, (list, tuple)):
            _list(value, words)
        elif kind == 'TensorList':
            words.append(_TENSOR_LIST)
        elif (kind and kind != 'ScalarList' or shape) and len(shape) <= _MOST_DIMENSIONS:
            words.append(_SIZED | len(shape) << 8 | (_TYPES.get(kind, _NOT_SAID) | _NOT_SAID << 8) << 16 | _NOT_SAID << 32)
            words.extend(int(size) & _WORD for size in shape)
        else:
            words.append(_NONE if value is None else _OTHER)
    return words, scalars


class Clock:
    """From the system's time in ns, which torch.profiler writes, to the ticks of the session, between two moments.

    torch.profiler reckons its times from a clock of its own, on a busy machine wrong by milliseconds.
    """

    def __init__(self, begin, end):
        self._ticks, self._ns, self._end = begin.ticks, begin.unix_ns, end.ticks
        self._rise, self._run = self._end - self._ticks, max(1, end.unix_ns - self._ns)

    def fit(self, spans):
        """Moves, and if need be compresses, the times so that all of these lie in the cycle and keep their order."""
        first = min(begin for begin, _ in spans)
        last = max(end if begin <= end <= begin + self._run else begin for begin, end in spans)
        self._ns = min(first, max(self._ns, last - self._run))
        self._run = max(self._run, last - self._ns)

    def ticks(self, unix_ns):
        """Never outside of the cycle."""
        return min(self._end, max(self._ticks, self._ticks + (unix_ns - self._ns) * self._rise // self._run))


def _span(event):
    """Begin and end in ns; whole microseconds before torch 2.3."""
    if hasattr(event, 'start_ns'):
        begin = event.start_ns()
        return begin, begin + event.duration_ns()
    begin = event.start_us() * 1000
    return begin, begin + event.duration_us() * 1000


def records_of(events, clock, main_thread):
    """A ctypes array for record_whole(), by begin; what was open at the cycle's end ends with it."""
    seen = [(*_span(event), event) for event in events
            if event.device_type().name == 'CPU' and not getattr(event, 'is_hidden_event', bool)()]
    if seen:
        clock.fit([span[:2] for span in seen])
    found = sorted(((clock.ticks(begin), -clock.ticks(end), event) for begin, end, event in seen),
                   key=lambda entry: entry[:2])
    records = (WholeOperator * len(found))()
    for record, (begin, end, event) in zip(records, found):
        words, scalars = image_of(event.shapes(), event.dtypes(), getattr(event, 'concrete_inputs', list)())
        record.name = event.name().encode('utf-8', 'replace')
        record.image, record.words = struct.pack(f'<{len(words)}Q', *words), len(words)
        record.scalars, record.scalar_count = struct.pack(f'<{len(scalars)}Q', *scalars), len(scalars)
        record.begin, record.end = begin, -end
        record.sequence, record.forward_thread = event.sequence_nr(), event.fwd_thread_id()
        record.thread, record.scope = event.device_resource_id() or main_thread, event.scope()
    return records


def gap(begin, end, thread):
    """A range over the time in which nothing was recorded, so that it is seen."""
    return (WholeOperator * 1)(WholeOperator(name=b'not recorded (between two cycles of torch.profiler)', image=b'',
                                             scalars=b'', begin=begin, end=end, sequence=-1, thread=thread,
                                             scope=_USER_RANGE))
