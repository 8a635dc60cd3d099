// Another client of CUPTI that has CUPTI to itself while it records. Its calls go on to CUPTI. The probe is notified
// of its first call, and when it has taken its last records.
#pragma once

#include "collector/probe/cupti/OtherCalls.h"

#include <bitset>
#include <cstddef>
#include <mutex>

namespace lanes::probe::cupti {

class AwaitedClient final : public OtherCalls {
public:
    // `comes`: called before the client's first call, and again after `leaves`; CUPTI must be free when it returns.
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
    std::mutex mutex_; // held during comes_(): other threads of the client wait
    bool here_ = false;
    bool recorded_ = false;   // a kind was enabled since the client came
    bool finalized_ = false;  // CUPTI is not used again
    bool clockIsSet_ = false; // to a clock of the client
    std::bitset<kMostKinds> on_;
};

} // namespace lanes::probe::cupti
