// One use of CUPTI, from its first call in this process to the last. CUPTI's callbacks name no user, so there is one at most.
#pragma once

#include "collector/probe/SourceGate.h"
#include "collector/probe/cupti/ActivityBuffers.h"
#include "collector/probe/cupti/ActivityDecoder.h"
#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/DeviceRing.h"
#include "collector/probe/cupti/LaunchCallbacks.h"

#include <atomic>
#include <cstdint>
#include <string>
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
    // What start() had to leave out, a sentence each.
    [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
    // Has CUPTI hand over what is complete, and says up to when that is all. Now and then, from one thread, never from a
    // callback of CUPTI.
    void turn();
    // Leaves CUPTI to others; the last records come now, those of work that runs without their end. Instead of turn().
    void end();
    // In the child after fork, in which CUPTI is dead and its buffers are the parent's.
    void abandon();

private:
    static void onRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords);
    static void onComplete(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes,
                           std::size_t valid);

    void probeLayouts();
    [[nodiscard]] Result enableKinds();
    void leaveOutNoise() const;
    void complete(std::uint8_t* buffer, std::size_t valid);
    // Buffers that a thread of CUPTI is just handing over come too, until it has been quiet for a moment.
    void awaitBuffers();
    void writeClockPair();
    // `upTo`: before the flush that has just been.
    void writeDelivered(std::uint64_t upTo);

    const Functions functions_;
    ActivityBuffers buffers_;
    DeviceRing ring_;
    ActivityDecoder decoder_;
    LaunchCallbacks callbacks_;
    std::vector<Kind> kinds_; // whose records can be read, and that are on after start()
    std::vector<std::string> missing_;
    std::uint64_t dropped_ = 0;
    std::atomic<int> completing_{0}; // buffers that are being read
    bool abandoned_ = false;
};

// What CUPTI's answer to being asked for records means, and what helps.
[[nodiscard]] std::string explain(Result result);

} // namespace lanes::probe::cupti
