// Images of one operator's structures, taken inside torch's callback while everything in them is alive. Read
// by lanescope_probe/torch_layout.py, which mirrors CalibrationImage.
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

    // Asked for: the operator's name; where its inputs are, either by the payloads of the first two (0: any)
    // or, once known, by offset (-1: unknown); which input to follow as a pointer (-1: none).
    char name[128];
    std::uint64_t payloads[2];
    std::int32_t inputsAt;
    std::int32_t follow;
    // Given back
    std::int32_t taken;       // 1 when the operator has been seen
    std::int32_t inputsFound; // offset of the inputs in the record, -1 if not found
    std::int32_t valueStride; // bytes from one input to the next
    std::int32_t padding;
    std::uint64_t recordAddress;
    std::uint64_t namePointer; // what at::RecordFunction::name() returned
    std::uint64_t torchThread;
    std::uint8_t record[kRecordBytes];
    std::uint8_t values[kValueBytes];
    std::uint8_t object[kObjectBytes]; // what the followed input points to
    std::uint8_t pointees[kPointees]
                         [kObjectBytes]; // what each word of the object points to, from kBeforePointee before
};

// One operator as the recording would see it, read with the calibrated layout but guarded: the proof before
// it is switched on.
struct OperatorProof {
    static constexpr std::size_t kNameBytes = 128;

    char name[kNameBytes]; // asked for
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

// Where at::RecordFunction keeps what an operator gives back.
struct OutputsImage {
    char name[128];        // asked for: the operator's
    std::uint64_t payload; // of the one value that it gives back
    std::int32_t valueBytes;
    std::int32_t found; // offset of the vector in the record; -1: nowhere
    std::int32_t taken;
    std::int32_t padding;
};

// Waits for the next operator of image->name on the calling thread. `image` belongs to the caller and must live until
// then; nullptr stops waiting.
void armCalibration(CalibrationImage* image);
void armProof(OperatorProof* proof);
void armOutputs(OutputsImage* image);
// From the callback.
void tapOperator(const TorchLayout& layout, const std::byte* recordFunction, const char* name,
                 std::uint64_t torchThread);
// From the callback of its end.
void tapOutputs(const std::byte* recordFunction, const char* name);

} // namespace lanes::probe
