#include "collector/recorder/states/StateRows.h"

#include "collector/recorder/counters/KernelFiles.h"
#include "model/trace/ThreadRows.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <utility>

namespace lanes::recorder {

StateRows::StateRows(const CaptureContext& context, std::string rings, std::string folder)
    : context_(context)
    , rings_(std::move(rings))
    , folder_(std::move(folder))
    , row_(context.sink.writer())
    , sampler_(folder_) {}

bool StateRows::isOurs(std::uint32_t process) {
    const auto [known, isNew] = ours_.try_emplace(process, false);
    if (isNew) {
        known->second = KernelFiles(folder_).maps(process, rings_);
    }
    return known->second;
}

void StateRows::follow(std::span<const Target> targets, TimeNs every, bool paused) {
    std::set<ThreadKey> named;
    std::set<ThreadKey> threads;
    for (const Target& target : targets) {
        named.insert(target.thread);
        if (!paused && !over_.contains(target.thread) && isOurs(target.thread.process)) {
            threads.insert(target.thread);
            rows_.try_emplace(target.thread, Row{.thread = target.track});
        }
    }
    if (threads != threads_ || every != every_) {
        sampler_.follow({threads.begin(), threads.end()}, every);
        letGo(threads);
        threads_ = std::move(threads);
        every_ = every;
    }
    std::erase_if(over_, [&](const ThreadKey& thread) { return !named.contains(thread); });
    std::erase_if(rows_, [&](const auto& row) { return !named.contains(row.first); });
}

void StateRows::letGo(const std::set<ThreadKey>& threads) {
    take();
    for (const ThreadKey& thread : threads_) {
        if (const auto row = rows_.find(thread); row != rows_.end() && !threads.contains(thread)) {
            end(row->second);
        }
    }
}

TrackId StateRows::trackOf(Row& row) {
    if (!row.track.valid()) {
        session::SessionWriter& writer = context_.sink.writer();
        const Track of = writer.track(row.thread);
        row.track = writer.addTrack({.process = of.process,
                                     .key = of.key + std::string(kStateSuffix),
                                     .name = of.name.empty() ? of.name : of.name + " (states)",
                                     .kind = Track::Kind::Other,
                                     .sortIndex = of.sortIndex});
        context_.sink.countNone(row.track);
    }
    return row.track;
}

// What it did until it was last seen; what it does from then on is to be found out anew.
void StateRows::end(Row& row) {
    context_.sink.endSlice(std::exchange(row.state, {}), std::max(row.begin, row.until));
    row.pieces = {};
}

void StateRows::change(Row& row, const StateChange& change) {
    // Later than the one before, in which it would nest otherwise.
    const TimeNs begin = std::max(change.at - context_.origin, row.state ? row.begin + 1 : row.begin);
    context_.sink.endSlice(std::exchange(row.state, {}), begin);
    session::SessionWriter& writer = context_.sink.writer();
    const ThreadWait& wait = change.wait;
    row_.addText("State", stateKey(wait.state), ArgColumn::Form::String);
    if (wait.call >= 0) {
        const std::string_view name = callName(wait.call);
        row_.addText("System call", name.empty() ? std::to_string(wait.call) : name, ArgColumn::Form::String);
    }
    if (!wait.on.empty()) {
        row_.addText("On", escapeJson(wait.on), ArgColumn::Form::String);
    }
    if (!wait.function.empty()) {
        row_.addText("Kernel function", wait.function, ArgColumn::Form::String);
    }
    SliceRecord slice;
    slice.start = begin;
    slice.duration = -1; // has not ended
    slice.name = writer.string(stateName(wait.state));
    slice.hue = stateHue(wait.state);
    slice.layout = row_.finish(kStateCategory, cells_);
    row.begin = slice.start;
    row.state = context_.sink.addSlice(trackOf(row), slice, cells_);
}

void StateRows::take() {
    for (auto& [thread, seen] : sampler_.take()) {
        const auto known = rows_.find(thread);
        if (known == rows_.end()) {
            continue;
        }
        Row& row = known->second;
        changes_.clear();
        for (const StateSample& sample : seen.samples) {
            row.pieces.add(sample, changes_);
        }
        for (const StateChange& next : changes_) {
            change(row, next);
        }
        row.until = std::max(row.until, seen.until - context_.origin);
        if (seen.over) {
            end(row);
            rows_.erase(known);
            over_.insert(thread);
            newlyOver_.push_back(thread);
        }
    }
}

void StateRows::flush(bool atEnd) {
    take();
    if (atEnd) {
        follow({}, every_);
    }
}

void StateRows::addTo(Findings& findings) const {
    findings.add("thread-states-refused", Severity::Note,
                 "The states of threads were not recorded, as more than " +
                     std::to_string(StateSampler::kMostThreads) + " ran at a time.",
                 sampler_.refused());
    findings.add("thread-states-without-calls", Severity::Note,
                 "The kernel does not let the recorder read the system calls of threads: /proc/PID/syscall "
                 "needs a debugger's rights (kernel.yama.ptrace_scope). Names of kernel functions show what "
                 "threads wait for, where the kernel shows them.",
                 sampler_.withoutCalls());
}

} // namespace lanes::recorder
