#include "collector/probe/torch/CalibrationTap.h"

#include "collector/probe/torch/ArgumentReader.h"
#include "collector/probe/torch/RecordFunctionReader.h"

#include <pthread.h>

#include <atomic>
#include <cstring>

namespace lanes::probe {

namespace {

// Other threads of a busy program call operators of the same names.
template<class Wanted>
struct Armed {
    std::atomic<Wanted*> wanted{nullptr};
    pthread_t thread{}; // that armed it

    void arm(Wanted* by) {
        thread = pthread_self();
        wanted.store(by, std::memory_order_release);
    }
    // Whoever armed it gets it once.
    Wanted* claim(const char* name) {
        Wanted* found = wanted.load(std::memory_order_acquire);
        const bool ours = found != nullptr && pthread_equal(thread, pthread_self()) != 0 &&
                          std::strcmp(name, found->name) == 0;
        return ours && wanted.compare_exchange_strong(found, nullptr) ? found : nullptr;
    }
};
Armed<CalibrationImage> armedImage;
Armed<OperatorProof> armedProof;
Armed<OutputsImage> armedOutputs;

constexpr std::uint64_t kLowestPointer = 0x10000;
constexpr std::uint64_t kMostInputs = 64;

std::uint64_t wordAt(const std::uint8_t* bytes, std::size_t offset) {
    return DirectMemory::load<std::uint64_t>(bytes, static_cast<std::int64_t>(offset));
}

bool mayPointTo(std::uint64_t word) {
    return word >= kLowestPointer;
}

// Whether the two words at `offset` of the record are an array of inputs with the payloads asked for.
bool tryInputs(CalibrationImage& image, std::size_t offset) {
    const std::uint64_t address = wordAt(image.record, offset);
    const std::uint64_t count = wordAt(image.record, offset + 8);
    if (!mayPointTo(address) || address % 8 != 0 || count == 0 || count > kMostInputs ||
        !GuardedMemory::copy(image.values, reinterpret_cast<const void*>(address), sizeof image.values)) {
        return false;
    }
    if (image.payloads[0] != 0 && wordAt(image.values, 0) != image.payloads[0]) {
        return false;
    }
    for (std::size_t stride = 8; stride <= 64; stride += 8) {
        if (image.payloads[1] == 0 || wordAt(image.values, stride) == image.payloads[1]) {
            image.inputsFound = static_cast<std::int32_t>(offset);
            image.valueStride = static_cast<std::int32_t>(stride);
            return true;
        }
    }
    return false;
}

void findInputs(CalibrationImage& image) {
    if (image.inputsAt >= 0) {
        tryInputs(image, static_cast<std::size_t>(image.inputsAt));
        return;
    }
    for (std::size_t offset = 8; offset + 16 <= CalibrationImage::kRecordBytes; offset += 8) {
        if (tryInputs(image, offset)) {
            return;
        }
    }
}

void followInput(CalibrationImage& image) {
    const auto at = static_cast<std::size_t>(image.follow);
    if (at + 8 > CalibrationImage::kValueBytes ||
        !GuardedMemory::copy(image.object, reinterpret_cast<const void*>(wordAt(image.values, at)),
                             sizeof image.object)) {
        return;
    }
    for (std::size_t i = 0; i < CalibrationImage::kPointees; ++i) {
        const std::uint64_t word = wordAt(image.object, 8 * i);
        if (mayPointTo(word)) {
            GuardedMemory::copy(image.pointees[i],
                                reinterpret_cast<const void*>(word - CalibrationImage::kBeforePointee),
                                CalibrationImage::kObjectBytes);
        }
    }
}

void takeImage(CalibrationImage& image, const std::byte* recordFunction, const char* name,
               std::uint64_t torchThread) {
    image.inputsFound = -1;
    image.recordAddress = reinterpret_cast<std::uintptr_t>(recordFunction);
    image.namePointer = reinterpret_cast<std::uintptr_t>(name);
    image.torchThread = torchThread;
    if (GuardedMemory::copy(image.record, recordFunction, sizeof image.record)) {
        findInputs(image);
        if (image.inputsFound >= 0 && image.follow >= 0) {
            followInput(image);
        }
    }
    image.taken = 1;
}

void findOutputs(OutputsImage& image, const std::byte* recordFunction) {
    std::uint8_t record[CalibrationImage::kRecordBytes];
    image.found = -1;
    if (!GuardedMemory::copy(record, recordFunction, sizeof record)) {
        return;
    }
    for (std::size_t offset = 8; image.found < 0 && offset + 24 <= sizeof record; offset += 8) {
        const std::uint64_t begin = wordAt(record, offset);
        const std::uint64_t end = wordAt(record, offset + 8);
        std::uint64_t payload = 0;
        if (mayPointTo(begin) && begin % 8 == 0 &&
            end - begin == static_cast<std::uint64_t>(image.valueBytes) &&
            wordAt(record, offset + 16) >= end &&
            GuardedMemory::copy(&payload, reinterpret_cast<const void*>(begin), sizeof payload) &&
            payload == image.payload) {
            image.found = static_cast<std::int32_t>(offset);
        }
    }
}

void takeProof(OperatorProof& proof, const TorchLayout& layout, const std::byte* recordFunction) {
    const RecordFunctionReader<GuardedMemory> reader(layout, recordFunction);
    proof.scope = reader.scope();
    proof.sequence = reader.sequence();
    proof.forwardThread = reader.forwardThread();
    if (const std::uint64_t schema = reader.schema(); schema != 0) {
        const SchemaName name = readSchemaName(layout, schema);
        std::strncpy(proof.schemaName, name.name.c_str(), OperatorProof::kNameBytes - 1);
        std::strncpy(proof.overload, name.overload.c_str(), OperatorProof::kNameBytes - 1);
    }
    ArgumentBuffer arguments;
    ArgumentReader<GuardedMemory>(layout, arguments).readAll(recordFunction);
    proof.words = arguments.words;
    proof.scalarCount = arguments.scalarCount;
    std::memcpy(proof.image, arguments.image, sizeof proof.image);
    std::memcpy(proof.scalars, arguments.scalars, sizeof proof.scalars);
    proof.taken = 1;
}

} // namespace

void armCalibration(CalibrationImage* image) {
    armedImage.arm(image);
}

void armProof(OperatorProof* proof) {
    armedProof.arm(proof);
}

void armOutputs(OutputsImage* image) {
    armedOutputs.arm(image);
}

void tapOutputs(const std::byte* recordFunction, const char* name) {
    if (OutputsImage* image = armedOutputs.claim(name)) {
        findOutputs(*image, recordFunction);
        image->taken = 1;
    }
}

void tapOperator(const TorchLayout& layout, const std::byte* recordFunction, const char* name,
                 std::uint64_t torchThread) {
    if (CalibrationImage* image = armedImage.claim(name)) {
        takeImage(*image, recordFunction, name, torchThread);
    }
    if (OperatorProof* proof = armedProof.claim(name)) {
        takeProof(*proof, layout, recordFunction);
    }
}

} // namespace lanes::probe
