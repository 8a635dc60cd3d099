// Another client of CUPTI that is served from the records that CUPTI gives to us. It gets all that it would get
// alone, while our records stay complete. Calls that would take CUPTI from us, or change its settings, do not reach
// CUPTI.
#pragma once

#include "collector/probe/cupti/CuptiSession.h"
#include "collector/probe/cupti/OtherCalls.h"

namespace lanes::probe::cupti {

class SharedClient final : public OtherCalls {
public:
    // `session` has been started, and outlives this.
    explicit SharedClient(CuptiSession& session)
        : OtherCalls(session.functions())
        , session_(session) {}

    Result registerBuffers(RequestBuffer request, CompleteBuffer complete) override;
    Result enable(std::uint32_t kind) override;
    Result enableAndTell(std::uint32_t kind) override;
    Result disable(std::uint32_t kind) override;
    Result enableRuntimeFunction(std::uint32_t function, std::uint8_t on) override;
    Result enableDriverFunction(std::uint32_t function, std::uint8_t on) override;
    Result flush(std::uint32_t forced) override;
    Result droppedRecords(void* context, std::uint32_t stream, std::size_t* count) override;
    Result registerClock(Clock clock) override;
    Result timestamp(std::uint64_t* time) override;
    Result setAttribute(std::uint32_t attribute, std::size_t* bytes, void* value) override;
    Result subscribe(void** subscriber, Callback callback, void* user) override;
    Result unsubscribe(void* subscriber) override;
    Result enableCallback(std::uint32_t on, void* subscriber, Domain domain, std::uint32_t function) override;
    Result enableDomain(std::uint32_t on, void* subscriber, Domain domain) override;
    Result finalize() override;

private:
    using EnableFunction = Result (*)(std::uint32_t function, std::uint8_t on);
    Result turnFunction(Domain domain, EnableFunction turn, std::uint32_t function, bool on);
    void turnNoiseOf(std::uint32_t kind, bool on) const;
    Result turnCallback(bool on, Domain domain, std::uint32_t function);
    void forgetSubscriber();

    CuptiSession& session_;
};

} // namespace lanes::probe::cupti
