// The functions of NVIDIA's profiling library (CUPTI) in this process. No CUDA header is needed, neither here nor on
// the build machine. Prototypes and numbers are those of cupti_activity.h and cupti_callbacks.h, the same from CUDA
// 11.8 to 13.5. A test compares them with the installed headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lanes::probe::cupti {

// CUptiResult. 0 is success, any other value a failure.
using Result = int;
constexpr Result kInvalid = 1; // parameter
constexpr Result kNoPermission = 35;
constexpr Result kNoVirtualDevice = 33;
constexpr Result kOtherSubscriber = 39;

enum class Domain : std::uint32_t { Driver = 1, Runtime = 2, Resource = 3 };

// For cuptiSubscribe. The domain determines the type of `data` (CallbackLayout.h).
using Callback = void (*)(void* user, Domain domain, std::uint32_t function, const void* data);
using RequestBuffer = void (*)(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords);
using CompleteBuffer = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes,
                                std::size_t valid);
using Clock = std::uint64_t (*)();

struct Functions {
    Result (*subscribe)(void** subscriber, Callback callback, void* user);
    Result (*unsubscribe)(void* subscriber);
    Result (*enableCallback)(std::uint32_t on, void* subscriber, Domain domain, std::uint32_t function);
    Result (*registerBuffers)(RequestBuffer request, CompleteBuffer complete);
    Result (*enable)(std::uint32_t kind);
    Result (*disable)(std::uint32_t kind);
    Result (*nextRecord)(std::uint8_t* buffer, std::size_t valid, std::uint8_t** record);
    Result (*droppedRecords)(void* context, std::uint32_t stream,
                             std::size_t* count); // since the last call
    Result (*flush)(std::uint32_t forced);
    Result (*timestamp)(std::uint64_t* ns);
    Result (*callbackName)(Domain domain, std::uint32_t function, const char** name);
    // The functions below are not in every version: nullptr if missing.
    Result (*setAttribute)(std::uint32_t attribute, std::size_t* bytes, void* value);
    Result (*structSize)(std::uint32_t kind, std::uint32_t version, std::size_t* bytes);
    Result (*graphNodeId)(void* node, std::uint64_t* id);
    Result (*contextId)(void* context, std::uint32_t* id);
    Result (*streamId)(void* context, void* stream, std::uint8_t perThread, std::uint32_t* id);
    Result (*enableRuntimeFunction)(std::uint32_t function, std::uint8_t on);
    Result (*enableDriverFunction)(std::uint32_t function, std::uint8_t on);
    Result (*enableEventTimes)(std::uint8_t on);
    Result (*enablePolls)(std::uint8_t on);      // records of queries whose work is not over
    Result (*enableAndTell)(std::uint32_t kind); // as `enable`, and reports what exists already
    Result (*enableDomain)(std::uint32_t on, void* subscriber, Domain domain);
    Result (*registerClock)(Clock clock);
    Result (*finalize)();
};

// Finds the library that the process uses, or would use, and never a second one beside it. Calls only dlopen and
// dlsym: CUPTI itself may be called only once the driver is up. Returns an empty string, or why it failed, with the
// remedy.
[[nodiscard]] std::string findFunctions(Functions& functions);

// Explains CUPTI's refusal of records, with the remedy.
[[nodiscard]] std::string explain(Result result);

// Returns false if a function that every version has is missing.
[[nodiscard]] bool bindFunctions(void* library, Functions& functions);

// Sets an attribute of one byte; an older library refuses it.
void setByte(const Functions& functions, std::uint32_t attribute, std::uint8_t value);

} // namespace lanes::probe::cupti
