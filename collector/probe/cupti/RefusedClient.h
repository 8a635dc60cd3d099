// Another client of CUPTI that is refused the calls by which it would take CUPTI from us, as CUPTI refuses a second
// subscriber. Its other calls seem to succeed, since it would complain of each failure.
#pragma once

#include "collector/probe/cupti/OtherCalls.h"

namespace lanes::probe::cupti {

class RefusedClient final : public OtherCalls {
public:
    // `refused`: called at each refused call.
    RefusedClient(const Functions& functions, void (*refused)())
        : OtherCalls(functions)
        , refused_(refused) {}

    Result registerBuffers(RequestBuffer /*request*/, CompleteBuffer /*complete*/) override {
        return refuse();
    }
    Result enable(std::uint32_t /*kind*/) override { return refuse(); }
    Result enableAndTell(std::uint32_t /*kind*/) override { return refuse(); }
    Result disable(std::uint32_t /*kind*/) override { return 0; }
    Result enableRuntimeFunction(std::uint32_t /*function*/, std::uint8_t /*on*/) override { return 0; }
    Result enableDriverFunction(std::uint32_t /*function*/, std::uint8_t /*on*/) override { return 0; }
    Result flush(std::uint32_t /*forced*/) override { return 0; }
    Result droppedRecords(void* /*context*/, std::uint32_t /*stream*/, std::size_t* count) override {
        if (count != nullptr) {
            *count = 0;
        }
        return 0;
    }
    Result registerClock(Clock /*clock*/) override { return refuse(); }
    Result setAttribute(std::uint32_t /*attribute*/, std::size_t* /*bytes*/, void* /*value*/) override {
        return 0;
    }
    Result enableEventTimes(std::uint8_t /*on*/) override { return 0; }
    Result subscribe(void** /*subscriber*/, Callback /*callback*/, void* /*user*/) override {
        return refuse();
    }
    Result unsubscribe(void* /*subscriber*/) override { return 0; }
    Result enableCallback(std::uint32_t /*on*/, void* /*subscriber*/, Domain /*domain*/,
                          std::uint32_t /*function*/) override {
        return refuse();
    }
    Result enableDomain(std::uint32_t /*on*/, void* /*subscriber*/, Domain /*domain*/) override {
        return refuse();
    }
    Result finalize() override { return 0; }

private:
    Result refuse() {
        refused_();
        return kOtherSubscriber;
    }

    void (*refused_)();
};

} // namespace lanes::probe::cupti
