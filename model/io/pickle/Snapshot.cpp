#include "model/io/pickle/Snapshot.h"

#include "model/trace/ThreadRows.h"
#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>

namespace lanes::pickle {

namespace {

constexpr std::int64_t kNsPerUs = 1000;
constexpr std::int64_t kMostDevices = 128;

} // namespace

StackId Snapshot::stackOf(const plain::Values& values, plain::Value frames) const {
    const plain::Values::Digest digest = values.digestOf(frames);
    return digest.kind == kStack ? stacks_[digest.number] : StackId();
}

// A frame has a name, a file and a line; an event an action; a block an address, a size and a state.
plain::Values::Digest Snapshot::digestDict(const plain::Values& values, plain::Items items) {
    const plain::Value file = values.at(items, "filename");
    if (file.type() == plain::Value::Type::Text) {
        constexpr std::int64_t kMostLines = INT32_MAX;
        frames_.push_back({values.text(values.at(items, "name")), values.text(file),
                           static_cast<std::int32_t>(std::clamp<std::int64_t>(
                               values.integer(values.at(items, "line")).value_or(0), 0, kMostLines)),
                           StringId()});
        return {kFrame, static_cast<std::uint32_t>(frames_.size() - 1)};
    }
    if (const plain::Value action = values.at(items, "action"); action.type() == plain::Value::Type::Text) {
        return digestEvent(values, items, action);
    }
    const plain::Value state = values.at(items, "state");
    if (state.type() == plain::Value::Type::Text && values.integer(values.at(items, "size"))) {
        const bool active = values.plain(state).starts_with("active");
        block_.push_back(active ? boundedBytes(*values.integer(values.at(items, "size"))) : 0);
        return {kBlock, static_cast<std::uint32_t>(block_.size() - 1)};
    }
    return {};
}

plain::Values::Digest Snapshot::digestEvent(const plain::Values& values, plain::Items items,
                                            plain::Value action) {
    const auto number = [&](std::string_view key, std::int64_t otherwise) {
        return values.integer(values.at(items, key)).value_or(otherwise);
    };
    Event event{number("time_us", 0),
                static_cast<std::uint64_t>(number("addr", 0)),
                boundedBytes(number("size", 0)),
                static_cast<std::int32_t>(number("stream", 0)),
                -1,
                values.text(action),
                stackOf(values, values.at(items, "frames"))};
    if (const auto left = values.integer(values.at(items, "device_free"))) {
        event.failure = static_cast<std::int32_t>(failures_.size());
        failures_.push_back(*left);
    }
    builder_.account(sizeof(Event));
    whole_.push_back(event);
    return {kEvent, static_cast<std::uint32_t>(whole_.size() - 1)};
}

// Frames stand innermost first; a stack is built from the outermost on.
plain::Values::Digest Snapshot::digestList(const plain::Values& values, plain::Values::Digest before,
                                           plain::Items items) {
    const std::uint32_t kind = items.empty() ? 0 : values.digestOf(items.front()).kind;
    if ((kind != kFrame && kind != kEvent && kind != kBlock) ||
        std::ranges::any_of(items, [&](plain::Value v) { return values.digestOf(v).kind != kind; })) {
        return {};
    }
    if (kind == kFrame) {
        StackId stack; // a list of more than a thousand frames goes on outwards: only its inner part is kept
        if (before.kind == kStack) {
            return before;
        }
        for (std::size_t i = items.size(); i-- > 0;) {
            if (const std::uint32_t number = values.digestOf(items[i]).number; number < frames_.size()) {
                stack = builder_.stacks().intern(stack, frames_[number]);
            }
        }
        frames_.clear(); // a list takes what came since the last one
        stacks_.push_back(stack);
        return {kStack, static_cast<std::uint32_t>(stacks_.size() - 1)};
    }
    if (kind == kEvent) {
        if (before.kind != kEvents) {
            lists_.emplace_back();
            before = {kEvents, static_cast<std::uint32_t>(lists_.size() - 1)};
        }
        for (const plain::Value& item : items) {
            if (const std::uint32_t number = values.digestOf(item).number; number < whole_.size()) {
                lists_[before.number].push_back(whole_[number]);
            }
        }
        whole_.clear(); // a list takes what came since the last one
        return before;
    }
    if (before.kind != kBlocks) {
        activeBytes_.push_back(0);
        before = {kBlocks, static_cast<std::uint32_t>(activeBytes_.size() - 1)};
    }
    for (const plain::Value& item : items) {
        if (const std::uint32_t number = values.digestOf(item).number; number < block_.size()) {
            activeBytes_[before.number] = boundedSum(activeBytes_[before.number], block_[number]);
        }
    }
    block_.clear();
    return before;
}

bool Snapshot::is(const plain::Values& values, plain::Value root) {
    const plain::Value segments = values.at(root, "segments");
    if (segments.type() == plain::Value::Type::Container) {
        return true;
    }
    const plain::Items items = values.items(root);
    return !items.empty() && values.at(items.front(), "total_size").type() == plain::Value::Type::Integer;
}

void Snapshot::readSegments(const plain::Values& values, plain::Value segments) {
    for (const plain::Value& segment : values.items(segments)) {
        builder_.look().now();
        const std::int64_t index = values.integer(values.at(segment, "device")).value_or(0);
        Device& device = devices_[std::clamp<std::int64_t>(index, 0, kMostDevices - 1)];
        device.reserved = boundedSum(
            device.reserved, boundedBytes(values.integer(values.at(segment, "total_size")).value_or(0)));
        const plain::Values::Digest blocks = values.digestOf(values.at(segment, "blocks"));
        if (blocks.kind == kBlocks) {
            device.active = boundedSum(device.active, activeBytes_[blocks.number]);
        }
    }
}

ProcessId Snapshot::process() {
    if (!process_.valid()) {
        process_ = builder_.addProcess(
            {.key = "snapshot", .name = "Memory snapshot", .label = {}, .host = {}, .deviceUuid = {}});
    }
    return process_;
}

TrackId Snapshot::allocatorTrack(std::int64_t device) {
    const auto [found, fresh] = tracks_.try_emplace(device);
    if (fresh) {
        const std::string key = std::string(kAllocatorKey) + std::to_string(device);
        found->second =
            builder_.addTrack({.process = process(), .key = key, .name = key, .kind = Track::Kind::Other});
    }
    return found->second;
}

// The file's times are Unix time; the trace begins at its first event.
void Snapshot::findBegin(const plain::Values& values, plain::Value annotations) {
    std::int64_t first = INT64_MAX;
    for (const std::deque<Event>& events : lists_) {
        for (const Event& event : events) {
            first = event.time > 0 ? std::min(first, event.time) : first;
        }
    }
    for (const plain::Value& annotation : values.items(annotations)) {
        first = std::min(first, values.integer(values.at(annotation, "time_us")).value_or(INT64_MAX));
    }
    begin_ = first == INT64_MAX ? 0 : std::clamp<std::int64_t>(first, 0, INT64_MAX / kNsPerUs);
    builder_.info().clockOriginUnixNs = begin_ > 0 ? begin_ * kNsPerUs : -1;
}

// torch before 2.2 wrote no times: events then stand one microsecond apart, in their order.
void Snapshot::numberEvents() {
    std::uint64_t count = 0;
    for (std::deque<Event>& events : lists_) {
        std::int64_t time = begin_;
        for (Event& event : events) {
            count += event.time <= 0 ? 1 : 0;
            time = event.time > 0 ? event.time : time + 1;
            event.time = time;
        }
    }
    if (count > 0) {
        builder_.diagnostics().add(
            "events-without-time", Severity::Warning,
            "Events have no time, as torch before 2.2 wrote them: each stands one microsecond after the "
            "one before it.",
            -1, count);
    }
}

TimeNs Snapshot::timeOf(std::int64_t microseconds) const {
    constexpr std::int64_t kFurthest = INT64_MAX / kNsPerUs / 4;
    return (std::clamp(microseconds, -kFurthest, kFurthest) - std::min(begin_, kFurthest)) * kNsPerUs;
}

// Segments that came and went, failures and marks of the program.
void Snapshot::addInstant(std::int64_t index, const Event& event, std::string_view action) {
    ImportArgs args;
    args.integer(0, event.bytes).integer(2, event.stream).integer(3, index);
    if (event.failure >= 0) {
        args.integer(1, failures_[static_cast<std::size_t>(event.failure)]);
    } else {
        args.integer(4, static_cast<std::int64_t>(event.address));
    }
    builder_.instant(allocatorTrack(index), builder_.text(action == "oom" ? "Out of memory" : action),
                     timeOf(event.time), instants_, args);
}

void Snapshot::addEvent(std::int64_t index, const Event& event, Device& now,
                        std::unordered_map<std::uint64_t, std::int64_t>& live) {
    const std::string action(builder_.plain(event.action));
    const bool taken = action == "alloc";
    if (action == "free_requested") {
        return; // free_completed is when the memory is free
    }
    if (!taken && action != "free_completed" && action != "free") {
        const bool grows = action == "segment_alloc" || action == "segment_map";
        const bool shrinks = action == "segment_free" || action == "segment_unmap";
        now.reserved = boundedSum(now.reserved, grows ? event.bytes : shrinks ? -event.bytes : 0);
        addInstant(index, event, action);
        return;
    }
    std::int64_t bytes = event.bytes;
    if (taken) {
        live[event.address] = bytes;
    } else if (const auto known = live.find(event.address); known != live.end()) {
        bytes = known->second;
        live.erase(known);
    } else {
        ++unknownFrees_;
    }
    now.active = boundedSum(now.active, taken ? bytes : -bytes);
    builder_.memory({timeOf(event.time), event.address, taken ? bytes : -bytes, 1,
                     static_cast<std::int8_t>(index), allocatorTrack(index), event.stack,
                     totalsKnown_ ? now.active : -1, totalsKnown_ ? now.reserved : -1});
}

// The segments say what there was at the end. Replayed backwards they say what there was when the history began.
Snapshot::Device Snapshot::beforeHistory(std::int64_t index, const std::deque<Event>& events) {
    Device now = devices_[index];
    for (const Event& event : events) {
        builder_.look().now();
        const std::string_view action = builder_.plain(event.action);
        if (action == "alloc") {
            now.active = boundedSum(now.active, -event.bytes);
        } else if (action == "free_completed" || action == "free") {
            now.active = boundedSum(now.active, event.bytes);
        } else if (action == "segment_alloc" || action == "segment_map") {
            now.reserved = boundedSum(now.reserved, -event.bytes);
        } else if (action == "segment_free" || action == "segment_unmap") {
            now.reserved = boundedSum(now.reserved, event.bytes);
        }
    }
    now.active = std::max<std::int64_t>(now.active, 0);
    now.reserved = std::max<std::int64_t>(now.reserved, 0);
    if (now.active > 0) {
        builder_.diagnostics().add(
            "memory-before-history", Severity::Note,
            "Memory was allocated before the recorded history: the totals hold it, and its blocks have "
            "no allocation. Device " +
                std::to_string(index) + " held " + std::to_string(now.active) + " bytes then.");
    }
    return now;
}

void Snapshot::addDevice(std::int64_t index, std::deque<Event>& events) {
    Device now = totalsKnown_ ? beforeHistory(index, events) : Device{};
    std::unordered_map<std::uint64_t, std::int64_t> live;
    for (; !events.empty(); events.pop_front()) { // frees its memory on the way
        addEvent(index, events.front(), now, live);
    }
}

// _record_memory_history marks of the program: "START" and "END" of a name.
void Snapshot::addAnnotations(const plain::Values& values, plain::Value annotations) {
    std::map<std::pair<std::int64_t, StringId>, std::vector<std::int64_t>> open; // by device and name: begins
    TrackId track;
    std::uint64_t unmatched = 0;
    const auto add = [&](StringId name, std::int64_t begin, TimeNs duration) {
        if (!track.valid()) {
            track = builder_.addTrack({.process = process(),
                                       .key = "annotations",
                                       .name = "Annotations",
                                       .kind = Track::Kind::Async});
        }
        builder_.slice(track, {name, timeOf(begin), duration}, annotations_);
    };
    for (const plain::Value& annotation : values.items(annotations)) {
        builder_.look().now();
        const auto time = values.integer(values.at(annotation, "time_us"));
        const StringId name = values.text(values.at(annotation, "name"));
        const std::pair key(values.integer(values.at(annotation, "device")).value_or(0), name);
        if (!time || !name.valid()) {
            ++unmatched;
        } else if (values.plain(values.at(annotation, "stage")) != "END") {
            open[key].push_back(*time);
        } else if (std::vector<std::int64_t>& begins = open[key]; !begins.empty()) {
            add(name, begins.back(), lasting(timeOf(begins.back()), timeOf(*time)));
            begins.pop_back();
        } else {
            ++unmatched;
        }
    }
    for (const auto& [key, begins] : open) {
        for (const std::int64_t begin : begins) {
            add(key.second, begin, ImportedEvent::kNeverEnded);
        }
    }
    if (unmatched > 0) {
        builder_.issues().hit(Issue::EndWithoutBegin, -1, unmatched);
    }
}

void Snapshot::build(const plain::Values& values, plain::Value root) {
    using Form = ArgColumn::Form;
    instants_ =
        builder_.shape({'i',
                        std::string(kAllocatorCategory),
                        {{"bytes"}, {"bytes free"}, {"stream of the allocator"}, {"device"}, {"address"}}});
    annotations_ = builder_.shape({'X', "user_annotation", {{"device", Form::Number}}});
    const plain::Value segments = values.at(root, "segments");
    const plain::Value annotations = values.at(root, "external_annotations");
    builder_.info().producer = "torch (memory snapshot)";
    readSegments(values, segments.type() == plain::Value::Type::Container ? segments : root);
    findBegin(values, annotations);
    numberEvents();
    const plain::Items traces = values.items(values.at(root, "device_traces"));
    const plain::Items keys = values.items(root);
    // The history of the last device may go on behind the end of a file that is cut there.
    const bool cut = values.isCut() && !keys.empty() && values.digestOf(keys.back()).kind == kItems &&
                     values.items(keys.back()).data() == traces.data();
    for (std::size_t i = 0; i < std::min<std::size_t>(traces.size(), kMostDevices); ++i) {
        if (const plain::Values::Digest events = values.digestOf(traces[i]); events.kind == kEvents) {
            totalsKnown_ = !cut || i + 1 < traces.size();
            addDevice(static_cast<std::int64_t>(i), lists_[events.number]);
        }
    }
    addAnnotations(values, annotations);
    if (unknownFrees_ > 0) {
        builder_.diagnostics().add("frees-of-earlier-blocks", Severity::Note,
                                   "Frees of blocks that were allocated before the recorded history.", -1,
                                   unknownFrees_);
    }
}

} // namespace lanes::pickle
