// The offsets of the structures of this process's torch. They are found by value when the probe attaches
// (lanescope_probe/torch_layout.py, which has the same fields in the same order). Offsets in bytes, tags as numbers;
// -1 means absent.
#pragma once

#include <cstdint>

namespace lanes::probe {

struct TorchLayout {
    // at::RecordFunction
    std::int32_t inputs = -1; // ArrayRef<const IValue>: pointer, then count
    std::int32_t sequence = -1;
    std::int32_t scope = -1;
    std::int32_t forwardThread = -1;
    std::int32_t function = -1;      // variant of schema pointer and string
    std::int32_t functionIndex = -1; // byte that selects the variant: 1 schema, 0 string
    // c10::IValue
    std::int32_t valueBytes = -1;
    std::int32_t valueTag = -1;
    std::int32_t tagTensor = -1;
    std::int32_t tagInt = -1;
    std::int32_t tagDouble = -1;
    std::int32_t tagComplex = -1;
    std::int32_t tagBool = -1;
    std::int32_t tagList = -1;
    std::int32_t tagString = -1;
    std::int32_t tagNone = -1;
    // c10::TensorImpl
    std::int32_t sizes = -1; // SizesAndStrides: count, five sizes, five strides (above five: a pointer)
    std::int32_t dtype = -1;
    std::int32_t device = -1; // type, index
    std::int32_t keySet = -1; // c10::DispatchKeySet, see nestedKeys
    std::int32_t extra = -1;  // pointer to data that few tensors have: names, symbolic sizes
    // c10::ivalue::ComplexHolder, c10::detail::ListImpl, c10::ivalue::ConstantString, std::string
    std::int32_t complexParts = -1;
    std::int32_t listVector = -1;
    std::int32_t listElementType = -1;
    std::int32_t string = -1;
    std::int32_t stringIsNew = -1; // 1: pointer and size; 0: the old ABI's pointer with the size in front
    // Addresses
    std::uint64_t tensorType = 0;      // target of listElementType in a list of tensors
    std::uint64_t undefinedTensor = 0; // address of the TensorImpl that stands for "no tensor"
    // Bits of the key set: tensors without sizes (nested), and without strides (sparse, compressed, oneDNN's own).
    std::uint64_t nestedKeys = 0;
    std::uint64_t sparseKeys = 0;
    std::uint64_t pythonKeys =
        0; // implemented in Python: with symbolic sizes, these look like one empty vector
    // Outputs and their values; found only if the session wants them (lanescope_probe/output_layout.py).
    std::int32_t outputs = -1;       // of at::RecordFunction: std::vector<IValue>
    std::int32_t storage = -1;       // of c10::TensorImpl: pointer to the c10::StorageImpl
    std::int32_t storageOffset = -1; // in elements
    std::int32_t storageData = -1;   // of c10::StorageImpl: pointer to the first byte
    std::int32_t storageBytes = -1;
    std::int32_t padding = 0;
    std::uint64_t denseKeys = 0; // all bits allowed for tensors whose values lie there plainly
};

} // namespace lanes::probe
