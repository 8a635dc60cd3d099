// One use of CUPTI, from its first call in this process to the last. CUPTI's callbacks carry no user pointer, so
// there is at most one session.
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
    // `ring`: a complete ring file. The session is never destroyed: CUPTI keeps pointers to it.
    CuptiSession(const Functions& functions, const SourceGate& gate, ring::MappedFile ring);
    CuptiSession(const CuptiSession&) = delete;
    CuptiSession& operator=(const CuptiSession&) = delete;
    ~CuptiSession() = delete;

    // Requests records and callbacks. Returns an empty string, or why it failed; then CUPTI is as before.
    [[nodiscard]] std::string start();
    // Called from a callback of CUPTI when so many buffers are out that turn() should come at once.
    struct Hurry {
        void (*call)(void* whom) = nullptr;
        void* whom = nullptr;
    };
    // Must be called before start().
    void useHurry(const Hurry& hurry) { hurry_ = hurry; }
    // Returns what start() had to leave out, one sentence each.
    [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
    // Makes CUPTI hand over complete records, and writes up to when they are all delivered. Called regularly from one
    // thread, never from a callback of CUPTI.
    void turn();
    // Leaves CUPTI to other clients, instead of turn(). The last records are written, without the end of work that is
    // still running. client() and clientCallbacks() continue: from now on CUPTI records for them alone.
    void end();
    // As end(). Also records that devices are not recorded from here on, and why.
    void pause(std::string_view why);
    // Takes CUPTI again after pause(). Returns as start().
    [[nodiscard]] std::string resume();
    // For a long pause of the recording: CUPTI only reports which devices, contexts, streams and links exist, and
    // records nothing else for us. Its callbacks stay: a client may come, and a graph captured now may be replayed
    // later. Call it from the thread that calls turn(), at most once until wake().
    void rest();
    void wake();
    // For the child after fork, in which CUPTI is dead and its buffers are the parent's.
    void abandon();

    // The program names a stream of its own, or a default one. Any thread, never from a callback of CUPTI.
    void nameStream(void* stream, std::string_view name);

    // For another client, which gets its records and callbacks through the session (SharedClient.h). Any thread.
    [[nodiscard]] const Functions& functions() const { return functions_; }
    // The lock of the decisions about what CUPTI records and reports, and for whom. It keeps one client from turning
    // off what another has just requested. It is not held while buffers are handed over or CUPTI is flushed.
    [[nodiscard]] std::recursive_mutex& decisions() { return decisions_; }
    // Makes CUPTI hand over complete records. Waits up to a second for buffers that other threads are handing over.
    // Never call it from a callback of CUPTI.
    Result flush();
    [[nodiscard]] ClientRecords& client() { return client_; }
    [[nodiscard]] ClientCallbacks& clientCallbacks() { return clientCallbacks_; }
    [[nodiscard]] LaunchCallbacks& callbacks() { return callbacks_; }
    // True if CUPTI makes records of that kind for us.
    [[nodiscard]] bool records(std::uint32_t kind) const;
    // From now on CUPTI makes records of that kind for the client alone.
    void leaveToOthers(std::uint32_t kind) { decoder_.leaveToOthers(kind); }
    // Turn on or off what CUPTI leaves out for us, but not for the client: noise calls, and queries whose work is not
    // over.
    void turnNoise(Domain domain, bool on) const;
    void turnPolls(bool on) const;
    [[nodiscard]] static bool isNoise(Domain domain, std::uint32_t function);
    // Asks CUPTI how many records it has dropped since the last call, and counts them for us and the client. Takes no
    // lock.
    void countDropped();

private:
    static void onRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords);
    static void onComplete(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes,
                           std::size_t valid);

    [[nodiscard]] std::string take();
    void probeLayouts();
    [[nodiscard]] Result enableKinds();
    // Enables a kind; of calls, only those that are recorded.
    [[nodiscard]] Result turnOn(Kind kind);
    void turnOff(Kind kind);
    void turnShown(bool on) const;
    void complete(std::uint8_t* buffer, std::size_t valid);
    // Waits for the mark's buffers, and for those that another thread is being handed, until it has been quiet for a
    // moment.
    void awaitBuffers(const ActivityBuffers::Mark& mark, int mostTries) const;
    void leaveToClient();
    // Once a second: reduces the detail if recording costs too much, and reports that.
    void weighCost();
    void record(Detail detail);
    void leaveOut(Kind kind, bool out);
    void recordWholeGraphs(bool whole);
    [[nodiscard]] bool leavesOut(Kind kind) const;
    // Once: asks the driver for devices that CUPTI has not reported by then.
    void askDriver();
    // Asks CUPTI for its time without the ring's lock: CUPTI may hold a lock of its own while it hands buffers over.
    void writeClockPair();
    void writeRest(std::uint8_t flags);
    // Read early records: beginEarly() before a flush, readEarly() after it.
    void beginEarly();
    void readEarly();
    // `upTo`: a time before the last flush. Records in buffers that are still out may be missing. `last`: no more
    // will come.
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
    std::int64_t weighed_ = 0; // time of the last weighing, by the monotonic clock
    std::atomic<Detail> detail_{Detail::All};
    std::vector<Kind> kinds_; // the kinds whose records can be read; they are on after start()
    std::vector<std::string> missing_;
    std::atomic<std::uint64_t> dropped_{0};
    std::atomic<bool> recording_{false}; // between take() and end() or pause()
    std::atomic<bool> resting_{false};   // between rest() and wake()
    std::atomic<int> completing_{0};     // buffers that are being read
    bool wholeGraphs_ = false;
    bool driverAsked_ = false; // for its devices
    bool abandoned_ = false;
};

} // namespace lanes::probe::cupti
