#include "collector/recorder/Capture.h"

#include "collector/recorder/ShortageText.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>
#include <ranges>
#include <sstream>
#include <thread>
#include <tuple>
#include <utility>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

constexpr TimeNs kSampleEvery = 100'000'000;
// What a viewer of the growing file sees is at most this old.
constexpr TimeNs kFlushEvery = 1'000'000'000;
// A program that does nothing for days costs no bytes.
constexpr TimeNs kCountersRestAfter = 5'000'000'000;
constexpr std::size_t kMostPending = 200'000;
// What is written at once is a small part of a bounded session: it gives way as a whole.
constexpr std::size_t kBytesPerPending = 256;
constexpr int kLongestPause = 20;
// Above this share of a ring the recorder no longer sleeps longer than it must.
constexpr double kPressure = 0.05;
// A process that is stopped, or stuck in a driver, does not keep the user waiting for longer.
constexpr TimeNs kDevicePatience = 3'000'000'000;
// Nor whoever lets a paused recording go on.
constexpr TimeNs kWakingPatience = 500'000'000;

// A thread may have been read this much later than another one.
constexpr TimeNs kReadingTakes = 500'000'000;

// A filter's patterns, as an option has them.
std::string inOneLine(std::string filter) {
    for (std::size_t at = 0; (at = filter.find('\n', at)) != std::string::npos; at += 2) {
        filter.replace(at, 1, ", ");
    }
    return filter;
}

bool sameCounts(const Diagnostics& a, const Diagnostics& b) {
    return std::ranges::equal(a.all(), b.all(), [](const Diagnostic& x, const Diagnostic& y) {
        return x.kind == y.kind && x.count == y.count;
    });
}

} // namespace

void ProcessReasons::add(const std::string& process, const std::string& reasons) {
    std::istringstream lines(reasons);
    for (std::string sentence; std::getline(lines, sentence);) {
        const auto [known, isNew] = saidBy_.try_emplace(sentence, Sayers{process});
        known->second.others += isNew ? 0 : 1;
    }
}

std::vector<std::string> ProcessReasons::texts() const {
    std::vector<std::string> texts;
    texts.reserve(saidBy_.size());
    for (const auto& [sentence, sayers] : saidBy_) {
        texts.push_back("process " + sayers.first +
                        (sayers.others > 0 ? " and " + std::to_string(sayers.others) + " more" : "") + ": " +
                        sentence);
    }
    return texts;
}

void ProcessTotals::add(const ProcessCapture& process) {
    lost += process.lost();
    failedAllocations += process.failedAllocations();
    process.addTo(findings);
    const ring::ProcessFacts& facts = process.facts();
    reasons.add(process.key(), facts.reason);
    if (auto clock = process.deviceClock()) {
        clocks.push_back(std::move(*clock));
    }
    seen = seen.empty() ? facts.seen : seen;
    matchedModules += facts.matchedModules;
    shortages |= facts.threadsRefused > 0 ? facts.shortages : 0;
}

Capture::Capture(RingFolder folder, session::SessionWriter writer, const WriterThread& disk, SessionInfo info,
                 const std::string& counterHelper, const std::string& filter, LiveMetrics* metrics)
    : folder_(std::move(folder))
    , clock_(folder_.clock())
    , sink_(std::move(writer), disk)
    , recording_(sink_)
    , rows_(sink_.writer())
    , ranges_(sink_.writer())
    , tracks_(sink_.writer())
    , devices_(sink_.writer(), tracks_)
    , context_{sink_,   rows_,       ranges_, tracks_, devices_, pump_, clock_, steps_, begin_.monotonicNs,
               nullptr, &recording_, &cost_,  metrics}
    , deviceCounters_(context_, counterHelper)
    , hostCounters_(context_, folder_.path(), KernelFiles())
    , states_(context_, folder_.path())
    , info_(std::move(info))
    , mostPending_(kMostPending) {
    if (!filter.empty()) {
        filter_ = inOneLine(filter);
        context_.outside = &outside_.emplace(sink_, recording_);
    }
    info_.clockOriginUnixNs = begin_.unixNs;
    if (const std::uint64_t most = sink_.writer().bounds().bytes; most > 0) {
        mostPending_ = std::min<std::size_t>(kMostPending, most / kBytesPerPending);
    }
    sink_.writer().setInfo(info_);
    sink_.flush();
}

ProcessCapture& Capture::process(const ring::FileName& name) {
    auto& found = processes_[{name.pid, name.birth}];
    if (!found) {
        std::string key = std::to_string(name.pid);
        if (const int before = timesSeen_[name.pid]++; before > 0) {
            key += "." + std::to_string(before + 1); // exec, or a pid that came round again
        }
        found = std::make_unique<ProcessCapture>(context_, name, std::move(key));
        properties_.add(*found);
    }
    return *found;
}

ProcessTotals Capture::totals() const {
    ProcessTotals all = gone_;
    for (const auto& [key, capture] : processes_) {
        all.add(*capture);
    }
    return all;
}

void Capture::discover() {
    std::vector<std::pair<ring::FileName, std::string>> found;
    std::error_code problem;
    // Not a range's loop: its step throws when the folder cannot be read on.
    for (fs::directory_iterator at(folder_.path(), problem); !problem && at != fs::directory_iterator();
         at.increment(problem)) {
        imports_.note(at->path().filename().string(), ring::monotonicNs());
        const auto name = ring::parseFileName(at->path().filename().string());
        if (name && (only_ == 0 || name->pid == only_)) {
            found.emplace_back(*name, at->path().string());
        }
    }
    // Folders have no order: parents come before their children, main threads before others.
    std::ranges::sort(found, {}, [](const auto& file) {
        return std::tuple(file.first.birth, file.first.pid, file.first.index);
    });
    for (const auto& [name, path] : found) {
        if (!goneKeys_.contains({name.pid, name.birth})) {
            process(name).addFile(path, name);
        }
    }
}

std::size_t Capture::drain() {
    std::size_t bytes = 0;
    for (const auto& [key, capture] : processes_) {
        bytes += capture->drain();
    }
    if (bytes > 0) {
        lastRecords_ = ring::monotonicNs();
    }
    return bytes;
}

int Capture::turn() {
    const TimeNs now = ring::monotonicNs();
    if (now >= nextSample_) {
        clock_.sample();
        folder_.beat();
        nextSample_ = now + kSampleEvery;
    }
    discover();
    double pressure = 0;
    for (const auto& [key, capture] : processes_) {
        pressure = std::max(pressure, capture->pressure());
    }
    std::optional<RingPump::Busy> pumped;
    if (pressure > kPressure) {
        pumped.emplace(pump_);
    }
    drain();
    followThreads(now);
    deviceCounters_.turn();
    // When it goes on, the curves have the mean of the time between.
    if (hostCounters_.due(now) && now - lastRecords_ < kCountersRestAfter) {
        hostCounters_.sample(now, living());
    }
    pause_ = pressure > kPressure ? 1 : std::min(pause_ * 2, kLongestPause);
    if (now >= nextFlush_ || sink_.pending() > mostPending_) {
        flush(false, info_.exitStatus);
        nextFlush_ = ring::monotonicNs() + kFlushEvery;
    }
    tellMetrics(true);
    return pause_;
}

void Capture::tellMetrics(bool goesOn) {
    if (context_.metrics == nullptr || (goesOn && !context_.metrics->due(elapsed()))) {
        return;
    }
    context_.metrics->write(
        {.now = elapsed(), .lost = lost(), .goesOn = goesOn, .steps = steps_, .session = sink_.writer()});
    if (const auto problem = context_.metrics->takeProblem()) {
        addNote("metrics-not-written", "The file of --metrics was not rewritten: " + *problem);
    }
}

TimeNs Capture::quietFor() {
    const TimeNs now = ring::monotonicNs();
    if (imports_.busy(now)) {
        lastRecords_ = now;
    }
    return now - lastRecords_;
}

std::vector<HostCounters::Target> Capture::living() const {
    std::vector<HostCounters::Target> targets;
    targets.reserve(processes_.size());
    for (const auto& [key, capture] : processes_) {
        targets.push_back({key.first, capture->id()});
    }
    return targets;
}

void Capture::followThreads(TimeNs now) {
    for (const ThreadKey& thread : states_.takeOver()) {
        for (const auto& [key, capture] : processes_) {
            capture->threadIsGone(thread);
        }
    }
    std::vector<StateRows::Target> targets;
    for (const auto& [key, capture] : processes_) {
        capture->addThreads(targets);
    }
    const bool quiet = now - lastRecords_ >= kCountersRestAfter;
    states_.follow(targets, quiet ? StateSampler::kSeldom : StateSampler::kOften, recording_.paused());
}

bool Capture::alive() const {
    return imports_.alive() ||
           std::ranges::any_of(processes_, [&](const auto& entry) { return !entry.second->gone(); });
}

std::set<const ProcessCapture*> Capture::ended() {
    std::set<const ProcessCapture*> found;
    for (const auto& [key, capture] : processes_) {
        if (capture->gone()) {
            found.insert(capture.get());
        }
    }
    // Asked before the last look into the folder and the last drain: what a process made and wrote before it was gone is
    // there by then.
    if (!found.empty()) {
        discover();
    }
    return found;
}

void Capture::flush(bool atEnd, std::int64_t exitStatus) {
    const RingPump::Busy pumped(pump_);
    const std::set<const ProcessCapture*> ended = this->ended();
    for (auto at = processes_.begin(); at != processes_.end();) {
        const auto& [key, capture] = *at;
        const bool over = ended.contains(capture.get());
        if (over) {
            capture->drain();
        }
        capture->refresh();
        capture->settle(over || atEnd);
        if (over) {
            capture->release(folder_);
            gone_.add(*capture);
            properties_.keep(*capture);
            goneKeys_.insert(key);
            at = processes_.erase(at);
        } else {
            ++at;
        }
    }
    if (outside_) {
        atEnd ? outside_->finish(elapsed()) : outside_->settle(elapsed() - kReadingTakes);
    }
    sink_.gathered(elapsed());
    deviceCounters_.flush();
    hostCounters_.flush();
    states_.flush(atEnd);
    describe(atEnd, exitStatus);
    describeClocks(atEnd);
    if (atEnd) {
        sink_.flushAll();
    } else {
        sink_.flush();
    }
    if (sink_.writer().namesMayGo()) {
        releaseNames();
    }
}

void Capture::releaseNames() {
    session::NameCollector held;
    sink_.holdNames(held);
    rows_.holdNames(held);
    rows_.forgetScalars();
    devices_.holdNames(held);
    deviceCounters_.holdNames(held);
    hostCounters_.holdNames(held);
    for (const auto& [key, capture] : processes_) {
        capture->holdNames(held);
    }
    sink_.writer().releaseNames(held.take());
}

void Capture::describe(bool atEnd, std::int64_t exitStatus) {
    const auto before = std::exchange(info_.properties, {});
    Diagnostics diagnostics = notes_;
    if (recording_.pauses() > 0) {
        diagnostics.add(
            "recording-paused", Severity::Note,
            "The recording was paused: what happened meanwhile is not in it, and memory that was freed "
            "meanwhile counts as alive.",
            -1, recording_.pauses());
    }
    properties_.addTo(info_.properties);
    if (atEnd) {
        steps_.cost().addTo(info_.properties);
        cost_.addTo(info_.properties);
    }
    describeFilter(diagnostics);
    Findings findings = totals().findings;
    states_.addTo(findings);
    findings.addTo(diagnostics);
    if (properties_.leftOut() > 0) {
        diagnostics.add("processes-not-described", Severity::Note,
                        "All processes are recorded. There were so many that only the first ones have "
                        "arguments, versions and states among the properties.",
                        -1, properties_.leftOut());
    }
    deviceCounters_.addTo(diagnostics);
    for (auto& property : devices_.properties()) {
        info_.properties.push_back(std::move(property));
    }
    for (const std::string& reason : reasons_) {
        diagnostics.add("not-recorded", Severity::Loss, reason, -1, 1);
    }
    if (processesRefused() > 0) {
        diagnostics.add("process-without-buffer", Severity::Loss, whyRefused(), -1, processesRefused());
    }
    if (rows_.scalarsLeftOut() > 0) {
        diagnostics.add("scalars-left-out", Severity::Warning,
                        "Scalar arguments of operators were left out: there were too many different ones.",
                        -1, rows_.scalarsLeftOut());
    }
    if (sink_.leftOut() > 0) {
        diagnostics.add("slow-disk", Severity::Loss,
                        "The disk was slower than the program: slices and memory changes were left out.", -1,
                        sink_.leftOut());
    }
    if (sink_.late() > 0) {
        diagnostics.add("late-slice", Severity::Warning,
                        "Slices came when later ones of their track had been written: they stand beside it, "
                        "on a track \"(late)\".",
                        -1, sink_.late());
    }
    std::erase_if(info_.properties, [](const auto& property) { return property.second.empty(); });
    // What has not changed is not written again every second.
    if (!described_ || before != info_.properties || info_.exitStatus != exitStatus) {
        info_.exitStatus = exitStatus;
        sink_.writer().setInfo(info_);
        described_ = true;
    }
    if (!sameCounts(diagnostics, written_)) {
        sink_.writer().setDiagnostics(diagnostics);
        written_ = std::move(diagnostics);
    }
}

std::string Capture::whyRefused() const {
    const bool noRoom = (folder_.shortages() & ~std::uint32_t{ring::kNoRoom}) == 0;
    return "Processes were not recorded: " +
           (noRoom ? folder_.path() + " had no room even for their names"
                   : shortageText(folder_.shortages())) +
           ".";
}

void Capture::describeFilter(Diagnostics& diagnostics) {
    if (!outside_) {
        return;
    }
    info_.properties.emplace_back("where", filter_);
    if (outside_->entered() > 0) {
        diagnostics.add(
            "filtered", Severity::Note,
            "Only work inside of " + filter_ +
                " was recorded (--where). The row \"Outside of the filter\" shows the rest of the time. "
                "Memory that was freed outside counts as alive.",
            -1, outside_->entered());
    }
}

std::optional<std::string> Capture::whyNothingMatched() const {
    if (!outside_ || outside_->entered() > 0) {
        return {};
    }
    const ProcessTotals all = totals();
    std::string why = "nothing ran inside of " + filter_ + " (--where). ";
    if (all.matchedModules > 0) {
        return why + "There is such a module, but it was not called by itself: torch.compile runs the "
                     "modules inside "
                     "of what it compiles. Name the outermost module, or a range.";
    }
    return why + (all.seen.empty() ? "The program called no module and made no range."
                                   : "The program has " + all.seen + ".");
}

// Each time that the recording has become twice as long: what is known of clocks grows slowly, and is written whole.
void Capture::describeClocks(bool atEnd) {
    const TimeNs now = ring::monotonicNs();
    if (!atEnd && now < nextClocks_) {
        return;
    }
    std::vector<Clock> clocks = totals().clocks;
    if (!clocks.empty()) {
        sink_.writer().setClocks(std::move(clocks));
        nextClocks_ = now + (now - context_.origin);
    }
}

bool Capture::setPaused(bool paused, PausedWatch watch) {
    if (recording_.paused() == paused) {
        if (paused) {
            folder_.pause(watch);
        }
        return false;
    }
    if (paused) {
        folder_.pause(watch);
        recording_.pause(elapsed());
        followThreads(ring::monotonicNs());
        steps_.interrupt(elapsed(), false);
    } else {
        wakeDevices();
        recording_.resume(elapsed());
        folder_.resume();
        steps_.interrupt(elapsed(), true);
    }
    return true;
}

std::vector<std::string>
Capture::sayWhy(const std::function<std::vector<std::string>(bool nothing)>& reasons) {
    discover();
    drain();
    if (auto why = whyNothingMatched()) {
        reasons_.push_back(std::move(*why));
        return reasons_;
    }
    // What a process says of itself, and that it was refused, stands among the diagnostics already.
    const bool told = !totals().reasons.empty() || processesRefused() > 0 || threadsRefused() > 0;
    std::ranges::move(reasons(sink_.slices() + sink_.points() == 0 && !told), std::back_inserter(reasons_));
    return reasons_;
}

std::vector<std::string> Capture::notes() const {
    const ProcessTotals all = totals();
    std::vector<std::string> texts = all.reasons.texts();
    if (processesRefused() > 0) {
        texts.push_back(whyRefused());
    }
    if (all.shortages != 0) {
        texts.push_back("Threads were not recorded: " + shortageText(all.shortages) + ".");
    }
    return texts;
}

void Capture::awaitDevices() {
    const TimeNs now = elapsed();
    const auto owes = [now](const auto& entry) {
        return !entry.second->hasToldUpTo(now) && !entry.second->gone();
    };
    while (elapsed() - now < kDevicePatience && std::ranges::any_of(processes_, owes)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(kLongestPause));
        drain();
    }
}

void Capture::wakeDevices() {
    const auto rests = [](const auto& entry) { return entry.second->devicesRest() && !entry.second->gone(); };
    drain();
    if (!std::ranges::any_of(processes_, rests)) {
        return;
    }
    folder_.prepareDevices();
    const TimeNs until = elapsed() + kWakingPatience;
    while (elapsed() < until && std::ranges::any_of(processes_, rests)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        drain();
    }
}

void Capture::mark(std::string_view text, std::span<const PythonThread::Frame> frames) {
    session::SessionWriter& writer = sink_.writer();
    StackId stack;
    for (const PythonThread::Frame& frame : std::views::reverse(frames)) {
        stack = writer.stack(stack, {.function = writer.string(frame.function),
                                     .file = writer.string(frame.file),
                                     .line = static_cast<std::int32_t>(frame.line)});
    }
    recording_.mark(elapsed(), text, stack);
}

void Capture::stop(std::int64_t exitStatus) {
    clock_.sample();
    discover();
    // Until nothing comes any more, but not for ever: a child that lives on may write without end.
    for (int i = 0; i < 100 && drain() > 0; ++i) {
    }
    awaitDevices();
    folder_.close();
    drain();
    recording_.resume(elapsed());
    deviceCounters_.turn();
    tellMetrics(false);
    flush(true, exitStatus);
    describe(true, exitStatus); // with what the last flush found late, or left out
}

std::uint64_t Capture::lost() const {
    std::uint64_t sum = sink_.leftOut() + gone_.lost;
    for (const auto& [key, capture] : processes_) {
        sum += capture->lost();
    }
    return sum;
}

} // namespace lanes::recorder
