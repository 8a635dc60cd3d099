#include "collector/probe/nvtx/NvtxSource.h"

#include "collector/probe/Where.h"
#include "collector/probe/cupti/CuptiSource.h"
#include "collector/probe/nvtx/StartedRanges.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/StepKind.h"

#include <algorithm>
#include <atomic>
#include <climits>

namespace lanes::probe::nvtx {

namespace {

constexpr std::string_view kNoMessage = "(no message)";

SourceGate gate;
constinit StartedRanges startedRanges;

// A limit that this process has run into: said once.
class Limit {
public:
    explicit constexpr Limit(const char* sentence)
        : sentence_(sentence) {}
    void reached() {
        if (!said_.exchange(true)) {
            probeProcess().addReason(sentence_);
        }
    }
    void forget() { said_ = false; }

private:
    const char* sentence_;
    std::atomic<bool> said_{false};
};
static_assert(OpenRanges::kDeepest == 512 && OpenRanges::kMostDomains == NvtxNames::kMostDomains);
constinit Limit tooDeep("NVTX ranges are recorded up to 512 levels of one another; deeper ones are left out");
constinit Limit tooManyDomains("NVTX ranges of 63 domains are recorded; those of further ones are left out");
constinit Limit tooManyOpen("No more than 65,536 NVTX ranges that were started and not ended are recorded; "
                            "further ones are left out");
constinit Limit tooManyTexts(
    "No more than 16,384 registered texts of NVTX are kept: ranges of further ones have no name");

// Making room may come back to us, through an allocator that marks what it does.
class Entry {
public:
    Entry()
        : inner_(inside) {
        inside = true;
    }
    ~Entry() { inside = inner_; }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    [[nodiscard]] bool inner() const { return inner_; }

private:
    [[gnu::tls_model("initial-exec")]] static inline constinit thread_local bool inside = false;
    bool inner_;
};

// A call of the program that may be recorded.
struct Call {
    Entry entry;
    std::uint32_t wanted = gate.wanted();
    ThreadRecorder* recorder = nullptr; // nullptr: nothing is to be done

    // `domain`: that of a handle.
    explicit Call(unsigned domain) {
        if (!recording()) {
            noteShut();
        }
        if (domain == NvtxNames::kNoDomain) {
            tooManyDomains.reached();
        } else if (!entry.inner()) {
            // What is open on a thread is kept in step while nothing is recorded, too.
            recorder = recording() ? readyRecorder() : ProbeProcess::current();
        }
    }
    [[nodiscard]] bool recording() const { return (wanted & ring::kRanges) != 0; }
};

// The id of a text in the recorder's ring: 0 for none. False if there was no room.
bool define(ThreadRecorder& recorder, std::string_view text, std::uint32_t& id) {
    id = text.empty() ? 0 : nameOfText(recorder, text);
    return id != 0 || text.empty();
}

struct Kind {
    ring::RecordType type;
    std::uint8_t flags;
};
constexpr Kind kPushed{ring::RecordType::RangeBegin, 0};
constexpr Kind kStarted{ring::RecordType::RangeBegin, ring::kStartedRange};
constexpr Kind kMark{ring::RecordType::Mark, 0};

// Steps count outside of the session's filter, too.
bool isInside(const Event& event) {
    return where::isInside() || ring::stepKindOf(event.message) != ring::StepKind::None;
}

// Returns whether there was room.
bool record(const Call& call, Kind kind, std::uint32_t key, unsigned domain, const Event& event) {
    ThreadRecorder& recorder = *call.recorder;
    ring::RangeBegin range{};
    const auto flags = static_cast<std::uint8_t>(kind.flags | (event.hasColor ? ring::kHasColor : 0) |
                                                 (event.isCollection ? ring::kCollection : 0));
    range.header = ring::recordHeader(kind.type, sizeof range, flags, key);
    range.category = event.category;
    range.color = event.color;
    range.payloadKind = event.payloadKind;
    range.payload = event.payload;
    bool written = false;
    if (recorder.hasRoomAgain()) {
        const KnownStack stack = stackHere(recorder, call.wanted, event.ownFrames);
        range.stack = stack.id;
        written = stack.complete &&
                  define(recorder, event.message.empty() ? kNoMessage : event.message, range.name) &&
                  define(recorder, names().domainName(domain), range.domain) &&
                  define(recorder, names().categoryName(domain, event.category), range.categoryName) &&
                  recorder.beginRange(range);
    }
    if (!written) {
        recorder.countLoss();
        noteLoss(recorder);
    }
    return written;
}

std::string startSource(const char*) {
    return {};
}

void stop() {
    gate.close();
}

void beforeForkHere() {
    names().lock();
}

void afterForkHere(bool inChild) {
    if (!inChild) {
        names().unlock();
        return;
    }
    names().unlockInChild();
    startedRanges.forget();
    for (Limit* limit : {&tooDeep, &tooManyDomains, &tooManyOpen, &tooManyTexts}) {
        limit->forget();
    }
}

} // namespace

NvtxNames& names() {
    static auto* const names = new NvtxNames; // never destroyed: programs mark their very end
    return *names;
}

void open() {
    gate.open(probeProcess().wanted());
}

int push(unsigned domain, const Event& event) {
    const Call call(domain);
    if (call.recorder == nullptr) {
        return kNotTracked;
    }
    OpenRanges& open = call.recorder->ranges();
    const std::uint64_t level = open.depth(domain);
    const bool fits = level < OpenRanges::kDeepest;
    if (call.recording() && !fits) {
        tooDeep.reached();
    }
    const bool enters = where::on() && fits && !event.isCollection && where::matchesRange(event.message);
    if (enters) {
        where::enter(*call.recorder);
    }
    open.push(domain,
              call.recording() && fits && isInside(event) &&
                  record(call, kPushed, OpenRanges::key(domain, level), domain, event),
              enters);
    return static_cast<int>(std::min<std::uint64_t>(level, INT_MAX));
}

int pop(unsigned domain) {
    const std::uint64_t ticks = readTicks(probeProcess().clock());
    const Call call(domain);
    if (call.recorder == nullptr) {
        return kNotTracked;
    }
    OpenRanges& open = call.recorder->ranges();
    if (open.depth(domain) == 0) {
        return kNothingToPop;
    }
    const std::uint64_t level = open.depth(domain) - 1;
    const OpenRanges::Popped popped = open.pop(domain);
    if (popped.recorded) {
        call.recorder->endOperator(OpenRanges::key(domain, level), ticks, ring::kEndOfPushed);
    }
    if (popped.entered) {
        where::leave(*call.recorder);
    }
    return static_cast<int>(std::min<std::uint64_t>(level, INT_MAX));
}

std::uint64_t start(unsigned domain, const Event& event) {
    const Call call(domain);
    if (call.recorder == nullptr || !call.recording() || !isInside(event)) {
        return 0;
    }
    const std::uint64_t number = startedRanges.start();
    if (number == 0) {
        tooManyOpen.reached();
    } else if (!record(call, kStarted, static_cast<std::uint32_t>(number), domain, event)) {
        startedRanges.end(number);
        return 0;
    }
    return number;
}

void end(std::uint64_t number) {
    const std::uint64_t ticks = readTicks(probeProcess().clock());
    const Entry entry;
    if (entry.inner() || !startedRanges.end(number)) {
        return;
    }
    if (ThreadRecorder* recorder = readyRecorder()) {
        recorder->endStarted(static_cast<std::uint32_t>(number), ticks);
    }
}

void mark(unsigned domain, const Event& event) {
    const Call call(domain);
    if (call.recorder != nullptr && call.recording()) {
        record(call, kMark, 0, domain, event);
    }
}

unsigned domainOf(std::uintptr_t handle) {
    return names().known(handle);
}

void nameCategory(unsigned domain, std::uint32_t category, std::string_view name) {
    const Entry entry;
    if (!entry.inner() && !names().nameCategory(domain, category, name)) {
        tooManyTexts.reached();
    }
}

void nameThread(std::uint32_t thread, std::string_view name) {
    const Call call(0);
    if (call.recorder != nullptr && call.recording()) {
        call.recorder->nameThread(thread, name);
    }
}

void nameStream(void* stream, std::string_view name) {
    const Entry entry;
    if (!entry.inner() && !name.empty()) {
        cupti::nameStream(stream, name);
    }
}

std::uintptr_t registerString(std::string_view text) {
    const Entry entry;
    const std::uint64_t handle = entry.inner() ? 0 : names().registerString(text);
    if (handle == 0 && !entry.inner()) {
        tooManyTexts.reached();
    }
    return handle;
}

std::uintptr_t createDomain(std::string_view name) {
    const Entry entry;
    return entry.inner() ? NvtxNames::kNoDomain : names().domain(name);
}

} // namespace lanes::probe::nvtx

namespace lanes::probe {

constinit const RecordSource kRangeSource{"ranges", &nvtx::gate,           &nvtx::startSource,  &nvtx::stop,
                                          nullptr,  &nvtx::beforeForkHere, &nvtx::afterForkHere};

} // namespace lanes::probe
