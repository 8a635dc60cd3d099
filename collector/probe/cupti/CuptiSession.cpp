#include "collector/probe/cupti/CuptiSession.h"

#include "collector/probe/cupti/Detachment.h"
#include "collector/probe/cupti/StreamNumber.h"
#include "collector/probe/cupti/StrideProbe.h"
#include "collector/probe/torch/OperatorHook.h"

#include <pthread.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <optional>
#include <utility>

namespace lanes::probe::cupti {

namespace {

// CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT: buffers of about 3 MB on the device, of which CUPTI would take 250. Too few
// and times of kernels are 0 where graphs are replayed by the million.
constexpr std::uint32_t kPoolLimitAttribute = 2;
constexpr std::size_t kPoolLimit = 64;
// CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER: ours hold zeros, so that no launch waits until CUPTI has written them.
constexpr std::uint32_t kZeroedAttribute = 5;
// CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER: threads that launch at once do not wait for each other. It is CUPTI 13's
// default, and was another before.
constexpr std::uint32_t kPerThreadAttribute = 9;
constexpr int kClockReadings = 64;
constexpr long kBetweenTries = 1'000'000; // ns
constexpr int kQuietTries = 50;
constexpr int kClientsTries = 1'000;
constexpr int kAnyNumber = std::numeric_limits<int>::max();
constexpr std::int64_t kBetweenWeighings = 1'000'000'000;

CuptiSession* current = nullptr;

bool mayLack(Kind kind) {
    const auto* facts = std::ranges::find(kKindFacts, kind, &KindFacts::kind);
    return facts != std::end(kKindFacts) && facts->mayLack;
}

} // namespace

CuptiSession::CuptiSession(const Functions& functions, const SourceGate& gate, ring::MappedFile ring)
    : functions_(functions)
    , ring_(std::move(ring), buffers_)
    , decoder_(functions_, ring_)
    , client_(functions_)
    , callbacks_(functions_, gate, client_, clientCallbacks_, cost_) {
    current = this;
}

std::string CuptiSession::start() {
    if (!buffers_.make()) {
        return "there is no address space for CUPTI's buffers; raise the limit (ulimit -v)";
    }
    probeLayouts();
    return take();
}

std::string CuptiSession::take() {
    const std::lock_guard deciding(decisions_);
    if (const Result result = callbacks_.subscribe(); result != 0) {
        return explain(result);
    }
    if (functions_.setAttribute != nullptr) {
        std::size_t bytes = sizeof kPoolLimit;
        std::size_t limit = kPoolLimit;
        functions_.setAttribute(kPoolLimitAttribute, &bytes, &limit);
    }
    setByte(kZeroedAttribute, 1);
    setByte(kPerThreadAttribute, 1);
    if (functions_.enableEventTimes != nullptr) {
        functions_.enableEventTimes(1);
    }
    writeClockPair();
    Result result = functions_.registerBuffers(&onRequest, &onComplete);
    if (result == 0) {
        result = enableKinds();
    }
    if (result != 0) {
        callbacks_.unsubscribe();
        return explain(result);
    }
    turnNoise(Domain::Runtime, false);
    turnNoise(Domain::Driver, false);
    callbacks_.enable();
    resting_ = false;
    recording_ = true;
    return {};
}

void CuptiSession::setByte(std::uint32_t attribute, std::uint8_t value) const {
    if (functions_.setAttribute != nullptr) {
        std::size_t bytes = sizeof value;
        functions_.setAttribute(attribute, &bytes, &value); // an older library refuses it
    }
}

void CuptiSession::probeLayouts() {
    bool nodes = functions_.graphNodeId != nullptr;
    const auto probe = [this](const KindFacts& facts) {
        const std::size_t bytes = strideOf(functions_, facts.kind);
        if (bytes >= facts.needed) {
            decoder_.setStride(facts.kind, bytes);
            kinds_.push_back(facts.kind);
        } else if (bytes != 0 || !facts.mayLack) {
            missing_.push_back(std::string("Records of ") + facts.plural +
                               " are left out: this libcupti's have " + std::to_string(bytes) + " bytes, " +
                               std::to_string(facts.needed) + " are needed");
        }
        return bytes;
    };
    for (const KindFacts& facts : kKindFacts) {
        const std::size_t bytes = probe(facts);
        nodes = nodes && (facts.kind != Kind::Kernel || bytes >= kernel::kGraphNode.end());
    }
    // It takes the place of the records of nodes, so only where those could not be told apart.
    if (!nodes) {
        probe(kGraphFacts);
    }
}

Result CuptiSession::enableKinds() {
    Result first = 0;
    std::vector<Kind> enabled;
    for (const Kind kind : kinds_) {
        const Result result = leavesOut(kind) ? 0 : functions_.enable(static_cast<std::uint32_t>(kind));
        if (result == 0) {
            enabled.push_back(kind);
        } else if (first == 0 && !mayLack(kind)) {
            first = result;
        }
    }
    kinds_ = std::move(enabled);
    if (first != 0 && !kinds_.empty()) {
        missing_.push_back("Some records of the device are left out: " + explain(first));
    }
    return kinds_.empty() ? first : 0;
}

void CuptiSession::turnNoise(Domain domain, bool on) const {
    auto* const enable =
        domain == Domain::Runtime ? functions_.enableRuntimeFunction : functions_.enableDriverFunction;
    for (std::uint32_t id = 0; enable != nullptr && id < kFunctions; ++id) {
        if (isNoise(domain, id)) {
            enable(id, on ? 1 : 0);
        }
    }
}

bool CuptiSession::isNoise(Domain domain, std::uint32_t function) {
    const auto isIn = [function](const auto& ranges) {
        return std::ranges::any_of(ranges, [function](const IdRange& range) {
            return function >= range.first && function <= range.last;
        });
    };
    return domain == Domain::Runtime ? isIn(kRuntimeNoise) : isIn(kDriverNoise);
}

bool CuptiSession::records(std::uint32_t kind) const {
    return recording_ && !leavesOut(static_cast<Kind>(kind)) &&
           (!resting_ || isAboutDevices(static_cast<Kind>(kind))) &&
           std::ranges::find(kinds_, static_cast<Kind>(kind)) != kinds_.end();
}

void CuptiSession::countDropped() {
    std::size_t dropped = 0;
    if (functions_.droppedRecords(nullptr, 0, &dropped) == 0) {
        dropped_ += dropped;
        client_.countDropped(dropped);
    }
}

void CuptiSession::turn() {
    const std::uint64_t upTo = readTicks(probeProcess().clock());
    writeClockPair();
    functions_.flush(0);
    writeDelivered(upTo);
    weighCost();
}

Result CuptiSession::flush() {
    const ActivityBuffers::Mark out = buffers_.mark();
    const Result result = functions_.flush(0);
    awaitBuffers(out, kClientsTries);
    return result;
}

void CuptiSession::weighCost() {
    const std::int64_t now = ring::monotonicNs();
    if (now - weighed_ < kBetweenWeighings) {
        return;
    }
    weighed_ = now;
    std::uint64_t lost = dropped_;
    {
        const std::lock_guard lock(ring_.mutex());
        lost += ring_.skipped();
    }
    const Detail detail = stepDown_.weigh(cost_.takeShare(readTicks(probeProcess().clock())), lost);
    if (detail != detail_) {
        recordLess(detail);
    }
}

void CuptiSession::recordLess(Detail detail) {
    const std::lock_guard deciding(decisions_);
    detail_ = detail;
    const char* less = "";
    switch (detail) {
    case Detail::NoCalls:
        less = "calls of the CUDA runtime and driver are not recorded";
        for (const Kind kind : {Kind::RuntimeCall, Kind::DriverCall}) {
            if (!client_.wants(static_cast<std::uint32_t>(kind))) {
                functions_.disable(static_cast<std::uint32_t>(kind));
            }
            const std::lock_guard lock(ring_.mutex());
            decoder_.leaveToOthers(static_cast<std::uint32_t>(kind));
            decoder_.setStride(kind, 0);
        }
        break;
    case Detail::NoLaunches:
        less = "kernels are recorded without the operator and line that launched them";
        callbacks_.rest();
        break;
    case Detail::WholeGraphs:
        less = "each replay of a CUDA graph is recorded as one piece of work";
        recordWholeGraphs();
        break;
    case Detail::All:
        return;
    }
    probeProcess().addReason("Less is recorded of GPUs from a moment on: " + std::string(less) +
                             ", because " + stepDown_.why() + "; record a shorter part, or fewer sources");
}

void CuptiSession::recordWholeGraphs() {
    const std::size_t bytes = strideOf(functions_, Kind::Graph);
    // It takes the place of the records of nodes, for everybody.
    if (client_.active() || bytes < kGraphFacts.needed) {
        return;
    }
    {
        const std::lock_guard lock(ring_.mutex());
        decoder_.setStride(Kind::Graph, bytes);
    }
    functions_.enable(static_cast<std::uint32_t>(Kind::Graph)); // it may hand buffers over
}

bool CuptiSession::leavesOut(Kind kind) const {
    return detail_.load() != Detail::All && (kind == Kind::RuntimeCall || kind == Kind::DriverCall);
}

void CuptiSession::end() {
    if (!recording_) {
        return;
    }
    turn();
    const std::uint64_t upTo = readTicks(probeProcess().clock());
    leaveToClient();
    const ActivityBuffers::Mark out = buffers_.mark();
    functions_.flush(client_.active() ? 0 : 1); // forced, it would cost the client the ends of what runs
    awaitBuffers(out, kAnyNumber);
    writeDelivered(upTo);
}

void CuptiSession::leaveToClient() {
    const std::lock_guard deciding(decisions_);
    if (clientCallbacks_.isSubscribed()) {
        callbacks_.disable();
    } else {
        callbacks_.unsubscribe();
    }
    recording_ = false;
    for (const Kind kind : kinds_) {
        if (!client_.wants(static_cast<std::uint32_t>(kind))) {
            functions_.disable(static_cast<std::uint32_t>(kind));
        }
    }
    if (detail_ == Detail::WholeGraphs) {
        functions_.disable(static_cast<std::uint32_t>(Kind::Graph));
    }
    setByte(kZeroedAttribute, 0); // whoever comes next may have others
    client_.beAlone();
}

void CuptiSession::pause(std::string_view why) {
    end();
    const std::lock_guard lock(ring_.mutex());
    ring::DevicePause pause{};
    pause.ticks = readTicks(probeProcess().clock());
    pause.name = ring_.nameOf(why);
    ring_.write(ring::RecordType::DevicePause, pause, ring::kPaused, 0);
}

void CuptiSession::leave() {
    const std::lock_guard deciding(decisions_);
    left_ = true;
    if (!detach(functions_)) {
        probeProcess().addReason("CUPTI stays with the recording's libcupti: another one may be refused");
    }
}

std::string CuptiSession::resume() {
    if (std::string problem = take(); !problem.empty()) {
        return problem;
    }
    const std::lock_guard lock(ring_.mutex());
    ring::DevicePause over{};
    over.ticks = readTicks(probeProcess().clock());
    ring_.write(ring::RecordType::DevicePause, over, 0, 0);
    return {};
}

void CuptiSession::rest() {
    writeRest(ring::kResting); // first: who sees none may rely on our records
    const std::lock_guard deciding(decisions_);
    resting_ = true;
    for (const Kind kind : kinds_) {
        if (!isAboutDevices(kind) && !client_.wants(static_cast<std::uint32_t>(kind))) {
            functions_.disable(static_cast<std::uint32_t>(kind));
        }
    }
}

void CuptiSession::wake() {
    const std::lock_guard deciding(decisions_);
    resting_ = false;
    for (const Kind kind : kinds_) {
        if (!isAboutDevices(kind) && !leavesOut(kind)) {
            functions_.enable(static_cast<std::uint32_t>(kind));
            decoder_.takeBack(kind);
        }
    }
    // Enabling a kind brings all of its calls back.
    for (const auto& [kind, domain] :
         {std::pair(Kind::RuntimeCall, Domain::Runtime), std::pair(Kind::DriverCall, Domain::Driver)}) {
        if (!client_.wants(static_cast<std::uint32_t>(kind))) {
            turnNoise(domain, false);
        }
    }
    writeRest(0);
    writeClockPair();
}

void CuptiSession::writeRest(std::uint8_t flags) {
    const std::lock_guard lock(ring_.mutex());
    ring::DeviceRest rest{};
    rest.ticks = readTicks(probeProcess().clock());
    ring_.write(ring::RecordType::DeviceRest, rest, flags, 0);
}

void CuptiSession::nameStream(void* stream, std::string_view name) {
    const std::optional<StreamNumber> number = abandoned_ || left_ ? std::nullopt : numberOf(functions_, stream);
    if (!number) {
        return;
    }
    const std::lock_guard lock(ring_.mutex());
    ring::StreamName named{};
    named.context = number->context;
    named.name = ring_.nameOf(name);
    if (named.name != 0) {
        ring_.write(ring::RecordType::StreamName, named, 0, number->stream);
    }
}

void CuptiSession::awaitBuffers(const ActivityBuffers::Mark& mark, int mostTries) const {
    for (int quiet = 0; !buffers_.allReturned(mark) && quiet < kQuietTries && mostTries > 0; ++quiet) {
        --mostTries;
        const timespec pause{0, kBetweenTries};
        nanosleep(&pause, nullptr);
        quiet = completing_ != 0 ? 0 : quiet;
    }
}

void CuptiSession::abandon() {
    abandoned_ = true;
    callbacks_.abandon();
    ring_.abandon();
}

void CuptiSession::writeClockPair() {
    ring::ClockPair pair{};
    std::uint64_t width = ~std::uint64_t{0};
    for (int i = 0; i < kClockReadings; ++i) {
        ring::ClockPair reading{};
        reading.before = readTicks(probeProcess().clock());
        if (functions_.timestamp(&reading.clock) != 0) {
            return;
        }
        reading.after = readTicks(probeProcess().clock());
        if (reading.after - reading.before < width) {
            width = reading.after - reading.before;
            pair = reading;
        }
    }
    const std::lock_guard lock(ring_.mutex());
    ring_.write(ring::RecordType::ClockPair, pair, 0, 0);
}

void CuptiSession::writeDelivered(std::uint64_t upTo) {
    countDropped();
    const std::lock_guard lock(ring_.mutex());
    const std::optional<ActivityBuffers::Out> oldest = buffers_.oldestOut();
    ring::Delivered delivered{};
    delivered.upTo = oldest ? std::min(upTo, oldest->since) : upTo;
    delivered.dropped = dropped_;
    delivered.skipped = ring_.skipped();
    ring_.write(ring::RecordType::Delivered, delivered, 0, 0);
}

void CuptiSession::onRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords) {
    CuptiSession& self = *current;
    const ActivityBuffers::Buffer taken =
        self.buffers_.take(static_cast<std::uint64_t>(pthread_self()), readTicks(probeProcess().clock()));
    *buffer = taken.at;
    *bytes = taken.bytes;
    *mostRecords = 0;
    if (self.buffers_.areBusy() && self.recording_ && self.hurry_.call != nullptr) {
        self.hurry_.call(self.hurry_.whom);
    }
}

void CuptiSession::onComplete(void*, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
    current->complete(buffer, valid);
}

void CuptiSession::complete(std::uint8_t* buffer, std::size_t valid) {
    if (abandoned_) {
        return; // the library cleans up as the child exits
    }
    ++completing_;
    if (buffers_.isOurs(buffer)) {
        client_.take(buffer, valid);
        // In a pause, too: the recorder knows what of it was before, and devices are told of but once.
        const std::lock_guard lock(ring_.mutex());
        decoder_.decode(buffer, valid);
        buffers_.giveBack(buffer, valid); // no sooner: it is out until it has been read
    }
    --completing_;
}

std::string explain(Result result) {
    switch (result) {
    case kOtherSubscriber:
        return "another profiler holds CUPTI (result 39); end it, or record without it";
    case kNoPermission:
        return "profiling is for administrators only on this machine (CUPTI's result 35); load the driver "
               "with "
               "NVreg_RestrictProfilingToAdminUsers=0 or record as root";
    case kNoVirtualDevice:
        return "this virtual GPU does not allow profiling (CUPTI's result 33); enable it in the hypervisor";
    default:
        return "CUPTI refuses (result " + std::to_string(result) + ")";
    }
}

} // namespace lanes::probe::cupti
