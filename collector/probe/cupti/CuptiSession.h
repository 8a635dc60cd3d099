// One use of CUPTI, from its first call in this process to the last. CUPTI's callbacks name no user, so there is one at most.
#pragma once

#include "collector/probe/SourceGate.h"
#include "collector/probe/cupti/ActivityBuffers.h"
#include "collector/probe/cupti/ActivityDecoder.h"
#include "collector/probe/cupti/ClientCallbacks.h"
#include "collector/probe/cupti/ClientRecords.h"
#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/DeviceRing.h"
#include "collector/probe/cupti/EarlyReader.h"
#include "collector/probe/cupti/LaunchCallbacks.h"
#include "collector/probe/cupti/StepDown.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::probe::cupti {

class CuptiSession {
public:
    // `ring`: a complete ring file. Never destroyed: CUPTI keeps pointers to it.
    CuptiSession(const Functions& functions, const SourceGate& gate, ring::MappedFile ring);
    CuptiSession(const CuptiSession&) = delete;
    CuptiSession& operator=(const CuptiSession&) = delete;
    ~CuptiSession() = delete;

    // Asks for records and callbacks. Returns an empty string, or why there will be none; then CUPTI is as before.
    [[nodiscard]] std::string start();
    // Called when so many buffers are out that turn() should not wait for its time. From a callback of CUPTI.
    struct Hurry {
        void (*call)(void* whom) = nullptr;
        void* whom = nullptr;
    };
    // Before start().
    void useHurry(const Hurry& hurry) { hurry_ = hurry; }
    // What start() had to leave out, a sentence each.
    [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
    // Has CUPTI hand over what is complete, and says up to when that is all. Now and then, from one thread, never from a
    // callback of CUPTI.
    void turn();
    // Leaves CUPTI to others; the last records come now, those of work that runs without their end. Instead of turn(). What
    // client() and clientCallbacks() hold goes on: from now on CUPTI records for them alone.
    void end();
    // As end(), and the session says that devices are not recorded from here on, and why.
    void pause(std::string_view why);
    // After pause(). Returns as start().
    [[nodiscard]] std::string resume();
    // In a long pause of the recording: CUPTI records what devices there are, and nothing else for us. Its callbacks stay: a
    // client may come, and a graph that is captured now be replayed later. From the thread that turns; at most once until wake().
    void rest();
    void wake();
    // In the child after fork, in which CUPTI is dead and its buffers are the parent's.
    void abandon();

    // The program calls a stream of its own, or a default one, by that name. Any thread, never from a callback of CUPTI.
    void nameStream(void* stream, std::string_view name);

    // For another client, which gets its records and callbacks through us (SharedClient.h). Any thread.
    [[nodiscard]] const Functions& functions() const { return functions_; }
    // Held while it is decided what CUPTI records and tells, and for whom, so that nobody turns off what another has just
    // asked for. Neither buffers are handed over with it nor flushes made.
    [[nodiscard]] std::recursive_mutex& decisions() { return decisions_; }
    // Has CUPTI hand over what is complete, and waits for what other threads are just handing over, up to a second. Never from
    // a callback of CUPTI.
    Result flush();
    [[nodiscard]] ClientRecords& client() { return client_; }
    [[nodiscard]] ClientCallbacks& clientCallbacks() { return clientCallbacks_; }
    [[nodiscard]] LaunchCallbacks& callbacks() { return callbacks_; }
    // Whether CUPTI makes records of that kind for us.
    [[nodiscard]] bool records(std::uint32_t kind) const;
    // CUPTI makes records of that kind for the client alone.
    void leaveToOthers(std::uint32_t kind) { decoder_.leaveToOthers(kind); }
    // Calls, and queries before their work is over, that CUPTI leaves out for us: for the client it does not.
    void turnNoise(Domain domain, bool on) const;
    void turnPolls(bool on) const;
    [[nodiscard]] static bool isNoise(Domain domain, std::uint32_t function);
    // Asks CUPTI how many records it has dropped since it was last asked, and counts them for all. Takes no lock.
    void countDropped();

private:
    static void onRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords);
    static void onComplete(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes,
                           std::size_t valid);

    [[nodiscard]] std::string take();
    void probeLayouts();
    [[nodiscard]] Result enableKinds();
    // Of calls, those that are recorded.
    [[nodiscard]] Result turnOn(Kind kind);
    void turnOff(Kind kind);
    void turnShown(bool on) const;
    void complete(std::uint8_t* buffer, std::size_t valid);
    // Buffers that another thread is just being handed come too, until it has been quiet for a moment.
    void awaitBuffers(const ActivityBuffers::Mark& mark, int mostTries) const;
    void leaveToClient();
    // Once a second: records less from now on if this costs too much, and says so.
    void weighCost();
    void record(Detail detail);
    void leaveOut(Kind kind, bool out);
    void recordWholeGraphs(bool whole);
    [[nodiscard]] bool leavesOut(Kind kind) const;
    // Once: of devices that CUPTI has not told of by then.
    void askDriver();
    // CUPTI is asked for its time without the ring's lock: it may hold a lock of its own while it hands buffers over.
    void writeClockPair();
    void writeRest(std::uint8_t flags);
    // Before a flush, and behind it.
    void beginEarly();
    void readEarly();
    // `upTo`: before the flush that has just been. What is in buffers that are still out may not have come. `last`: nothing will.
    void writeDelivered(std::uint64_t upTo, bool last);

    const Functions functions_;
    std::recursive_mutex decisions_;
    ActivityBuffers buffers_;
    DeviceRing ring_;
    ActivityDecoder decoder_;
    EarlyReader early_;
    ClientRecords client_;
    ClientCallbacks clientCallbacks_;
    CallbackCost cost_;
    LaunchCallbacks callbacks_;
    StepDown stepDown_;
    Hurry hurry_;
    std::int64_t weighed_ = 0; // when it was, by the monotonic clock
    std::atomic<Detail> detail_{Detail::All};
    std::vector<Kind> kinds_; // whose records can be read, and that are on after start()
    std::vector<std::string> missing_;
    std::atomic<std::uint64_t> dropped_{0};
    std::atomic<bool> recording_{false}; // between take() and end() or pause()
    std::atomic<bool> resting_{false};   // between rest() and wake()
    std::atomic<int> completing_{0};     // buffers that are being read
    bool wholeGraphs_ = false;
    bool driverAsked_ = false; // what devices there are
    bool abandoned_ = false;
};

} // namespace lanes::probe::cupti
