#include "collector/recorder/rings/ProcessCapture.h"

#include "collector/recorder/ShortageText.h"
#include "collector/recorder/host/Secrets.h"
#include "collector/ring/FileLock.h"
#include "model/base/Utf8.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <utility>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

std::string programName(const std::string& arguments) {
    const std::string first = arguments.substr(0, arguments.find(' '));
    return fs::path(first).filename().string();
}

// -1 where there is none, or no number.
std::int64_t rankOf(const std::string& text) {
    std::uint32_t rank = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, rank);
    return !text.empty() && error == std::errc() && at == end ? std::int64_t{rank} : -1;
}

// As a session may hold it.
void makePresentable(ring::ProcessFacts& facts) {
    for (std::string* text : {&facts.name, &facts.arguments, &facts.reason, &facts.torchVersion,
                              &facts.pythonVersion, &facts.layout, &facts.seen}) {
        *text = repairUtf8(*text);
    }
    facts.arguments = withoutSecrets(facts.arguments);
}

} // namespace

ProcessCapture::ProcessCapture(const CaptureContext& context, const ring::FileName& name, std::string key)
    : context_(context)
    , name_(name)
    , key_(std::move(key))
    , process_(context.sink.writer().addProcess({.key = key_}))
    , user_{process_, key_}
    , devices_(context_, user_)
    , samples_(context_, [this](std::uint32_t threadId) { return pythonTrack(threadId); })
    , functions_(context_, [this](std::uint32_t threadId) { return pythonTrack(threadId); })
    , outputs_(context_, process_)
    , told_(context_, process_) {
    facts_.pid = name.pid;
}

void ProcessCapture::addFile(const std::string& path, const ring::FileName& name) {
    if (files_.contains(path)) {
        return;
    }
    const std::string problem =
        name.kind == ring::FileName::Kind::Process ? openControl(path) : openRing(path);
    if (problem.empty()) {
        files_.insert(path);
        unreadable_.erase(path);
    } else {
        unreadable_.insert_or_assign(path, problem);
    }
}

std::string ProcessCapture::openControl(const std::string& path) {
    ring::MappedFile file = ring::MappedFile::open(path, sizeof(ring::ProcessControl));
    if (!file) {
        return path + " cannot be mapped: " + std::strerror(errno);
    }
    if (!ring::isProcessControl(file.data(), file.size())) {
        return path + " is no control file of this version";
    }
    control_ = std::move(file);
    controlPath_ = path;
    const fs::path folder = fs::path(path).parent_path();
    devices_.setSourcesFile(folder / (std::to_string(name_.pid) + ".kernels"));
    told_.setFile(folder / (std::to_string(name_.pid) + ".told"));
    refresh();
    return {};
}

std::string ProcessCapture::openRing(const std::string& path) {
    std::string problem;
    if (auto reader = ring::RingReader::open(path, &problem)) {
        streams_.push_back(
            std::make_unique<RingStream>(context_, *this, context_.pump.add(std::move(*reader))));
    }
    return problem;
}

std::size_t ProcessCapture::drain() {
    // Hooks write an operator when it begins; a profiler tells of it when it pleases.
    const bool atOnce =
        facts_.method == ring::CaptureMethod::HeaderLess || facts_.method == ring::CaptureMethod::Shim;
    const TimeNs now = ring::monotonicNs() - context_.origin;
    std::size_t bytes = 0;
    for (const auto& stream : streams_) {
        const std::size_t took = stream->drain();
        bytes += stream->holdsSamples() || stream->holdsFunctions() ? 0 : took;
        // Calls into a device's API come later than the operators around them: nothing is promised where there are any.
        if (atOnce && !devices_.active() && stream->track().valid()) {
            context_.sink.drained(stream->track(), now);
        }
    }
    functions_.drained(now);
    forwardBackward_.link(context_.sink, devices_);
    devices_.join(now);
    if (devices_.active() || outputs_.active()) {
        holdThreads(devices_.active() ? devices_.heldFrom(now) : INT64_MAX, now);
    }
    return bytes;
}

void ProcessCapture::holdThreads(TimeNs from, TimeNs now) {
    for (const auto& stream : streams_) {
        if (stream->track().valid()) {
            const TimeNs awaited = outputs_.active() ? stream->outputsAwaitedFrom(now) : INT64_MAX;
            context_.sink.hold(stream->track(), std::min(from, awaited));
        }
    }
}

std::optional<Clock> ProcessCapture::deviceClock() const {
    return devices_.clock().known() ? std::optional(devices_.clock().describe(process_)) : std::nullopt;
}

void ProcessCapture::settle(bool atEnd) {
    std::vector<LateEnd> left;
    for (LateEnd& end : std::exchange(lateEnds_, {})) {
        if (endAnywhere(end.key, end.end)) {
            continue;
        }
        if (end.tried || atEnd) {
            ++unmatchedEnds_;
        } else {
            end.tried = true;
            left.push_back(end);
        }
    }
    lateEnds_ = std::move(left);
    if (atEnd) {
        samples_.finish();
        told_.read();
        devices_.finish(ring::monotonicNs() - context_.origin);
        holdThreads(INT64_MAX, INT64_MAX);
    }
    markIncomplete();
}

void ProcessCapture::markIncomplete() {
    session::SessionWriter& writer = context_.sink.writer();
    for (const auto& stream : streams_) {
        const bool lost = stream->ring().dropped() > 0 || stream->ring().damagedBytes() > 0;
        if (lost && stream->holdsFunctions()) {
            functions_.markIncomplete();
        }
        if (lost && stream->track().valid() && !writer.track(stream->track()).incomplete) {
            Track track = writer.track(stream->track());
            track.incomplete = true;
            writer.setTrack(stream->track(), std::move(track));
        }
    }
}

void ProcessCapture::holdNames(session::NameCollector& held) {
    for (const auto& stream : streams_) {
        stream->holdNames(held);
    }
    for (const OpenOperator& op : leftOpen_) {
        held.add(op.stack);
    }
    forwardBackward_.holdNames(held);
    devices_.holdNames(held);
    samples_.holdNames(held);
}

void ProcessCapture::refresh() {
    if (!control_) {
        return;
    }
    ring::ProcessFacts told =
        ring::readFacts(*reinterpret_cast<const ring::ProcessControl*>(control_.data()));
    if (described_ && told.textVersion == facts_.textVersion) {
        // What came with the texts is raw; those that are kept are not.
        facts_.state = told.state;
        facts_.method = told.method;
        facts_.threadsRefused = told.threadsRefused;
        facts_.shortages = told.shortages;
        facts_.matchedModules = told.matchedModules;
        return;
    }
    makePresentable(told);
    facts_ = std::move(told);
    described_ = true;
    Process process{.key = key_, .name = programName(facts_.arguments)};
    process.label = facts_.name == "MainProcess" ? "" : facts_.name;
    process.rank = rankOf(facts_.rank);
    user_.rank = process.rank;
    process.sortIndex = name_.pid;
    process.parentPid = facts_.parentPid;
    context_.sink.writer().setProcess(process_, std::move(process));
}

bool ProcessCapture::gone() const {
    return !controlPath_.empty() && ring::FileLock::holderOf(controlPath_) == ring::FileLock::Holder::Nobody;
}

double ProcessCapture::pressure() const {
    double most = 0;
    for (const auto& stream : streams_) {
        most = std::max(most, stream->ring().pressure());
    }
    return most;
}

std::uint64_t ProcessCapture::laneOf(std::uint32_t threadId) const {
    const auto known = started_.find(threadId);
    return threadLane(threadId, known == started_.end() ? 1 : known->second);
}

TrackId ProcessCapture::startThread(std::uint32_t threadId, std::string_view name, bool goesOn) {
    std::uint32_t& times = started_[threadId];
    times += goesOn && times > 0 ? 0 : 1;
    const TrackId track = thread(threadId, name);
    running_.insert_or_assign(threadId, track);
    return track;
}

void ProcessCapture::threadIsGone(const ThreadKey& thread) {
    const auto known = started_.find(thread.thread);
    if (thread.process == name_.pid && known != started_.end() && known->second == thread.turn) {
        running_.erase(thread.thread);
    }
}

TrackId ProcessCapture::thread(std::uint32_t threadId, std::string_view name) {
    // The main thread's id is its process's; it belongs on top.
    const std::int64_t sortIndex = threadId == name_.pid ? -1 : static_cast<std::int64_t>(threadId);
    const TrackId track =
        context_.tracks.track({Track::Kind::Thread, process_, laneOf(threadId)}, name, sortIndex);
    if (!name.empty() && pythonThreads_.contains(threadId)) {
        pythonTrack(threadId); // is called the same
    }
    return track;
}

void ProcessCapture::addThreads(std::vector<StateRows::Target>& targets) const {
    for (const auto& [threadId, track] : running_) {
        if (context_.sink.hasSlices(track)) {
            targets.push_back({{name_.pid, threadId, started_.at(threadId)}, track});
        }
    }
}

TrackId ProcessCapture::pythonTrack(std::uint32_t threadId) {
    pythonThreads_.insert(threadId);
    const Track& of = context_.sink.writer().track(thread(threadId, {}));
    const std::string name = of.name;
    return context_.tracks.track({Track::Kind::Other, process_, laneOf(threadId)}, name, of.sortIndex);
}

TrackId ProcessCapture::startedRanges() {
    return context_.tracks.track({Track::Kind::Async, process_, 0}, "NVTX ranges", INT64_MAX);
}

TrackId ProcessCapture::compilations() {
    if (!compilations_.valid()) {
        compilations_ = context_.sink.writer().addTrack({.process = process_,
                                                         .key = std::string(kCompilationKey),
                                                         .name = std::string(kCompilationKey),
                                                         .kind = Track::Kind::Other,
                                                         .sortIndex = INT64_MAX});
        context_.sink.countNone(compilations_);
    }
    return compilations_;
}

void ProcessCapture::startedRange(std::uint32_t key, SliceHandle slice) {
    startedRanges_.insert_or_assign(openKey(key, ring::kEndOfStarted), std::move(slice));
}

bool ProcessCapture::endAnywhere(std::uint64_t key, TimeNs end) {
    if (const auto started = startedRanges_.find(key); started != startedRanges_.end()) {
        context_.sink.endSlice(started->second, end);
        startedRanges_.erase(started);
        return true;
    }
    for (const auto& stream : streams_) {
        if (stream->end(key, end)) {
            return true;
        }
    }
    const auto left = std::ranges::find(leftOpen_, key, &OpenOperator::key);
    if (left == leftOpen_.end()) {
        return false;
    }
    context_.sink.endSlice(left->slice, end);
    context_.sink.endSlice(left->beside, end);
    leftOpen_.erase(left);
    return true;
}

void ProcessCapture::endedElsewhere(std::uint64_t key, TimeNs end) {
    lateEnds_.push_back({key, end});
}

void ProcessCapture::leftOpen(std::vector<OpenOperator> operators) {
    std::ranges::move(operators, std::back_inserter(leftOpen_));
}

void ProcessCapture::inside(bool entered, TimeNs at) {
    if (context_.outside != nullptr) {
        entered ? context_.outside->enter(at) : context_.outside->leave(at);
        devices_.inside(entered, at);
    }
}

void ProcessCapture::countLosses(const RingStream& stream, std::map<std::string, Losses>& losses) const {
    const PumpedRing& ring = stream.ring();
    if (ring.dropped() == 0 && ring.damagedBytes() == 0 && stream.malformed() == 0 &&
        stream.failedAllocations() == 0) {
        return;
    }
    std::string thread =
        (stream.holdsFunctions() ? "Python's functions in process " : "a thread of process ") + key_;
    if (stream.track().valid()) {
        const Track& track = context_.sink.writer().track(stream.track());
        thread = "thread " + track.key + (track.name.empty() ? "" : " (" + track.name + ")") +
                 " of process " + key_;
    }
    Losses& sum = losses[thread];
    sum.dropped += ring.dropped();
    sum.damagedBytes += ring.damagedBytes();
    sum.malformed += stream.malformed();
    sum.failedAllocations += stream.failedAllocations();
}

std::uint64_t ProcessCapture::failedAllocations() const {
    std::uint64_t sum = 0;
    for (const auto& stream : streams_) {
        sum += stream->failedAllocations();
    }
    return sum;
}

std::uint64_t ProcessCapture::lost() const {
    std::uint64_t sum = devices_.lost();
    for (const auto& stream : streams_) {
        sum += stream->ring().dropped();
    }
    return sum;
}

void ProcessCapture::addTo(Findings& findings) const {
    std::map<std::string, Losses> losses; // by thread
    for (const auto& stream : streams_) {
        countLosses(*stream, losses);
    }
    const auto add = [&](std::string_view kind, Severity severity, std::uint64_t count,
                         const std::string& message) { findings.add(kind, severity, message, count); };
    for (const auto& [thread, sum] : losses) {
        add("ring-overflow", Severity::Loss, sum.dropped,
            "Records of " + thread + " were lost because the recorder could not keep up.");
        add("ring-damage", Severity::Loss, sum.damagedBytes,
            "Bytes in the buffer of " + thread + " were no records.");
        add("out-of-memory", Severity::Warning, sum.failedAllocations,
            "Torch could not get memory on " + thread + ": see [OutOfMemory] there.");
        add("malformed-record", Severity::Loss, sum.malformed, "Records of " + thread + " made no sense.");
    }
    for (const auto& [path, problem] : unreadable_) {
        add("unreadable-file", Severity::Loss, 1,
            "A file of process " + key_ + " could not be read: " + problem + ".");
    }
    devices_.addTo(findings, key_);
    outputs_.addTo(findings, key_);
    told_.addTo(findings, key_);
    add("python-sample-unknown", Severity::Note, samples_.unknown(),
        "Python stacks of process " + key_ +
            " changed faster than they could be read: some samples show the stack before.");
    const std::string process = "process " + key_;
    add("unmatched-end", Severity::Note, unmatchedEnds_,
        "Operators or ranges of " + process + " ended without a begin.");
    add("thread-without-buffer", Severity::Loss, facts_.threadsRefused,
        "Threads of " + process +
            " were not recorded from their first operator on: " + shortageText(facts_.shortages) + ".");
    if (!facts_.reason.empty()) {
        const bool off = facts_.state == ring::ProcessState::Off;
        std::string reason = facts_.reason; // one sentence per line, and a diagnostic is one line
        for (std::size_t at = 0; (at = reason.find('\n', at)) != std::string::npos; at += 2) {
            reason.replace(at, 1, "; ");
        }
        findings.say(off ? "capture-off" : "capture-fallback", off ? Severity::Loss : Severity::Warning,
                     "Process " + key_, reason);
    }
}

void ProcessCapture::release(RingFolder& folder) {
    for (const auto& stream : streams_) {
        stream->finish();
        folder.giveRingBack(stream->ring().capacity());
    }
    refresh();
    samples_.finish();
    context_.sink.endProcess(process_);
    std::error_code ignored;
    for (const std::string& file : files_) {
        RingFolder::removeFile(file);
    }
    // Rings: who has no control file is never released.
    for (const auto& [file, problem] : unreadable_) {
        if (const std::uintmax_t bytes = fs::file_size(file, ignored);
            !ignored && bytes > ring::kRingHeaderBytes) {
            folder.giveRingBack(bytes - ring::kRingHeaderBytes);
        }
        RingFolder::removeFile(file);
    }
    context_.tracks.forget(process_);
}

} // namespace lanes::recorder
