"""Where torch keeps what operators give back, and where the values of tensors lie: found by value, as torch_layout does it."""
import ctypes

from lanescope_probe.native import OutputsImage, Uncalibrated, only, word_at

OBJECT_BYTES = 256


class OutputCalibration:
    def __init__(self, library, torch, layout):
        self._library, self._torch, self._layout = library, torch, layout

    def run(self):
        """Completes the layout."""
        layout, torch = self._layout, self._torch
        first, second = torch.ones(3, 5, 7), torch.ones(4)
        found = {self._offset('aten::add_', first, lambda: first.add_(1)),
                 self._offset('aten::mul_', second, lambda: second.mul_(2))}
        if len(found) != 1 or -1 in found:
            raise Uncalibrated('outputs of at::RecordFunction: found nowhere')
        self._values()
        layout.dense_keys = self._dense_keys()
        layout.outputs = found.pop()
        self._library.set_torch_layout(ctypes.byref(layout))

    def _offset(self, name, tensor, work):
        """What `work` gives back is the tensor itself."""
        image = OutputsImage(name=name.encode(), payload=tensor._cdata, value_bytes=self._layout.value_bytes)
        self._library.arm_outputs(ctypes.byref(image))
        try:
            work()
        finally:
            self._library.arm_outputs(None)
        if not image.taken:
            raise Uncalibrated(f'the callback never saw the end of {name}')
        return image.found

    def _peek(self, address):
        buffer = ctypes.create_string_buffer(OBJECT_BYTES)
        return buffer.raw if self._library.peek(address, buffer, OBJECT_BYTES) else None

    def _values(self):
        """The tensor's pointer to its storage, and the storage's to the bytes."""
        layout, torch = self._layout, self._torch
        places = None
        for elements, begin, end in ((1237, 11, 900), (4001, 300, 302)):
            whole = torch.ones(elements)
            view = whole[begin:end]
            raw = self._peek(view._cdata)
            if raw is None:
                raise Uncalibrated('TensorImpl cannot be read')
            layout.storage_offset = layout.sizes + 88
            if (word_at(raw, layout.storage_offset), word_at(raw, layout.storage_offset + 8)) != (begin, end - begin):
                raise Uncalibrated('offset of a tensor in its storage')
            here = set()
            for offset in range(8, layout.sizes, 8):
                storage = self._peek(word_at(raw, offset)) if word_at(raw, offset) > 0x10000 else None
                if storage is None:
                    continue
                here |= {(offset, data, size) for data in range(8, 128, 8) if word_at(storage, data) == whole.data_ptr()
                         for size in range(8, 128, 8) if word_at(storage, size) == 4 * elements}
            places = here if places is None else places & here
        layout.storage, layout.storage_data, layout.storage_bytes = only('storage of a tensor', places)

    def _dense_keys(self):
        """What tensors have whose values lie in memory as they are, or with another sign."""
        torch = self._torch
        with torch.inference_mode():
            inferred = torch.ones(2)
        tracked = torch.ones(2, requires_grad=True)
        wave = torch.ones(2, dtype=torch.complex64)
        plain = [inferred, tracked, tracked * 2, torch.ones(2), torch.ones(2, dtype=torch.bfloat16), wave, wave.conj(),
                 wave.conj().imag, torch.nn.Parameter(torch.ones(2))]
        keys = 0
        for tensor in plain:
            keys |= word_at(self._peek(tensor._cdata), self._layout.key_set)
        return keys
