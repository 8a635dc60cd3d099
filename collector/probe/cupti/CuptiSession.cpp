#include "collector/probe/cupti/CuptiSession.h"

#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/DriverDevices.h"
#include "collector/probe/cupti/StrideProbe.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/DeviceRecords.h"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <limits>
#include <optional>
#include <utility>

namespace lanes::probe::cupti {

namespace {

// By which numbers CUPTI's records call a stream.
// A stream's number is one of its context's.
struct StreamNumber {
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
};

constexpr std::uintptr_t kLastDefault = 2; // CU_STREAM_PER_THREAD; below: null, CU_STREAM_LEGACY

void* contextOf(void* stream) {
    using GetCurrent = int (*)(void**);
    using GetContext = int (*)(void*, void**);
    void* driver = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
    void* context = nullptr;
    if (driver == nullptr) {
        return nullptr;
    }
    // Asked for the legacy stream's context, the driver might spoil a capture.
    if (reinterpret_cast<std::uintptr_t>(stream) <= kLastDefault) {
        const auto current = reinterpret_cast<GetCurrent>(dlsym(driver, "cuCtxGetCurrent"));
        return current != nullptr && current(&context) == 0 ? context : nullptr;
    }
    const auto ofStream = reinterpret_cast<GetContext>(dlsym(driver, "cuStreamGetCtx"));
    return ofStream != nullptr && ofStream(stream, &context) == 0 ? context : nullptr;
}

// Of a handle of the driver or the runtime; default streams are those of the thread's current context. Nothing where CUPTI or
// the driver does not say. Asks the driver: never from a callback of CUPTI.
std::optional<StreamNumber> numberOf(const Functions& functions, void* stream) {
    void* context = contextOf(stream);
    StreamNumber number;
    if (context == nullptr || functions.contextId == nullptr || functions.streamId == nullptr ||
        functions.contextId(context, &number.context) != 0 ||
        functions.streamId(nullptr, stream, 0, &number.stream) != 0) {
        return {};
    }
    return number;
}

constexpr int kReadings = 64;

// How CUPTI's clock stands to ours.
// Both clocks, the tightest of many readings, without its header; nothing if CUPTI has none. Some microseconds. Without any lock
// that handing buffers over needs: CUPTI may hold one of its own meanwhile.
std::optional<ring::ClockPair> readClocks(const Functions& functions) {
    ring::ClockPair best{};
    std::uint64_t width = ~std::uint64_t{0};
    for (int i = 0; i < kReadings; ++i) {
        ring::ClockPair reading{};
        reading.before = readTicks(probeProcess().clock());
        if (functions.timestamp(&reading.clock) != 0) {
            return {};
        }
        reading.after = readTicks(probeProcess().clock());
        if (reading.after - reading.before < width) {
            width = reading.after - reading.before;
            best = reading;
        }
    }
    return best;
}

// CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT: buffers of about 3 MB on the device, of which CUPTI would take 250. Too few
// and times of kernels are 0 where graphs are replayed by the million.
constexpr std::uint32_t kPoolLimitAttribute = 2;
constexpr std::size_t kPoolLimit = 64;
// CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER: ours hold zeros, so that no launch waits until CUPTI has written them.
constexpr std::uint32_t kZeroedAttribute = 5;
// CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER: threads that launch at once do not wait for each other. It is CUPTI 13's
// default, and was another before.
constexpr std::uint32_t kPerThreadAttribute = 9;
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
    , early_(functions_, buffers_, decoder_)
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
    setByte(functions_, kZeroedAttribute, 1);
    setByte(functions_, kPerThreadAttribute, 1);
    turnPolls(false);
    writeClockPair();
    Result result = functions_.registerBuffers(&onRequest, &onComplete);
    if (result == 0) {
        result = enableKinds();
    }
    if (result != 0) {
        callbacks_.unsubscribe();
        return explain(result);
    }
    callbacks_.enable();
    resting_ = false;
    recording_ = true;
    return {};
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
        const Result result = leavesOut(kind) ? 0 : turnOn(kind);
        if (result == 0) {
            enabled.push_back(kind);
        } else if (first == 0 && !mayLack(kind)) {
            first = result;
        }
    }
    // Single functions are turned on also where profiling is not allowed.
    const bool none = enabled.empty() || (first != 0 && enabled == std::vector{Kind::DriverCall});
    kinds_ = std::move(enabled);
    if (first != 0 && !none) {
        missing_.push_back("Some records of the device are left out: " + explain(first));
    }
    return none ? first : 0;
}

Result CuptiSession::turnOn(Kind kind) {
    const auto number = static_cast<std::uint32_t>(kind);
    if (kind == Kind::DriverCall && functions_.enableDriverFunction != nullptr) {
        turnShown(true);
        return 0;
    }
    // Who comes when CUDA is up is told of devices, contexts, streams and links only if he asks.
    const bool tells = isAboutDevices(kind) && functions_.enableAndTell != nullptr;
    const Result result = tells ? functions_.enableAndTell(number) : functions_.enable(number);
    if (kind == Kind::RuntimeCall && !client_.wants(number)) {
        turnNoise(Domain::Runtime, false);
    }
    return result;
}

void CuptiSession::turnOff(Kind kind) {
    if (kind == Kind::DriverCall) {
        turnShown(false);
    }
    functions_.disable(static_cast<std::uint32_t>(kind));
}

void CuptiSession::turnShown(bool on) const {
    for (const IdRange& range : kDriverShown) {
        for (std::uint32_t id = range.first; functions_.enableDriverFunction != nullptr && id <= range.last;
             ++id) {
            functions_.enableDriverFunction(id, on ? 1 : 0);
        }
    }
}

void CuptiSession::turnPolls(bool on) const {
    if (functions_.enablePolls != nullptr) {
        functions_.enablePolls(on ? 1 : 0);
    }
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
    return domain == Domain::Runtime ? isIn(kRuntimeNoise) : !isIn(kDriverShown);
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
    beginEarly();
    writeClockPair();
    functions_.flush(0);
    askDriver();
    readEarly();
    writeDelivered(upTo, false);
    weighCost();
}

void CuptiSession::askDriver() {
    if (recording_ && !std::exchange(driverAsked_, true) && !decoder_.hasDevices()) {
        tellOfDevices(functions_, ring_);
    }
}

void CuptiSession::beginEarly() {
    std::uint64_t clock = 0;
    if (functions_.timestamp(&clock) == 0) {
        const std::lock_guard lock(ring_.mutex());
        early_.begin(clock);
    }
}

void CuptiSession::readEarly() {
    std::unique_lock lock(ring_.mutex());
    if (buffers_.oldestOut()) {
        early_.look();
        lock.unlock();
        const timespec pause{0, kBetweenTries};
        nanosleep(&pause, nullptr);
        lock.lock();
        early_.read();
    }
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
        record(detail);
    }
}

void CuptiSession::record(Detail detail) {
    constexpr const char* kLess[] = {"", "waits for the device are not recorded",
                                     "calls of the CUDA runtime and driver are not recorded",
                                     "kernels are recorded without the operator and line that launched them",
                                     "each replay of a CUDA graph is recorded as one piece of work"};
    const std::lock_guard deciding(decisions_);
    const Detail before = detail_.exchange(detail);
    for (const Kind kind : {Kind::Synchronization, Kind::RuntimeCall, Kind::DriverCall}) {
        if (isLeftOut(kind, detail) != isLeftOut(kind, before)) {
            leaveOut(kind, isLeftOut(kind, detail));
        }
    }
    callbacks_.rest(detail >= Detail::NoLaunches);
    recordWholeGraphs(detail == Detail::WholeGraphs);
    if (detail > before) {
        probeProcess().addReason("Less is recorded of GPUs from a moment on: " +
                                 std::string(kLess[static_cast<std::size_t>(detail)]) + ", because " +
                                 stepDown_.why() + "; record a shorter part, or fewer sources");
    }
}

void CuptiSession::leaveOut(Kind kind, bool out) {
    if (std::ranges::find(kinds_, kind) == kinds_.end()) {
        return;
    }
    const auto number = static_cast<std::uint32_t>(kind);
    if (!out && !resting_) {
        (void)turnOn(kind);
    } else if (out && !client_.wants(number)) {
        turnOff(kind);
    }
    const std::size_t bytes = out ? 0 : strideOf(functions_, kind);
    const std::lock_guard lock(ring_.mutex());
    if (out) {
        decoder_.leaveToOthers(number);
    } else {
        decoder_.takeBack(kind);
    }
    decoder_.setStride(kind, bytes);
}

void CuptiSession::recordWholeGraphs(bool whole) {
    const std::size_t bytes = whole ? strideOf(functions_, Kind::Graph) : 0;
    // It takes the place of the records of nodes, for everybody.
    if (whole == wholeGraphs_ || (whole && (client_.active() || bytes < kGraphFacts.needed))) {
        return;
    }
    wholeGraphs_ = whole;
    if (!whole) {
        functions_.disable(static_cast<std::uint32_t>(Kind::Graph));
        return;
    }
    {
        const std::lock_guard lock(ring_.mutex());
        decoder_.setStride(Kind::Graph, bytes);
    }
    functions_.enable(static_cast<std::uint32_t>(Kind::Graph)); // it may hand buffers over
}

bool CuptiSession::leavesOut(Kind kind) const {
    return isLeftOut(kind, detail_);
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
    writeDelivered(upTo, true);
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
            turnOff(kind);
        }
    }
    recordWholeGraphs(false);
    turnPolls(true);
    setByte(functions_, kZeroedAttribute, 0); // whoever comes next may have others
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
            turnOff(kind);
        }
    }
}

void CuptiSession::wake() {
    const std::lock_guard deciding(decisions_);
    resting_ = false;
    for (const Kind kind : kinds_) {
        if (!isAboutDevices(kind) && !leavesOut(kind)) {
            (void)turnOn(kind);
            decoder_.takeBack(kind);
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
    const std::optional<StreamNumber> number = abandoned_ ? std::nullopt : numberOf(functions_, stream);
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
    if (const std::optional<ring::ClockPair> pair = readClocks(functions_)) {
        const std::lock_guard lock(ring_.mutex());
        ring_.write(ring::RecordType::ClockPair, *pair, 0, 0);
    }
}

void CuptiSession::writeDelivered(std::uint64_t upTo, bool last) {
    countDropped();
    const std::lock_guard lock(ring_.mutex());
    ring::Delivered delivered{};
    delivered.upTo = early_.callsUpTo(upTo);
    delivered.workUpTo = early_.workUpTo(upTo);
    delivered.dropped = dropped_;
    delivered.skipped = ring_.skipped();
    ring_.write(ring::RecordType::Delivered, delivered, last ? ring::kLastDelivered : 0, 0);
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
        early_.returned(buffer, valid);
        buffers_.giveBack(buffer, valid); // no sooner: it is out until it has been read
    }
    --completing_;
}

} // namespace lanes::probe::cupti
