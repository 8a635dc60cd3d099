#include "collector/probe/cupti/ClientCallbacks.h"

namespace lanes::probe::cupti {

bool ClientCallbacks::subscribe(Callback callback, void* user) {
    const Subscriber* nobody = nullptr;
    const auto* subscriber = new Subscriber{callback, user};
    if (!subscriber_.compare_exchange_strong(nobody, subscriber)) {
        delete subscriber;
        return false;
    }
    return true;
}

void ClientCallbacks::unsubscribe() {
    subscriber_ = nullptr;
    for (auto& domain : wanted_) {
        for (std::atomic<bool>& function : domain) {
            function = false;
        }
    }
}

bool ClientCallbacks::want(Domain domain, std::uint32_t function, bool wanted) {
    const auto at = static_cast<std::uint32_t>(domain);
    if (at >= kDomains || function >= kFunctions) {
        return false;
    }
    wanted_[at][function] = wanted;
    return true;
}

bool ClientCallbacks::wants(Domain domain, std::uint32_t function) const {
    const auto at = static_cast<std::uint32_t>(domain);
    return at < kDomains && function < kFunctions && wanted_[at][function].load(std::memory_order_relaxed);
}

void ClientCallbacks::tell(Domain domain, std::uint32_t function, const void* data) const {
    const Subscriber* subscriber = subscriber_.load(std::memory_order_acquire);
    if (subscriber != nullptr && wants(domain, function)) {
        subscriber->callback(subscriber->user, domain, function, data);
    }
}

} // namespace lanes::probe::cupti
