"""Finds the layouts of torch's structures by value: known operators on known tensors, looked at inside the callback.

Every offset is where known numbers stand; then fresh tensors with other numbers prove that the layout reads them. All
reading is guarded, so that a torch of tomorrow ends in Uncalibrated and never in a crash.
"""
import ctypes
import struct

from lanescope_probe.native import (CalibrationImage, OperatorProof, TorchLayout, Uncalibrated, mapped_path, only,
                                    word_at)

FUNCTION, BACKWARD, USER = 0, 1, 7
RECORD_BYTES = 512
LOWEST_POINTER = 0x10000
ALIGNED_WORDS = range(8, RECORD_BYTES - 8, 8)


class _Seen:
    """Plain copies of one CalibrationImage."""

    def __init__(self, image):
        self.record, self.values, self.object = bytes(image.record), bytes(image.values), bytes(image.object)
        self.pointees = [bytes(pointee) for pointee in image.pointees]
        self.inputs, self.stride = image.inputs_found, image.value_stride
        self.address, self.name_pointer, self.thread = image.record_address, image.name_pointer, image.torch_thread


class TorchCalibration:
    def __init__(self, library, torch):
        self._library, self._torch = library, torch
        self.layout = TorchLayout(*([-1] * 26), outputs=-1, storage=-1, storage_offset=-1, storage_data=-1, storage_bytes=-1)

    def run(self):
        """Fills and returns self.layout."""
        torch = self._torch
        left, right = torch.ones(3, 5, 7), torch.ones(3, 5, 7)
        add = self._inputs_and_numbers(left, right)
        self._bool_none_and_list(left, right)
        user = self._name_and_scope(add, left)
        self._text_arguments(left)
        self._complex_arguments()
        self._sequence_and_forward_thread([add], right)
        self._tensor(left)
        self._check_scope_values(add, user)
        self._library.set_torch_layout(ctypes.byref(self.layout))
        return self.layout

    def _look(self, name, work, payloads=(0, 0), follow=-1, inputs_at=-1):
        """What the callback saw of operator `name` while `work` ran, and what `work` returned."""
        image = CalibrationImage(name=name.encode(), payloads=payloads, inputs_at=inputs_at, follow=follow)
        self._library.arm_calibration(ctypes.byref(image))
        try:
            result = work()
        finally:
            self._library.arm_calibration(None)
        if not image.taken:
            raise Uncalibrated(f'the callback never saw {name}')
        return _Seen(image), result

    def _peek(self, address, length=256):
        buffer = ctypes.create_string_buffer(length)
        return buffer.raw if self._library.peek(address, buffer, length) else None

    def _tag(self, values, index):
        return struct.unpack_from('<I', values, self.layout.value_bytes * index + self.layout.value_tag)[0]

    def _inputs_and_numbers(self, left, right):
        layout, torch = self.layout, self._torch
        pair = (left._cdata, right._cdata)
        add, _ = self._look('aten::add', lambda: torch.add(left, right, alpha=3), pair)
        if add.inputs < 0:
            raise Uncalibrated('inputs of at::RecordFunction: found nowhere')
        layout.inputs, layout.value_bytes = add.inputs, add.stride
        stride, values = add.stride, add.values
        half = lambda index, offset: struct.unpack_from('<I', values, index * stride + offset)[0]
        # The tag: equal for two tensors, different for a number.
        layout.value_tag = only('tag of c10::IValue', [
            offset for offset in range(8, stride, 4) if half(0, offset) == half(1, offset) != half(2, offset)])
        layout.tag_tensor, layout.tag_int = self._tag(values, 0), self._tag(values, 2)
        if word_at(values, 2 * stride) != 3:
            raise Uncalibrated('payload of an int')
        real, _ = self._look('aten::add', lambda: torch.add(left, right, alpha=2.5), pair)
        layout.tag_double = self._tag(real.values, 2)
        if struct.unpack_from('<d', real.values, 2 * stride)[0] != 2.5:
            raise Uncalibrated('payload of a double')
        return add

    def _bool_none_and_list(self, left, right):
        layout, torch, stride = self.layout, self._torch, self.layout.value_bytes
        total, _ = self._look('aten::sum', lambda: torch.sum(left, dim=[1], keepdim=True), (left._cdata, 0))
        layout.tag_list, layout.tag_bool = self._tag(total.values, 1), self._tag(total.values, 2)
        layout.tag_none = self._tag(total.values, 3)  # the dtype that was not given
        if total.values[2 * stride] != 1:
            raise Uncalibrated('payload of a bool')
        tags = {layout.tag_tensor, layout.tag_int, layout.tag_double, layout.tag_bool, layout.tag_list,
                layout.tag_none}
        if len(tags) != 6:
            raise Uncalibrated(f'tags are not distinct: {sorted(tags)}')
        cat, _ = self._look('aten::cat', lambda: torch.cat([left, right], 0), follow=0, inputs_at=layout.inputs)
        if self._tag(cat.values, 0) != layout.tag_list:
            raise Uncalibrated('tag of a list of tensors')
        before = 32  # CalibrationImage::kBeforePointee
        layout.list_vector = only('vector of a list', [
            8 * index for index, pointee in enumerate(cat.pointees)
            if word_at(pointee, before) == left._cdata and word_at(pointee, before + stride) == right._cdata])
        # The vector's three pointers, then the type of the elements: one object for all lists of tensors.
        layout.list_element_type = layout.list_vector + 24
        layout.tensor_type = word_at(cat.object, layout.list_element_type)
        if layout.tensor_type < LOWEST_POINTER:
            raise Uncalibrated('element type of a list')

    def _name_and_scope(self, add, tensor):
        """FunctionSchema's first member is the string whose characters name() returns."""
        layout, torch = self.layout, self._torch
        found = []
        for offset in ALIGNED_WORDS:
            address = word_at(add.record, offset)
            strings = self._peek(address, 32) if address > LOWEST_POINTER else None
            if strings and word_at(strings, 0) == add.name_pointer:
                found.append((offset, int(add.name_pointer == address + 16)))
        layout.function, layout.string_is_new = only('schema of at::RecordFunction', found)

        def in_range():
            with torch.autograd.profiler.record_function('calx'):
                pass
        user, _ = self._look('calx', in_range)
        inside = (user.name_pointer == user.address + layout.function + 16 if layout.string_is_new
                  else word_at(user.record, layout.function) == user.name_pointer)
        layout.function_index = layout.function + (32 if layout.string_is_new else 8)
        if not inside or add.record[layout.function_index] != 1 or user.record[layout.function_index] != 0:
            raise Uncalibrated('name variant of at::RecordFunction')
        return user

    def _text_arguments(self, tensor):
        """gelu(approximate='tanh'). Without it strings are just not recorded."""
        layout, functional = self.layout, self._torch.nn.functional
        gelu, _ = self._look('aten::gelu', lambda: functional.gelu(tensor, approximate='tanh'), (tensor._cdata, 0),
                             follow=layout.value_bytes)
        holder = word_at(gelu.values, layout.value_bytes)
        for offset in range(8, 64, 8):
            address, pointee = word_at(gelu.object, offset), gelu.pointees[offset // 8]
            if layout.string_is_new:
                matches = (address == holder + offset + 16 and word_at(gelu.object, offset + 8) == 4 and
                           gelu.object[offset + 16:offset + 20] == b'tanh')
            else:
                matches = pointee[32:36] == b'tanh' and word_at(pointee, 8) == 4
            if matches:
                layout.string, layout.tag_string = offset, self._tag(gelu.values, 1)
                return

    def _complex_arguments(self):
        """Without it complex numbers are just not recorded."""
        layout, torch = self.layout, self._torch
        wave = torch.ones(3, 5, 7, dtype=torch.complex64)
        add, _ = self._look('aten::add', lambda: torch.add(wave, wave, alpha=1.5 - 0.25j), (wave._cdata, wave._cdata),
                            follow=2 * layout.value_bytes)
        for offset in range(8, 64, 8):
            if struct.unpack_from('<dd', add.object, offset) == (1.5, -0.25):
                layout.complex_parts, layout.tag_complex = offset, self._tag(add.values, 2)
                return

    def _sequence_and_forward_thread(self, forwards, right):
        """An autograd node run by hand, which starts no engine before the program's own fork, tells the rest."""
        layout, torch = self.layout, self._torch
        tracked = torch.ones(3, 5, 7, requires_grad=True)
        numbered, threads, scopes = None, None, None
        for _ in range(3):
            forward, result = self._look('aten::mul', lambda: torch.mul(tracked, right), (tracked._cdata, right._cdata))
            node, gradient = result.grad_fn, torch.ones(3, 5, 7)
            backward, _ = self._look('MulBackward0', lambda: node(gradient))
            if hasattr(node, '_sequence_nr'):
                number = node._sequence_nr()
                here = {offset for offset in ALIGNED_WORDS
                        if word_at(forward.record, offset) == number == word_at(backward.record, offset)}
            else:
                here = {layout.inputs - 8}
            numbered = here if numbered is None else numbered & here
            here = {offset for offset in ALIGNED_WORDS
                    if all(word_at(seen.record, offset) == 0 for seen in forwards + [forward])
                    and word_at(backward.record, offset) == forward.thread != 0}
            threads = here if threads is None else threads & here
            here = {offset for offset in range(8, 256)
                    if forward.record[offset] == FUNCTION and backward.record[offset] == BACKWARD}
            scopes = here if scopes is None else scopes & here
        layout.sequence = only('sequence number', numbered)
        layout.forward_thread = only('forward thread', threads)
        self._scopes = scopes

    def _check_scope_values(self, add, user):
        self.layout.scope = only('scope', [offset for offset in self._scopes if add.record[offset] == FUNCTION and
                                           user.record[offset] == USER])

    def _tensor(self, tensor):
        layout, torch = self.layout, self._torch
        raw = self._peek(tensor._cdata)
        if raw is None:
            raise Uncalibrated('TensorImpl cannot be read')
        layout.sizes = only('sizes of a tensor', [
            offset for offset in range(0, 160, 8)
            if struct.unpack_from('<Qqqq', raw, offset) == (3, 3, 5, 7) and
            struct.unpack_from('<qqq', raw, offset + 48) == (35, 7, 1)])
        codes = {torch.uint8: 0, torch.int8: 1, torch.int16: 2, torch.int32: 3, torch.int64: 4, torch.float16: 5,
                 torch.float32: 6, torch.float64: 7, torch.complex64: 9, torch.bool: 11, torch.bfloat16: 15}
        images = {code: self._peek(torch.empty(3, 5, 7, dtype=dtype)._cdata, 224) for dtype, code in codes.items()}
        layout.dtype = only('type of a tensor', [
            offset for offset in range(0, 222, 2)
            if all(struct.unpack_from('<H', image, offset)[0] == code for code, image in images.items())])
        cpu = self._peek(torch.empty(3, 5, 7)._cdata)
        meta = self._peek(torch.empty(3, 5, 7, device='meta')._cdata)
        layout.device = only('device of a tensor', [
            offset for offset in range(64, 255)
            if (cpu[offset], meta[offset]) == (0, 14) and cpu[offset + 1] == meta[offset + 1] == 0xff])
        layout.undefined_tensor = self._undefined_tensor()
        self._key_set()
        self._extra()

    def _key_set(self):
        """The word behind type and device says what kind of tensor it is: the same for all dense ones of a device."""
        layout, torch = self.layout, self._torch
        dense = [torch.ones(3, 5), torch.ones(2, dtype=torch.int64), torch.ones(())]
        sparse = torch.sparse_coo_tensor(torch.zeros(1, 1, dtype=torch.int64), torch.ones(1), (3,))
        images = [self._peek(tensor._cdata) for tensor in dense]
        other = self._peek(sparse._cdata)
        layout.key_set = only('key set of a tensor', [
            offset for offset in range((layout.device & ~7) + 8, 240, 8)
            if len({word_at(image, offset) for image in images}) == 1 and
            word_at(other, offset) & 1 == word_at(images[0], offset) & 1 == 1 and
            word_at(other, offset) != word_at(images[0], offset)])
        plain = word_at(images[0], layout.key_set)

        def keys(*makers):
            """What their tensors have and plain ones have not; nothing where this torch cannot make them."""
            found = 0
            for make in makers:
                try:
                    found |= word_at(self._peek(make()._cdata), layout.key_set) & ~plain
                except (AttributeError, RuntimeError, TypeError):
                    pass
            return found
        rows, columns = torch.zeros(2, dtype=torch.int64), torch.zeros(0, dtype=torch.int64)
        layout.sparse_keys = keys(
            lambda: sparse, lambda: torch.sparse_csr_tensor(rows, columns, torch.ones(0), (1, 1)),
            lambda: torch.empty(1, layout=torch._mkldnn))
        layout.nested_keys = keys(lambda: torch.nested.nested_tensor([torch.ones(1)])) & ~layout.sparse_keys
        layout.python_keys = keys(self._python_tensor)

    def _extra(self):
        """The word behind the autograd data, which only a tensor that requires gradients has. Both are null in others."""
        layout, torch = self.layout, self._torch
        plain, tracked = self._peek(torch.ones(2)._cdata), self._peek(torch.ones(2, requires_grad=True)._cdata)
        found = [offset + 8 for offset in range(8, layout.sizes - 8, 8)
                 if word_at(plain, offset) == 0 and word_at(tracked, offset) > LOWEST_POINTER]
        if len(found) == 1 and word_at(plain, found[0]) == word_at(tracked, found[0]) == 0:
            layout.extra = found[0]

    def _python_tensor(self):
        """A tensor whose operators are implemented in Python, as torch.compile's stand-ins are."""
        class Implemented(self._torch.Tensor):
            @classmethod
            def __torch_dispatch__(cls, function, types, arguments=(), keywords=None):
                return NotImplemented
        return self._torch.Tensor._make_subclass(Implemented, self._torch.ones(1))

    def _undefined_tensor(self):
        """c10::UndefinedTensorImpl::_singleton, a static member of libc10."""
        try:
            library = ctypes.CDLL(mapped_path('libc10.so'))
            return ctypes.addressof(ctypes.c_byte.in_dll(library, '_ZN3c1019UndefinedTensorImpl10_singletonE'))
        except (OSError, ValueError):
            return 0


# ring/ArgumentImage.h
NONE, TENSOR, INT, DOUBLE, BOOL, STRING, INT_LIST, TENSOR_LIST, COMPLEX = 1, 3, 5, 6, 7, 8, 9, 12, 16


class TorchProof:
    """Fresh tensors, other shapes and numbers: what the layout reads must be what was given."""

    def __init__(self, library, torch, layout):
        self._library, self._torch, self._layout = library, torch, layout

    def run(self):
        torch = self._torch
        matrix = torch.ones(4, 6, 8, dtype=torch.float64).transpose(0, 2)
        other = torch.ones(8, 6, 4, dtype=torch.float64)
        self._expect('aten::add', 'Tensor', lambda: torch.add(matrix, other, alpha=-7),
                     [self._tensor(matrix, 7), self._tensor(other, 7), [INT]], [-7])
        many = torch.ones(1, 2, 1, 3, 1, 2, 1, 2, dtype=torch.bfloat16)
        self._expect('aten::sum', 'dim_IntList', lambda: torch.sum(many, dim=[1, 3], keepdim=False),
                     [self._tensor(many, 15), [INT_LIST | 2 << 16 | 2 << 32, 1, 3], [BOOL], [NONE]], [0])
        indices = torch.ones(0, 9, dtype=torch.int64)
        self._expect('aten::cat', '', lambda: torch.cat([indices, indices, indices], -1),
                     [[TENSOR_LIST | 3 << 16 | 3 << 32] + self._tensor(indices, 4) * 3, [INT]], [-1])
        self._expect('aten::clamp', '', lambda: torch.clamp(other, -0.25, 1e30),
                     [self._tensor(other, 7), [DOUBLE], [DOUBLE]], [-0.25, 1e30])
        if self._layout.tag_complex >= 0:
            wave = torch.ones(2, 9, dtype=torch.complex128)
            self._expect('aten::add', 'Tensor', lambda: torch.add(wave, wave, alpha=-4 + 0.75j),
                         [self._tensor(wave, 10), self._tensor(wave, 10), [COMPLEX]], [-4., 0.75])
        if self._layout.tag_string >= 0:
            single = torch.ones(2)
            none = list(struct.unpack('<Q', b'none\0\0\0\0'))
            self._expect('aten::gelu', '', lambda: torch.nn.functional.gelu(single, approximate='none'),
                         [self._tensor(single, 6), [STRING | 4 << 32] + none], [])
        self._expect_backward()

    @staticmethod
    def _tensor(tensor, code):
        sizes, strides = list(tensor.shape), list(tensor.stride())
        return [TENSOR | len(sizes) << 8 | code << 16 | 0xff << 32] + sizes + strides

    def _prove(self, name, work):
        proof = OperatorProof(name=name.encode())
        self._library.arm_proof(ctypes.byref(proof))
        try:
            result = work()
        finally:
            self._library.arm_proof(None)
        if not proof.taken:
            raise Uncalibrated(f'the callback never saw {name}')
        return proof, result

    def _expect(self, name, overload, work, arguments, scalars):
        proof, _ = self._prove(name, work)
        image = list(proof.image[:proof.words])
        numbers = [struct.unpack('<d' if isinstance(number, float) else '<q', struct.pack('<Q', word))[0]
                   for number, word in zip(scalars, proof.scalars[:proof.scalar_count])]
        wanted = [word & (2 ** 64 - 1) for argument in arguments for word in argument]
        if (proof.schema_name.decode(), proof.overload.decode()) != (name, overload):
            raise Uncalibrated(f'{name}.{overload} reads as {proof.schema_name!r}.{proof.overload!r}')
        if image != wanted or numbers != scalars or proof.scalar_count != len(scalars) or proof.scope != FUNCTION:
            raise Uncalibrated(f'arguments of {name} read as {image} {numbers}')

    def _expect_backward(self):
        torch = self._torch
        tracked = torch.ones(5, 2, requires_grad=True)
        forward, result = self._prove('aten::sin', lambda: torch.sin(tracked))
        node, gradient = result.grad_fn, torch.ones(5, 2)
        backward, _ = self._prove('SinBackward0', lambda: node(gradient))
        if (backward.scope != BACKWARD or backward.sequence != forward.sequence or forward.forward_thread != 0 or
                backward.forward_thread == 0 or backward.schema_name):
            raise Uncalibrated('the backward node of sin reads wrong')
