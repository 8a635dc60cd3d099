#include "collector/recorder/devices/DeviceCapture.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <type_traits>
#include <utility>

namespace lanes::recorder {

using ring::RecordType;

namespace {

// Work that began earlier and has not ended may still come, like the branches of a graph.
constexpr TimeNs kLongestWork = 500'000'000;
// A call may return so long after another within it, which is told before it.
constexpr TimeNs kLongestWithin = 250'000'000;
// More than this is handed over whatever it lacks.
constexpr std::size_t kMostWaiting = 1u << 20;

// "0.237"
std::string secondsText(TimeNs time) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(time) / 1e9);
    return text.data();
}

std::uint64_t startOf(const DeviceRecord& record) {
    return std::visit([](const auto& what) { return what.start; }, record.what);
}

std::uint64_t endOf(const DeviceRecord& record) {
    return std::visit([](const auto& what) { return what.end; }, record.what);
}

bool isCall(const DeviceRecord& record) {
    return std::holds_alternative<ring::ApiCall>(record.what);
}

// Stands on the track of a thread.
bool isOfThread(const DeviceRecord& record) {
    return isCall(record) || std::holds_alternative<ring::Compilation>(record.what);
}

} // namespace

void DeviceCapture::launch(std::uint32_t correlation, CallOrigin origin) {
    active_ = true;
    join_.launch(correlation, std::move(origin));
}

void DeviceCapture::graphNode(std::uint64_t node, std::uint64_t original, CallOrigin origin) {
    active_ = true;
    join_.graphNode(node, original, std::move(origin));
}

template<class Record>
bool DeviceCapture::wait(const ring::RecordView& record, const RingDefinitions& definitions) {
    const auto* what = record.as<Record>();
    if (what == nullptr) {
        return false;
    }
    DeviceRecord made{*what, {}};
    if constexpr (requires { what->name; }) {
        made.name = nameOf(what->name, definitions);
        if (!made.name.valid()) {
            return false;
        }
    } else if constexpr (requires { what->cache; }) {
        const RingDefinitions::Name* path = definitions.name(what->cache);
        made.name = path != nullptr ? path->text : StringId();
    }
    unread_.push_back(made);
    return true;
}

StringId DeviceCapture::nameOf(std::uint32_t id, const RingDefinitions& definitions) {
    if (id == 0) { // the library gave none, or the probe found no room for it
        ++nameless_;
        return context_.sink.writer().string("(no name)");
    }
    const RingDefinitions::Name* name = definitions.name(id);
    return name != nullptr ? name->text : StringId();
}

bool DeviceCapture::take(const ring::RecordView& record, const RingDefinitions& definitions) {
    if (record.type() < RecordType::Kernel || record.type() > RecordType::DeviceRest) {
        return true;
    }
    active_ = true;
    switch (record.type()) {
    case RecordType::Kernel:
        return wait<ring::Kernel>(record, definitions);
    case RecordType::DeviceCopy:
        return wait<ring::DeviceCopy>(record, definitions);
    case RecordType::DeviceFill:
        return wait<ring::DeviceFill>(record, definitions);
    case RecordType::ApiCall:
        return wait<ring::ApiCall>(record, definitions);
    case RecordType::Synchronization:
        return wait<ring::Synchronization>(record, definitions);
    case RecordType::GraphRun:
        return wait<ring::GraphRun>(record, definitions);
    case RecordType::ProfilerOverhead:
        return wait<ring::ProfilerOverhead>(record, definitions);
    case RecordType::Compilation:
        return wait<ring::Compilation>(record, definitions);
    case RecordType::ClockPair:
        return clockPair(record);
    case RecordType::Delivered:
        return delivered(record);
    case RecordType::DevicePause:
        return pause(record, definitions);
    case RecordType::StreamName:
        return streamName(record, definitions);
    case RecordType::DeviceRest:
        return rest(record);
    default:
        return facts(record);
    }
}

bool DeviceCapture::clockPair(const ring::RecordView& record) {
    const auto* pair = record.as<ring::ClockPair>();
    return pair != nullptr &&
           clock_.add(context_.time(pair->before), context_.time(pair->after), pair->clock);
}

bool DeviceCapture::delivered(const ring::RecordView& record) {
    const auto* delivered = record.as<ring::Delivered>();
    if (delivered == nullptr) {
        return false;
    }
    toldUpTo_ = {context_.time(delivered->upTo), context_.time(delivered->workUpTo)};
    newestTold_ = std::max(newestTold_, std::min(toldUpTo_->calls, toldUpTo_->work));
    toldLast_ = (delivered->header.flags & ring::kLastDelivered) != 0;
    // Numbers that nobody can have reached would stand in the exit line for ever.
    constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
    dropped_ = std::max(dropped_, delivered->dropped < kMost ? delivered->dropped : 0);
    skipped_ = std::max(skipped_, delivered->skipped < kMost ? delivered->skipped : 0);
    return true;
}

bool DeviceCapture::canBe(TimeNs at) const {
    return at >= 0 && at <= ring::monotonicNs() - context_.origin;
}

bool DeviceCapture::rest(const ring::RecordView& record) {
    const auto* rest = record.as<ring::DeviceRest>();
    const TimeNs at = rest != nullptr ? context_.time(rest->ticks) : -1;
    if (!canBe(at)) {
        return false;
    }
    if ((rest->header.flags & ring::kResting) != 0) {
        restsSince_ = at;
        return true;
    }
    const std::optional<TimeNs> rested = std::exchange(restsSince_, {});
    if (!rested || context_.recording == nullptr) {
        return true;
    }
    // Who takes longer than the recorder waits misses the first moment of what is recorded.
    if (const std::optional<TimeNs> since = context_.recording->recordingSince(at)) {
        join_.pause(std::max(*since, *rested),
                    context_.sink.writer().string("The GPU's records began late after a pause"));
        join_.resume(at);
    }
    return true;
}

bool DeviceCapture::pause(const ring::RecordView& record, const RingDefinitions& definitions) {
    const auto* pause = record.as<ring::DevicePause>();
    if (pause == nullptr) {
        return false;
    }
    const TimeNs at = context_.time(pause->ticks);
    if (!canBe(at)) {
        return false;
    }
    if ((pause->header.flags & ring::kPaused) == 0) {
        join_.resume(at);
        return true;
    }
    const RingDefinitions::Name* why = definitions.name(pause->name);
    if (why != nullptr) {
        join_.pause(at, why->text);
    }
    return why != nullptr;
}

bool DeviceCapture::streamName(const ring::RecordView& record, const RingDefinitions& definitions) {
    const auto* stream = record.as<ring::StreamName>();
    const RingDefinitions::Name* name = stream != nullptr ? definitions.name(stream->name) : nullptr;
    if (name != nullptr) {
        join_.nameStream(stream->context, stream->header.key, name->text);
    }
    return name != nullptr;
}

template<class Record>
bool DeviceCapture::tell(const ring::RecordView& record) {
    const auto* what = record.as<Record>();
    if (what != nullptr) {
        join_.tell(*what);
    }
    return what != nullptr;
}

bool DeviceCapture::facts(const ring::RecordView& record) {
    switch (record.type()) {
    case RecordType::DeviceFacts: {
        const auto* device = record.as<ring::DeviceFacts>();
        return device != nullptr &&
               join_.device(*device, record.text<ring::DeviceFacts>(0, device->nameBytes));
    }
    case RecordType::ContextFacts: {
        const auto* context = record.as<ring::ContextFacts>();
        if (context != nullptr) {
            join_.contextOf(context->header.key, context->device);
        }
        return context != nullptr;
    }
    case RecordType::StreamFacts: {
        const auto* stream = record.as<ring::StreamFacts>();
        if (stream != nullptr) {
            join_.setStream(stream->context, stream->header.key, {stream->priority, stream->flag});
        }
        return stream != nullptr;
    }
    case RecordType::DeviceEvent:
        return tell<ring::DeviceEvent>(record);
    case RecordType::ApiMemory:
        return tell<ring::ApiMemory>(record);
    case RecordType::PoolChange:
        return tell<ring::PoolChange>(record);
    case RecordType::DeviceLink:
        return tell<ring::DeviceLink>(record);
    default:
        return true; // nobody shows them yet
    }
}

void DeviceCapture::join(TimeNs now) {
    if (!active_) {
        return;
    }
    if (threadsFrom_ == INT64_MAX) {
        threadsFrom_ = now;
        lastRound_ = now;
    }
    const bool silent = now - lastRound_ > kLongestSilence || waiting_.size() > kMostWaiting;
    if (wholeUpTo_ || (silent && !waiting_.empty())) {
        handOver(now, silent);
    }
    waiting_.insert(waiting_.end(), std::make_move_iterator(unread_.begin()),
                    std::make_move_iterator(unread_.end()));
    unread_.clear();
    wholeUpTo_ = std::exchange(toldUpTo_, {});
}

bool DeviceCapture::isReady(DeviceRecord& record, bool all) const {
    if (all) {
        return true;
    }
    if (endOf(record) > clock_.newestClock()) {
        return false; // the next pair tells its time more surely
    }
    // Its call returned about when it began: it comes as long as not all of that time have.
    const bool callsAreWhole =
        wholeUpTo_ && clock_.toSession(startOf(record)) + kLongestWithin < wholeUpTo_->calls;
    return join_.hasCall(record) || (std::exchange(record.hasWaited, true) && callsAreWhole);
}

void DeviceCapture::handOver(TimeNs now, bool all) {
    lastRound_ = now;
    join_.sources().refresh();
    std::vector<DeviceRecord> left;
    if (clock_.known()) {
        // Calls first: work is tied to them.
        std::ranges::stable_partition(waiting_, isCall);
        for (DeviceRecord& record : waiting_) {
            if (isReady(record, all)) {
                join_.place(record, now);
            } else {
                left.push_back(record);
            }
        }
        waiting_ = std::move(left);
    } else if (waiting_.size() > kMostWaiting) {
        clockless_ += waiting_.size();
        waiting_.clear();
    }
    // Without a clock, or from a target that tells anything, this is a number that no sum may follow.
    constexpr TimeNs kFarthest = TimeNs{1} << 61;
    const auto bounded = [&](TimeNs told) {
        return std::clamp(std::min(told, clock_.newest()), -kFarthest, kFarthest);
    };
    const Told whole = wholeUpTo_.value_or(Told{now - kLongestSilence, now - kLongestSilence});
    TimeNs threadsFrom = bounded(whole.calls) - kLongestWithin;
    TimeNs streamsFrom = bounded(whole.work) - kLongestWork;
    for (const DeviceRecord& record : waiting_) {
        if (clock_.known() && startOf(record) != 0) {
            TimeNs& from = isOfThread(record) ? threadsFrom : streamsFrom;
            from = std::min(from, clock_.toSession(startOf(record)));
        }
    }
    threadsFrom_ = std::max(threadsFrom_, threadsFrom);
    join_.settle(std::min(threadsFrom, streamsFrom));
    holdTracks(streamsFrom);
    wholeUpTo_.reset();
}

void DeviceCapture::holdTracks(TimeNs streamsFrom) {
    for (const TrackId stream : join_.streams()) {
        context_.sink.hold(stream, streamsFrom);
    }
    for (const TrackId thread : join_.threads()) {
        context_.sink.hold(thread, threadsFrom_);
    }
}

void DeviceCapture::finish(TimeNs now) {
    if (!active_) {
        return;
    }
    std::ranges::move(std::exchange(unread_, {}), std::back_inserter(waiting_));
    handOver(now, true);
    threadsFrom_ = INT64_MAX;
    holdTracks(INT64_MAX);
    untold_ = untold();
    join_.forget();
}

std::optional<DeviceCapture::Untold> DeviceCapture::untold() const {
    if (toldLast_ || newestTold_ == INT64_MIN || join_.isPaused() || restsSince_) {
        return {};
    }
    const TimeNs time = std::max<TimeNs>(0, join_.launches().newest() - newestTold_);
    // What was launched before may have run until then.
    const std::size_t launches = join_.launches().withoutWork(newestTold_ - kLongestSilence);
    return time > 0 || launches > 0 ? std::optional(Untold{time, launches}) : std::nullopt;
}

TimeNs DeviceCapture::heldFrom(TimeNs now) const {
    const bool silent = now - lastRound_ > kLongestSilence || context_.sink.pending() > kMostHeld;
    return std::max(threadsFrom_, now - (silent ? kLongestSilence : kLongestHold));
}

std::uint64_t DeviceCapture::timeless() const {
    return join_.counts().timeless + clockless_ + (clock_.known() ? 0 : waiting_.size());
}

void DeviceCapture::holdNames(session::NameCollector& held) {
    for (const auto* records : {&unread_, &waiting_}) {
        for (const DeviceRecord& record : *records) {
            held.add(record.name);
        }
    }
    join_.holdNames(held);
}

void DeviceCapture::addTo(Findings& findings, const std::string& process) const {
    const JoinCounts& counts = join_.counts();
    const auto add = [&](std::string_view kind, Severity severity, std::uint64_t count,
                         const std::string& message) { findings.add(kind, severity, message, count); };
    add("played-device", Severity::Note, counts.played,
        "The GPU of process " + process +
            " is played: its kernels compute nothing, and their times are those of a model, not of a "
            "device.");
    add("device-records-dropped", Severity::Loss, dropped_,
        "The vendor's library had no room for records of devices of process " + process + ".");
    add("device-records-skipped", Severity::Loss, skipped_,
        "Records of devices of process " + process + " could not be read, or found no room in their buffer.");
    add("device-times-missing", Severity::Loss, timeless(),
        "Records of devices of process " + process + " had no times, or impossible ones: they are left out.");
    add("device-name-missing", Severity::Warning, nameless_,
        "Calls and work of devices of process " + process +
            " have no name, for want of room or because the vendor's library gave none: \"(no name)\".");
    add("device-unknown", Severity::Loss, counts.placeless,
        "Records of process " + process + " name an unknown device or context: they are left out.");
    add("work-without-launch", Severity::Warning, counts.unlaunched,
        "Neither the call nor the operator is known that launched work of devices of process " + process +
            ".");
    add("device-outside-filter", Severity::Note, counts.outsideFilter,
        "Calls and work of devices of process " + process +
            " were launched outside of what --where names: they are left out.");
    add("work-before-launch", Severity::Warning, counts.beforeLaunch,
        "Work of devices of process " + process +
            " began before the call that launched it, by the vendor's times.");
    add("call-moved", Severity::Note, counts.moved,
        "Calls of process " + process +
            " reached beyond their operator by less than the clock error: they were moved into it.");
    add("call-outside-operator", Severity::Warning, counts.outside,
        "Calls of process " + process +
            " lie outside of the operator that made them, by more than the clock error.");
    add("graph-nodes-left-out", Severity::Loss, join_.nodesLeftOut(),
        "Graphs of process " + process + " had too many nodes to remember where each was captured.");
    if (untold_) {
        add("device-end-missing", Severity::Loss, std::max<std::size_t>(1, untold_->launches),
            "Process " + process + " ended before its devices had delivered all records. Work of its last " +
                secondsText(untold_->time) + " s may be missing, of so many launches at most.");
    }
    add("devices-paused", Severity::Warning, counts.pauses,
        "Devices of process " + process +
            " were not recorded for a time: the row \"Devices\" of the process "
            "shows when, and why.");
    add("clock-set", Severity::Warning, clock_.timesSet(),
        "The clock of device records of process " + process + " was set back.");
}

} // namespace lanes::recorder
