// The records that another client of CUPTI gets from those delivered to us, as if it were alone. They are copies in
// the client's own buffers, on its clock, of the kinds that it enabled, while they were enabled. Any thread. The
// client's functions are called with no lock held: the client may have locks of its own, and may call ours.
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

    // The client's own calls.
    void useBuffers(RequestBuffer request, CompleteBuffer complete);
    void useClock(Clock clock);
    // Sets `now` by the client's clock; false if that is CUPTI's.
    [[nodiscard]] bool time(std::uint64_t& now);
    // Enables a kind below kMostKinds.
    void enable(std::uint32_t kind);
    // Requests a buffer from the client if none is out, as the first record would. The client flushes only if it has
    // given out a buffer.
    void askForBuffer();
    void disable(std::uint32_t kind);
    // Turns a function of the runtime or the driver on or off, regardless of its kind, until the kind is enabled
    // again.
    void enableFunction(Domain domain, std::uint32_t function, bool on);
    // Called after CUPTI has been flushed: hands the client's buffers over. With all kinds disabled the session then
    // ends. Records that CUPTI completes later are handed over with the next flush, until another session begins.
    void flushed();
    // Returns the records lost since the client last asked. Takes no lock: clients ask while a buffer is handed over
    // to them.
    [[nodiscard]] std::size_t takeDropped() { return dropped_.exchange(0); }

    [[nodiscard]] bool wants(std::uint32_t kind);
    // True if a session has begun and has not seen its last flush.
    [[nodiscard]] bool active() const { return active_.load(std::memory_order_acquire); }

    // CUPTI's side. take() copies records from one of CUPTI's buffers, and may call the client's functions.
    void take(std::uint8_t* buffer, std::size_t valid);
    void countDropped(std::size_t count) { dropped_ += count; }
    // Called on a thread that begins a call that may launch work. Work that was launched before a kind was enabled is
    // not the client's.
    void launched(std::uint32_t correlation) {
        if (unbounded_.load(std::memory_order_relaxed)) {
            bound(correlation);
        }
    }
    // CUPTI records for this client only from now on; launched() is not called any more.
    void beAlone();

private:
    // A moment, as a number of a call.
    struct Bound {
        enum class State : std::uint8_t { None, NextLaunch, Known } state = State::None;
        std::uint32_t correlation = 0;
    };
    struct Window {
        bool on = false;
        bool inSession = false; // on now, or at some time since the session began
        std::uint64_t from = 0; // CUPTI's time
        std::uint64_t to = 0;   // 0: still on
        Bound first;            // the first launch that belongs to the window
        Bound behind;
    };
    // The choice of functions of a domain: what was set for each function, and for their kind.
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
    void beginSession();
    [[nodiscard]] bool anyOn() const;
    void bound(std::uint32_t correlation);
    [[nodiscard]] static bool isWithin(const Window& asked, std::uint32_t call);
    [[nodiscard]] bool isTheirs(Kind kind, const ActivityRecord& record);
    [[nodiscard]] bool isTheirCall(Domain domain, const ActivityRecord& record);
    using Lock = std::unique_lock<std::mutex>;
    // These release the lock while they call the client.
    void give(Lock& lock, const std::uint8_t* record, std::size_t bytes);
    void takeBuffer(Lock& lock);
    void handOver(Lock& lock);
    void convert(Kind kind, std::uint8_t* record, std::size_t bytes) const;

    const Functions& functions_;
    std::atomic<bool> active_{false};
    std::atomic<bool> unbounded_{false}; // a Bound waits for the next launch
    std::atomic<bool> hasHad_{false};    // true once there has been a session
    std::atomic<std::size_t> dropped_{0};
    std::mutex mutex_; // guards all below
    ClientClock clock_;
    RequestBuffer request_ = nullptr;
    CompleteBuffer complete_ = nullptr;
    std::array<Window, kMostKinds> windows_;
    std::array<CallChoice, 2> choices_;
    bool alone_ = false;
    int requesting_ = 0; // threads that are requesting a buffer from the client
    struct Buffer {
        std::uint8_t* at = nullptr;
        std::size_t bytes = 0;
        std::size_t used = 0;
        std::size_t records = 0;
        std::size_t mostRecords = 0; // 0: as many as fit
    };
    Buffer buffer_;              // the one that is being filled
    std::vector<Buffer> spares_; // more than one if several threads asked at once
};

} // namespace lanes::probe::cupti
