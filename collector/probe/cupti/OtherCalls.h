// The calls by which another client of CUPTI, above all torch.profiler, takes records and callbacks for itself. This
// class passes them on to CUPTI. The alternatives are SharedClient.h, RefusedClient.h and AwaitedClient.h.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

namespace lanes::probe::cupti {

// Any thread, as CUPTI itself allows.
class OtherCalls {
public:
    // `functions`: those of CUPTI; they outlive this.
    explicit OtherCalls(const Functions& functions)
        : cupti_(functions) {}
    OtherCalls(const OtherCalls&) = delete;
    OtherCalls& operator=(const OtherCalls&) = delete;

    virtual Result registerBuffers(RequestBuffer request, CompleteBuffer complete) {
        return cupti_.registerBuffers(request, complete);
    }
    virtual Result enable(std::uint32_t kind) { return cupti_.enable(kind); }
    virtual Result enableAndTell(std::uint32_t kind) { return cupti_.enableAndTell(kind); }
    virtual Result disable(std::uint32_t kind) { return cupti_.disable(kind); }
    virtual Result enableRuntimeFunction(std::uint32_t function, std::uint8_t on) {
        return cupti_.enableRuntimeFunction(function, on);
    }
    virtual Result enableDriverFunction(std::uint32_t function, std::uint8_t on) {
        return cupti_.enableDriverFunction(function, on);
    }
    virtual Result flush(std::uint32_t forced) { return cupti_.flush(forced); }
    virtual Result droppedRecords(void* context, std::uint32_t stream, std::size_t* count) {
        return cupti_.droppedRecords(context, stream, count);
    }
    virtual Result registerClock(Clock clock) { return cupti_.registerClock(clock); }
    virtual Result timestamp(std::uint64_t* time) { return cupti_.timestamp(time); }
    virtual Result setAttribute(std::uint32_t attribute, std::size_t* bytes, void* value) {
        return cupti_.setAttribute(attribute, bytes, value);
    }
    virtual Result enableEventTimes(std::uint8_t on) { return cupti_.enableEventTimes(on); }
    virtual Result subscribe(void** subscriber, Callback callback, void* user) {
        return cupti_.subscribe(subscriber, callback, user);
    }
    virtual Result unsubscribe(void* subscriber) { return cupti_.unsubscribe(subscriber); }
    virtual Result enableCallback(std::uint32_t on, void* subscriber, Domain domain, std::uint32_t function) {
        return cupti_.enableCallback(on, subscriber, domain, function);
    }
    virtual Result enableDomain(std::uint32_t on, void* subscriber, Domain domain) {
        return cupti_.enableDomain(on, subscriber, domain);
    }
    virtual Result finalize() { return cupti_.finalize(); }

protected:
    ~OtherCalls() = default;

    const Functions& cupti_;
};

} // namespace lanes::probe::cupti
