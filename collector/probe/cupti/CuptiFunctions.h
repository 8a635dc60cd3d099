// NVIDIA's profiling library (CUPTI) as this process has it: no header of CUDA is needed, neither here nor where this is
// built. Prototypes and numbers are those of cupti_activity.h and cupti_callbacks.h, the same from CUDA 11.8 to 13.5; a test
// compares them with the headers that are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lanes::probe::cupti {

// CUptiResult. What is not 0 has failed.
using Result = int;
constexpr Result kInvalid = 1; // parameter
constexpr Result kNoPermission = 35;
constexpr Result kNoVirtualDevice = 33;
constexpr Result kOtherSubscriber = 39;

enum class Domain : std::uint32_t { Driver = 1, Runtime = 2, Resource = 3 };

// From cuptiSubscribe: `data` is what the domain says (CallbackLayout.h).
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
                             std::size_t* count); // since it was last asked
    Result (*flush)(std::uint32_t forced);
    Result (*timestamp)(std::uint64_t* ns);
    Result (*callbackName)(Domain domain, std::uint32_t function, const char** name);
    // Not in every version: nullptr.
    Result (*setAttribute)(std::uint32_t attribute, std::size_t* bytes, void* value);
    Result (*structSize)(std::uint32_t kind, std::uint32_t version, std::size_t* bytes);
    Result (*graphNodeId)(void* node, std::uint64_t* id);
    Result (*contextId)(void* context, std::uint32_t* id);
    Result (*streamId)(void* context, void* stream, std::uint8_t perThread, std::uint32_t* id);
    Result (*enableRuntimeFunction)(std::uint32_t function, std::uint8_t on);
    Result (*enableDriverFunction)(std::uint32_t function, std::uint8_t on);
    Result (*enableEventTimes)(std::uint8_t on);
    Result (*enablePolls)(std::uint8_t on);      // records of queries whose work is not over
    Result (*enableAndTell)(std::uint32_t kind); // as `enable`, and tells of what there is already
    Result (*enableDomain)(std::uint32_t on, void* subscriber, Domain domain);
    Result (*registerClock)(Clock clock);
    Result (*finalize)();
};

// Finds the library that the process uses, or would use, and never a second one beside it. Only dlopen and dlsym: CUPTI
// itself is not called, which is only allowed once the driver is up. Returns an empty string or why not, with the remedy.
[[nodiscard]] std::string findFunctions(Functions& functions);

// What CUPTI's answer to being asked for records means, and what helps.
[[nodiscard]] std::string explain(Result result);

// False if a function is missing that every version has.
[[nodiscard]] bool bindFunctions(void* library, Functions& functions);

// A setting of CUPTI's of one byte; an older library refuses it.
void setByte(const Functions& functions, std::uint32_t attribute, std::uint8_t value);

} // namespace lanes::probe::cupti
