// Another client's callbacks, which come to the one subscriber that there can be: us. Any thread.
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

    // False if it has subscribed already.
    [[nodiscard]] bool subscribe(Callback callback, void* user);
    void unsubscribe();
    [[nodiscard]] bool isSubscribed() const { return subscriber_.load() != nullptr; }

    // False for what cannot be.
    bool want(Domain domain, std::uint32_t function, bool wanted);
    [[nodiscard]] bool wants(Domain domain, std::uint32_t function) const;

    // Its callback, if it wants this one.
    void tell(Domain domain, std::uint32_t function, const void* data) const;

private:
    struct Subscriber {
        Callback callback;
        void* user;
    };

    std::atomic<const Subscriber*> subscriber_{nullptr}; // never freed: a callback may be under way
    std::array<std::array<std::atomic<bool>, kFunctions>, kDomains> wanted_{};
};

} // namespace lanes::probe::cupti
