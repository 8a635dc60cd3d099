#include "collector/probe/cupti/SharedClient.h"

namespace lanes::probe::cupti {

namespace {

constexpr bool isKind(std::uint32_t kind) {
    return kind > 0 && kind < ClientRecords::kMostKinds;
}

} // namespace

Result SharedClient::registerBuffers(RequestBuffer request, CompleteBuffer complete) {
    if (request == nullptr || complete == nullptr) {
        return kInvalid;
    }
    session_.client().useBuffers(request, complete);
    return 0;
}

Result SharedClient::enable(std::uint32_t kind) {
    if (!isKind(kind)) {
        return cupti_.enable(kind);
    }
    ClientRecords& client = session_.client();
    if (!client.active()) {
        cupti_.flush(0); // what has been complete by now is not the client's
    }
    {
        const std::lock_guard lock(session_.decisions());
        if (session_.records(kind)) {
            turnNoiseOf(kind, true);
        } else {
            session_.leaveToOthers(kind);
            if (const Result result = cupti_.enable(kind); result != 0) {
                return result;
            }
        }
        client.enable(kind);
    }
    client.askForBuffer();
    return 0;
}

Result SharedClient::enableAndTell(std::uint32_t kind) {
    const Result result = enable(kind);
    // What there is comes once more, to both.
    return result == 0 && isKind(kind) && isAboutDevices(static_cast<Kind>(kind)) ? cupti_.enableAndTell(kind)
                                                                                  : result;
}

Result SharedClient::disable(std::uint32_t kind) {
    if (!isKind(kind)) {
        return cupti_.disable(kind);
    }
    const std::lock_guard lock(session_.decisions());
    session_.client().disable(kind);
    if (!session_.records(kind)) {
        return cupti_.disable(kind);
    }
    turnNoiseOf(kind, false);
    return 0;
}

void SharedClient::turnNoiseOf(std::uint32_t kind, bool on) const {
    if (kind == static_cast<std::uint32_t>(Kind::RuntimeCall)) {
        session_.turnNoise(Domain::Runtime, on);
    } else if (kind == static_cast<std::uint32_t>(Kind::DriverCall)) {
        session_.turnNoise(Domain::Driver, on);
    } else if (kind == static_cast<std::uint32_t>(Kind::Synchronization)) {
        session_.turnPolls(on);
    }
}

Result SharedClient::turnFunction(Domain domain, EnableFunction turn, std::uint32_t function, bool on) {
    const Kind kind = domain == Domain::Runtime ? Kind::RuntimeCall : Kind::DriverCall;
    Result result = 0;
    {
        const std::lock_guard lock(session_.decisions());
        // All others are recorded for us, whatever the client says of them.
        const bool forward =
            !session_.records(static_cast<std::uint32_t>(kind)) || CuptiSession::isNoise(domain, function);
        result = forward ? turn(function, on ? 1 : 0) : 0;
        if (result == 0) {
            session_.client().enableFunction(domain, function, on);
        }
    }
    session_.client().askForBuffer();
    return result;
}

Result SharedClient::enableRuntimeFunction(std::uint32_t function, std::uint8_t on) {
    return turnFunction(Domain::Runtime, cupti_.enableRuntimeFunction, function, on != 0);
}

Result SharedClient::enableDriverFunction(std::uint32_t function, std::uint8_t on) {
    return turnFunction(Domain::Driver, cupti_.enableDriverFunction, function, on != 0);
}

Result SharedClient::flush(std::uint32_t /*forced*/) {
    // Forced, it would end what runs in our records too, for good.
    const Result result = session_.flush();
    session_.client().flushed();
    return result;
}

Result SharedClient::droppedRecords(void* /*context*/, std::uint32_t /*stream*/, std::size_t* count) {
    if (count == nullptr) {
        return kInvalid;
    }
    session_.countDropped();
    *count = session_.client().takeDropped();
    return 0;
}

Result SharedClient::registerClock(Clock clock) {
    if (clock == nullptr) {
        return kInvalid;
    }
    session_.client().useClock(clock);
    return 0;
}

Result SharedClient::timestamp(std::uint64_t* time) {
    return time != nullptr && session_.client().time(*time) ? 0 : cupti_.timestamp(time);
}

Result SharedClient::setAttribute(std::uint32_t /*attribute*/, std::size_t* /*bytes*/, void* /*value*/) {
    return 0; // sizes of buffers and the like, which are ours
}

Result SharedClient::subscribe(void** subscriber, Callback callback, void* user) {
    if (subscriber == nullptr || callback == nullptr) {
        return kInvalid;
    }
    const std::lock_guard lock(session_.decisions());
    LaunchCallbacks& ours = session_.callbacks();
    if (!ours.isSubscribed()) { // no longer
        if (const Result result = ours.subscribe(); result != 0) {
            return result;
        }
    }
    if (!session_.clientCallbacks().subscribe(callback, user)) {
        return kOtherSubscriber;
    }
    *subscriber = this;
    return 0;
}

void SharedClient::forgetSubscriber() {
    const std::lock_guard lock(session_.decisions());
    for (std::uint32_t domain = 0; domain < ClientCallbacks::kDomains; ++domain) {
        enableDomain(0, this, static_cast<Domain>(domain));
    }
    session_.clientCallbacks().unsubscribe();
}

Result SharedClient::unsubscribe(void* /*subscriber*/) {
    forgetSubscriber();
    return 0;
}

Result SharedClient::turnCallback(bool on, Domain domain, std::uint32_t function) {
    const std::lock_guard lock(session_.decisions());
    const LaunchCallbacks& ours = session_.callbacks();
    const Result result = ours.watches(domain, function)
                              ? 0
                              : cupti_.enableCallback(on ? 1 : 0, ours.subscriber(), domain, function);
    if (result == 0) {
        session_.clientCallbacks().want(domain, function, on);
    }
    return result;
}

Result SharedClient::enableCallback(std::uint32_t on, void* /*subscriber*/, Domain domain,
                                    std::uint32_t function) {
    return turnCallback(on != 0, domain, function);
}

Result SharedClient::enableDomain(std::uint32_t on, void* /*subscriber*/, Domain domain) {
    if (static_cast<std::uint32_t>(domain) >= ClientCallbacks::kDomains) {
        return kInvalid;
    }
    for (std::uint32_t function = 0; function < ClientCallbacks::kFunctions; ++function) {
        // One by one, so that ours stay on throughout.
        if (on != 0 || session_.clientCallbacks().wants(domain, function)) {
            turnCallback(on != 0, domain, function);
        }
    }
    return 0;
}

Result SharedClient::finalize() {
    // It leaves; CUPTI stays. This may be within a callback of its own.
    for (std::uint32_t kind = 1; kind < ClientRecords::kMostKinds; ++kind) {
        if (session_.client().wants(kind)) {
            disable(kind);
        }
    }
    forgetSubscriber();
    return 0;
}

} // namespace lanes::probe::cupti
