// The callbacks of another client of CUPTI. CUPTI calls its one subscriber, which is the probe; the probe passes them
// on. Any thread.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanes::probe::cupti {

class ClientCallbacks {
public:
    static constexpr std::uint32_t kDomains = 8;
    static constexpr std::uint32_t kFunctions = 2048; // more than any version has

    ClientCallbacks() = default;
    ClientCallbacks(const ClientCallbacks&) = delete;
    ClientCallbacks& operator=(const ClientCallbacks&) = delete;

    // Returns false if the client has subscribed already.
    [[nodiscard]] bool subscribe(Callback callback, void* user);
    void unsubscribe();
    [[nodiscard]] bool isSubscribed() const { return subscriber_.load() != nullptr; }

    // Turns a callback on or off for the client. Returns false for an invalid domain or function.
    bool want(Domain domain, std::uint32_t function, bool wanted);
    [[nodiscard]] bool wants(Domain domain, std::uint32_t function) const;

    // Calls the client's callback, if the client wants this function.
    void tell(Domain domain, std::uint32_t function, const void* data) const;

private:
    struct Subscriber {
        Callback callback;
        void* user;
    };

    std::atomic<const Subscriber*> subscriber_{nullptr}; // never freed: a callback may be running
    std::array<std::array<std::atomic<bool>, kFunctions>, kDomains> wanted_{};
};

} // namespace lanes::probe::cupti
