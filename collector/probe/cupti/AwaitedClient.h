// Another client of CUPTI that has it for itself while it records: its calls go on to CUPTI, and we are told when its first
// comes and when it has taken its last records.
#pragma once

#include "collector/probe/cupti/OtherCalls.h"

#include <bitset>
#include <cstddef>
#include <mutex>

namespace lanes::probe::cupti {

class AwaitedClient final : public OtherCalls {
public:
    // `comes`: before its first call, and again after `leaves`; CUPTI is to be free when it returns.
    AwaitedClient(const Functions& functions, void (*comes)(), void (*leaves)())
        : OtherCalls(functions)
        , comes_(comes)
        , leaves_(leaves) {}

    Result registerBuffers(RequestBuffer request, CompleteBuffer complete) override;
    Result enable(std::uint32_t kind) override;
    Result enableAndTell(std::uint32_t kind) override;
    Result disable(std::uint32_t kind) override;
    Result flush(std::uint32_t forced) override;
    Result registerClock(Clock clock) override;
    Result subscribe(void** subscriber, Callback callback, void* user) override;
    Result finalize() override;

private:
    static constexpr std::size_t kMostKinds = 256;

    void arrive();
    Result enabled(std::uint32_t kind, Result result);

    void (*comes_)();
    void (*leaves_)();
    std::mutex mutex_; // held while it comes: others of its threads wait
    bool here_ = false;
    bool recorded_ = false;   // something was enabled since it came
    bool finalized_ = false;  // CUPTI is not used again
    bool clockIsSet_ = false; // to one of its own
    std::bitset<kMostKinds> on_;
};

} // namespace lanes::probe::cupti
