// What another client of CUPTI gets of the records that are delivered to us: copies in buffers of its own, of the kinds that
// it asked for and while it did, on its clock, as if it were alone. Any thread. The client's functions are called with no lock
// held: it may have its own, and may call ours.
#pragma once

#include "collector/probe/cupti/ActivityLayout.h"
#include "collector/probe/cupti/ClientClock.h"
#include "collector/probe/cupti/CuptiFunctions.h"

#include <array>
#include <atomic>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace lanes::probe::cupti {

class ClientRecords {
public:
    static constexpr std::size_t kMostKinds = 256;
    static constexpr std::size_t kMostFunctions = 2048;

    // `functions` outlive this.
    explicit ClientRecords(const Functions& functions)
        : functions_(functions)
        , clock_(functions) {}
    ClientRecords(const ClientRecords&) = delete;
    ClientRecords& operator=(const ClientRecords&) = delete;

    // What the client says, in calls of its own.
    void useBuffers(RequestBuffer request, CompleteBuffer complete);
    void useClock(Clock clock);
    // On the client's clock; false if that is CUPTI's.
    [[nodiscard]] bool time(std::uint64_t& now);
    // Below kMostKinds.
    void enable(std::uint32_t kind);
    // Asks it for a buffer if it has given out none, as the first record would: it flushes only what it has given out.
    void askForBuffer();
    void disable(std::uint32_t kind);
    // A function of the runtime or the driver, whatever is said of its kind, until that is enabled again.
    void enableFunction(Domain domain, std::uint32_t function, bool on);
    // CUPTI has been flushed: hands over what there is. With all kinds disabled the session is over; what CUPTI completes
    // later is handed over with the next flush, until a session begins.
    void flushed();
    // Records lost since it last asked. Takes no lock: clients ask while a buffer is handed over to them.
    [[nodiscard]] std::size_t takeDropped() { return dropped_.exchange(0); }

    [[nodiscard]] bool wants(std::uint32_t kind);
    // Whether there is a session that has not seen its last flush.
    [[nodiscard]] bool active() const { return active_.load(std::memory_order_acquire); }

    // What CUPTI says. A buffer of records is copied from; the client's functions are called.
    void take(std::uint8_t* buffer, std::size_t valid);
    void countDropped(std::size_t count) { dropped_ += count; }
    // A call begins that may launch work, on its thread. What was launched before a kind was enabled is not the client's.
    void launched(std::uint32_t correlation) {
        if (unbounded_.load(std::memory_order_relaxed)) {
            bound(correlation);
        }
    }
    // launched() will not be called any more: from now on CUPTI itself records for this client only.
    void beAlone();

private:
    // A moment in the numbers of calls.
    struct Bound {
        enum class State : std::uint8_t { None, NextLaunch, Known } state = State::None;
        std::uint32_t correlation = 0;
    };
    struct Window {
        bool on = false;
        bool inSession = false; // on now, or at some time since the session began
        std::uint64_t from = 0; // CUPTI's time
        std::uint64_t to = 0;   // 0: still on
        Bound first;            // of what is launched
        Bound behind;
    };
    // Of functions: what has been said of each, and what of their kind.
    struct CallChoice {
        std::bitset<kMostFunctions> said, on;
        bool kind = false;
        bool kindInSession = false;
    };

    [[nodiscard]] Window& window(Kind kind) { return windows_[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] CallChoice& choice(Domain domain) { return choices_[domain == Domain::Runtime ? 1 : 0]; }
    [[nodiscard]] std::uint64_t now() const;
    void open(Window& window);
    void close(Window& window);
    void chooseCalls(Domain domain);
    void beginSession();
    [[nodiscard]] bool anyOn() const;
    void bound(std::uint32_t correlation);
    [[nodiscard]] static bool isWithin(const Window& asked, std::uint32_t call);
    [[nodiscard]] bool isTheirs(Kind kind, const ActivityRecord& record);
    [[nodiscard]] bool isTheirCall(Domain domain, const ActivityRecord& record);
    using Lock = std::unique_lock<std::mutex>;
    // These give the lock up while they call the client.
    void give(Lock& lock, const std::uint8_t* record, std::size_t bytes);
    void takeBuffer(Lock& lock);
    void handOver(Lock& lock);
    void convert(Kind kind, std::uint8_t* record, std::size_t bytes) const;

    const Functions& functions_;
    std::atomic<bool> active_{false};
    std::atomic<bool> unbounded_{false}; // some Bound waits for the next launch
    std::atomic<bool> hasHad_{false};    // a session
    std::atomic<std::size_t> dropped_{0};
    std::mutex mutex_; // guards all below
    ClientClock clock_;
    RequestBuffer request_ = nullptr;
    CompleteBuffer complete_ = nullptr;
    std::array<Window, kMostKinds> windows_;
    std::array<CallChoice, 2> choices_;
    bool alone_ = false;
    int requesting_ = 0; // threads that ask the client for a buffer
    struct Buffer {
        std::uint8_t* at = nullptr;
        std::size_t bytes = 0;
        std::size_t used = 0;
        std::size_t records = 0;
        std::size_t mostRecords = 0; // 0: as many as fit
    };
    Buffer buffer_;              // that is being filled
    std::vector<Buffer> spares_; // several threads have asked at once
};

} // namespace lanes::probe::cupti
