"""The probe's C functions and the structures that both sides share (collector/probe/Exports.cpp and its headers)."""
import ctypes
import os
import struct

KEEP_REFERENCE = []  # what C holds a pointer to must not be collected


class TorchLayout(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in (
        'inputs', 'sequence', 'scope', 'forward_thread', 'function', 'function_index',
        'value_bytes', 'value_tag', 'tag_tensor', 'tag_int', 'tag_double', 'tag_complex', 'tag_bool', 'tag_list',
        'tag_string', 'tag_none', 'sizes', 'dtype', 'device', 'key_set', 'extra', 'complex_parts', 'list_vector', 'list_element_type',
        'string', 'string_is_new')] + [
        ('tensor_type', ctypes.c_uint64), ('undefined_tensor', ctypes.c_uint64),
            ('nested_keys', ctypes.c_uint64), ('sparse_keys', ctypes.c_uint64), ('python_keys', ctypes.c_uint64)] + [
        (name, ctypes.c_int32) for name in ('outputs', 'storage', 'storage_offset', 'storage_data', 'storage_bytes', 'padding')] + [
        ('dense_keys', ctypes.c_uint64)]


class PythonLayout(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in (
        'thread_frame', 'thread_indirect', 'frame_code', 'frame_previous', 'frame_instruction',
        'instruction_is_pointer', 'instruction_scale', 'instruction_base', 'frame_owner', 'skip_owner',
        'code_file', 'code_function', 'code_first_line', 'code_lines', 'line_table_kind',
        'text_length', 'text_state', 'text_kind_shift', 'text_ascii_data', 'text_wide_data',
        'bytes_length', 'bytes_data', 'frame_locals')] + [('pointer_mask', ctypes.c_uint64), ('module_code', ctypes.c_uint64)]


class CalibrationImage(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char * 128), ('payloads', ctypes.c_uint64 * 2), ('inputs_at', ctypes.c_int32),
                ('follow', ctypes.c_int32), ('taken', ctypes.c_int32), ('inputs_found', ctypes.c_int32),
                ('value_stride', ctypes.c_int32), ('padding', ctypes.c_int32), ('record_address', ctypes.c_uint64),
                ('name_pointer', ctypes.c_uint64), ('torch_thread', ctypes.c_uint64),
                ('record', ctypes.c_uint8 * 512), ('values', ctypes.c_uint8 * 256), ('object', ctypes.c_uint8 * 128),
                ('pointees', (ctypes.c_uint8 * 128) * 16)]


class OperatorProof(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char * 128), ('taken', ctypes.c_int32), ('scope', ctypes.c_uint32),
                ('sequence', ctypes.c_int64), ('forward_thread', ctypes.c_uint64), ('schema_name', ctypes.c_char * 128),
                ('overload', ctypes.c_char * 128), ('words', ctypes.c_uint32), ('scalar_count', ctypes.c_uint32),
                ('image', ctypes.c_uint64 * 1536), ('scalars', ctypes.c_uint64 * 32)]


class OutputsImage(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char * 128), ('payload', ctypes.c_uint64)] + [
        (name, ctypes.c_int32) for name in ('value_bytes', 'found', 'taken', 'padding')]


class PythonFrame(ctypes.Structure):
    _fields_ = [('code', ctypes.c_uint64), ('instruction', ctypes.c_uint32), ('module', ctypes.c_uint64)]


class WholeOperator(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char_p), ('image', ctypes.c_char_p), ('scalars', ctypes.c_char_p),
                ('begin', ctypes.c_uint64), ('end', ctypes.c_uint64), ('forward_thread', ctypes.c_uint64),
                ('sequence', ctypes.c_int64), ('thread', ctypes.c_uint32), ('scope', ctypes.c_uint32),
                ('words', ctypes.c_uint32), ('scalar_count', ctypes.c_uint32)]


class Interpreter(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ('add_pending_call', 'call', 'release', 'clear_error')]

    @classmethod
    def own(cls):
        api = ctypes.pythonapi
        return cls(*(ctypes.cast(function, ctypes.c_void_p).value for function in (
            api.Py_AddPendingCall, api.PyObject_CallNoArgs, api.Py_DecRef, api.PyErr_Clear)))


class PythonThreadLayout(ctypes.Structure):
    _fields_ = [('head', ctypes.c_uint64), ('interpreter', ctypes.c_uint64)] + [
        (name, ctypes.c_int32) for name in ('next', 'owner', 'thread', 'kernel_id')]


class ProfileInterface(ctypes.Structure):
    _fields_ = [('interpreter', ctypes.c_uint64)] + [(name, ctypes.c_void_p) for name in (
        'first_thread', 'next_thread', 'this_thread', 'set_profile', 'new_capsule', 'pointer_of', 'release', 'is_running')] + [
        ('function_at', ctypes.c_int64)]


class CollectionInterface(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ('compare', 'item', 'number', 'retain', 'none')]

    @classmethod
    def own(cls):
        api = ctypes.PyDLL(None)  # the program may have made ctypes.pythonapi's functions its own
        return cls(*(ctypes.cast(function, ctypes.c_void_p).value for function in (
            api.PyUnicode_CompareWithASCIIString, api.PyDict_GetItemString, api.PyLong_AsLong, api.Py_IncRef)), id(None))


class ModuleCallInterface(ctypes.Structure):
    _fields_ = [('original', ctypes.c_uint64), ('slot', ctypes.c_int64)] + [
        (name, ctypes.c_void_p) for name in ('name', 'call_with', 'release')]


class RunningModulesInterface(ctypes.Structure):
    _fields_ = [('interpreter', ctypes.c_uint64)] + [(name, ctypes.c_void_p) for name in (
        'first_thread', 'next_thread', 'this_thread', 'append', 'none')]

    @classmethod
    def own(cls):
        api = ctypes.PyDLL(None)  # the program may have made ctypes.pythonapi's functions its own
        api.PyInterpreterState_Get.restype = ctypes.c_void_p
        return cls(api.PyInterpreterState_Get(), *(ctypes.cast(function, ctypes.c_void_p).value for function in (
            api.PyInterpreterState_ThreadHead, api.PyThreadState_Next, api.PyThreadState_Get, api.PyList_Append)), id(None))


class Moment(ctypes.Structure):
    _fields_ = [('ticks', ctypes.c_uint64), ('unix_ns', ctypes.c_uint64)]


class ProfilerSwitch(ctypes.Structure):
    _fields_ = [('interpreter', Interpreter), ('prepare', ctypes.c_void_p), ('enable', ctypes.c_void_p),
                ('disable', ctypes.c_void_p), ('result', ctypes.c_void_p), ('enough', ctypes.c_void_p),
                ('begin', Moment), ('end', Moment), ('running', ctypes.c_int32), ('held', ctypes.c_int32),
                ('failed', ctypes.c_int32), ('wanted', ctypes.c_int32), ('waiting', ctypes.c_int32),
                ('most', ctypes.c_int32), ('ended', ctypes.c_int32)]


class MainThreadCall(ctypes.Structure):
    """Must be kept, and its callable too, until the call has been made."""
    _fields_ = [('interpreter', Interpreter), ('profiler', ctypes.POINTER(ProfilerSwitch)),
                ('callable', ctypes.c_void_p)]


class Mode:
    OFF, CALIBRATE = range(2)


class State:
    STARTING, RECORDING, OFF = range(1, 4)


class Method:
    NONE, HEADER_LESS, SHIM, TORCH_PROFILER = range(4)


class Text:
    NAME, REASON, TORCH_VERSION, PYTHON_VERSION, LAYOUT, RANK = range(6)


class Wanted:
    OPERATORS, ARGUMENTS, STACKS, MEMORY, DEVICES, PYTHON, FUNCTIONS, OUTPUTS, VALUES, ALLOCATOR, EXCEPTIONS = 1, 2, 4, 8, 16, 128, 256, 512, 1024, 4096, 8192


class Source:
    OPERATORS, SHIM, PROFILER, STACKS, MODULES, MEMORY, DEVICES, SAMPLES, FUNCTIONS = (
        b'operators', b'shim', b'profiler', b'stacks', b'modules', b'memory', b'devices', b'samples', b'functions')


class Uncalibrated(Exception):
    """A layout was not found, or the one found was proven wrong."""


def _declare(library):
    pointer, number, word, text = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_char_p
    for name, arguments in {
            'join': [text, text], 'leave': [], 'join_next': [text, text], 'open_ranges': [], 'range_domain': [text],
            'push_range': [number, text, number], 'pop_range': [number], 'collection_callback': [pointer], 'mark': [text, number], 'name_other_thread': [number, text],
            'claim': [], 'is_recorded': [], 'wants': [number], 'bind': [text, text], 'start': [text, text, text],
            'seen': [text], 'record': [text, ctypes.c_int], 'stop_all': [text], 'add_hook': [], 'remove_hook': [], 'set_mode': [number],
            'peek': [word, pointer, ctypes.c_size_t], 'arm_calibration': [pointer], 'arm_proof': [pointer], 'arm_outputs': [pointer],
            'sizes': [pointer], 'set_torch_layout': [pointer], 'set_python_layout': [pointer],
            'set_arguments': [ctypes.c_int], 'set_outputs': [ctypes.c_int], 'start_stacks': [pointer], 'walk': [pointer, pointer],
            'describe': [word, number, text, text, pointer], 'use_interpreter': [pointer, pointer, word],
            'own_folder': [text], 'name_modules_by': [pointer], 'name_modules_by_class': [], 'naming_done': [word], 'define_module': [text], 'set_module': [word, number],
            'list_running_modules': [pointer, ctypes.py_object, ctypes.c_int],
            'filter': [text], 'record_everywhere': [], 'note_seen': [text], 'watch_module_calls': [pointer],
            'watch_class': [word, ctypes.c_int], 'choose_module': [number], 'module_calls': [],
            'describe_kernel': [word, text, text], 'end_group': [word], 'name_group': [word, text, ctypes.c_int32, ctypes.c_int32, word, ctypes.c_int64, ctypes.c_int], 'set_text': [number, text], 'set_state': [number, number], 'announce': [], 'name_thread': [text],
            'call_soon': [pointer], 'record_whole': [pointer, number], 'use_profiler': [pointer],
            'monitoring_callbacks': [pointer], 'profile_all': [pointer, ctypes.c_int], 'profile_this': [pointer],
            'wants_functions': [], 'end_functions': [], 'follow_functions_by': [pointer], 'name_traced': [number, text],
            'use_python_threads': [pointer], 'name_sampled': [number, text], 'turn_profiler': [pointer, ctypes.c_int],
            'cuda_is_ready': [], 'set_nvidia_folders': [text]}.items():
        function = getattr(library, 'lanes_probe_' + name)
        function.argtypes = arguments
        setattr(library, name, function)
    library.claim.restype = library.is_recorded.restype = library.wants.restype = library.peek.restype = library.call_soon.restype = ctypes.c_int
    library.walk.restype = library.range_domain.restype = library.define_module.restype = number
    library.seen.restype = library.module_calls.restype = word
    library.watch_class.restype = ctypes.c_int
    library.wants_functions.restype, library.monitoring_callbacks.restype = ctypes.c_int, pointer
    library.collection_callback.restype = pointer


def builtin(definition):
    """The function in C of a PyMethodDef at this address."""
    make = ctypes.PYFUNCTYPE(ctypes.py_object, *[ctypes.c_void_p] * 4)(('PyCMethod_New', ctypes.pythonapi))
    return make(definition, None, None, None)


def load():
    """The library, its functions under their short names. PyDLL: the calls are too short to give up the lock."""
    library = ctypes.PyDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'liblanescope_probe.so'))
    _declare(library)
    sizes = (ctypes.c_uint32 * 14)()
    library.sizes(sizes)
    mirrors = [ctypes.sizeof(kind)
               for kind in (TorchLayout, PythonLayout, CalibrationImage, OperatorProof, PythonFrame, WholeOperator,
                            ProfilerSwitch, MainThreadCall, PythonThreadLayout, ProfileInterface, CollectionInterface, ModuleCallInterface,
                            OutputsImage, RunningModulesInterface)]
    if list(sizes) != mirrors:
        raise Uncalibrated(f'library and package differ: {list(sizes)} and {mirrors} bytes')
    leave_out(library, os.path.dirname(os.path.dirname(load.__code__.co_filename)))  # with sitecustomize
    return library


def leave_out(library, folder):
    """What runs Python's files below this folder is ours, and stands in no stack."""
    library.own_folder(os.fsencode(folder))


def start(library, source, path='', prove=None):
    """Hooks a source in, without recording yet. `prove`: does what it must see then."""
    error = ctypes.create_string_buffer(512)
    library.start(source, path.encode(), error)
    if error.value:
        raise Uncalibrated(error.value.decode())
    if prove is not None:
        before = library.seen(source)
        prove()
        if library.seen(source) == before:
            raise Uncalibrated('its hook saw nothing of what ran')


def word_at(image, offset):
    return struct.unpack_from('<Q', image, offset)[0]


def mapped_path(name):
    """Path of a library that this process has loaded."""
    with open('/proc/self/maps') as maps:
        for line in maps:
            path = line.rstrip('\n').split(' ', 5)[-1].strip()
            if os.path.basename(path).startswith(name):
                return path
    return ''


def only(what, candidates):
    """The one place where a value was found."""
    found = sorted(candidates)
    if not found:
        raise Uncalibrated(f'{what}: found nowhere')
    return found[0]


def describe(layout):
    return ' '.join(f'{name}={getattr(layout, name)}' for name, _ in layout._fields_)
