// Images of one operator's structures, taken inside torch's callback while everything in them is alive.
// lanescope_probe/torch_layout.py, which mirrors CalibrationImage, reads them.
#pragma once

#include "collector/probe/torch/TorchLayout.h"
#include "collector/ring/ArgumentImage.h"

#include <cstddef>
#include <cstdint>

namespace lanes::probe {

struct CalibrationImage {
    static constexpr std::size_t kRecordBytes = 512;
    static constexpr std::size_t kValueBytes = 256;
    static constexpr std::size_t kObjectBytes = 128;
    static constexpr std::size_t kPointees = kObjectBytes / 8;
    // An old std::string keeps its size in front of the text.
    static constexpr std::size_t kBeforePointee = 32;

    // Input: the operator's name, and how to find its inputs: by the payloads of the first two (0: any) or, once
    // known, by offset (-1: unknown). `follow` is the input to follow as a pointer (-1: none).
    char name[128];
    std::uint64_t payloads[2];
    std::int32_t inputsAt;
    std::int32_t follow;
    // Output:
    std::int32_t taken;       // 1 when the operator has been seen
    std::int32_t inputsFound; // offset of the inputs in the record, -1 if not found
    std::int32_t valueStride; // bytes from one input to the next
    std::int32_t padding;
    std::uint64_t recordAddress;
    std::uint64_t namePointer; // what at::RecordFunction::name() returned
    std::uint64_t torchThread;
    std::uint8_t record[kRecordBytes];
    std::uint8_t values[kValueBytes];
    std::uint8_t object[kObjectBytes]; // the object that the followed input points to
    // The objects that the words of `object` point to, from kBeforePointee bytes before each.
    std::uint8_t pointees[kPointees][kObjectBytes];
};

// One operator as the recording would see it, read with the calibrated layout but guarded. It proves the layout
// before the recording uses it.
struct OperatorProof {
    static constexpr std::size_t kNameBytes = 128;

    char name[kNameBytes]; // input
    std::int32_t taken;
    std::uint32_t scope;
    std::int64_t sequence;
    std::uint64_t forwardThread;
    char schemaName[kNameBytes];
    char overload[kNameBytes];
    std::uint32_t words;
    std::uint32_t scalarCount;
    std::uint64_t image[ring::kMaxImageWords];
    std::uint64_t scalars[ring::kMaxScalars];
};

// The place where at::RecordFunction keeps an operator's outputs.
struct OutputsImage {
    char name[128];        // input: the operator's name
    std::uint64_t payload; // input: of the operator's one output
    std::int32_t valueBytes;
    std::int32_t found; // offset of the vector in the record; -1: nowhere
    std::int32_t taken;
    std::int32_t padding;
};

// Wait for the next operator of `image->name` on the calling thread. `image` belongs to the caller and must live
// until then; nullptr stops waiting.
void armCalibration(CalibrationImage* image);
void armProof(OperatorProof* proof);
void armOutputs(OutputsImage* image);
// Called from the callback of an operator's begin.
void tapOperator(const TorchLayout& layout, const std::byte* recordFunction, const char* name,
                 std::uint64_t torchThread);
// Called from the callback of its end.
void tapOutputs(const std::byte* recordFunction, const char* name);

} // namespace lanes::probe
