#include "tests/support/TraceSketch.h"

#include "model/trace/RecordingKey.h"

#include <algorithm>
#include <cctype>

namespace lanes::test {

TraceSketch::TraceSketch()
    : host_(builder_.addProcess({.key = "1", .name = "python3"})) {}

TrackId TraceSketch::track(const std::string& name) {
    const auto known = tracks_.find(name);
    if (known != tracks_.end()) {
        return known->second;
    }
    TrackId id;
    if (name.starts_with("gpu")) {
        const std::size_t slash = name.find('/');
        const std::string device = name.substr(3, slash - 3);
        if (!devices_.contains(device)) {
            devices_[device] = builder_.addProcess({.key = device,
                                                    .label = "GPU " + device,
                                                    .kind = Process::Kind::Device,
                                                    .deviceIndex = std::stoi(device)});
        }
        const std::string stream = name.substr(slash + 1);
        id = builder_.addTrack({.process = devices_[device],
                                .key = stream,
                                .name = "stream " + stream,
                                .kind = Track::Kind::Stream});
    } else {
        id = builder_.addTrack({.process = host_, .key = name, .name = name});
    }
    tracks_[name] = id;
    return id;
}

void TraceSketch::pause(TimeNs start, TimeNs duration) {
    if (!tracks_.contains(kRecordingKey)) {
        const ProcessId recording =
            builder_.addProcess({.key = kRecordingKey, .name = kRecordingKey, .kind = Process::Kind::Other});
        tracks_[kRecordingKey] = builder_.addTrack(
            {.process = recording, .key = kRecordingKey, .name = kRecordingKey, .kind = Track::Kind::Other});
    }
    slice(kRecordingKey, "not_recorded", "Recording paused", start, duration);
}

// The cells of `args`, whose columns are added to `layout`.
std::vector<std::int64_t> TraceSketch::cellsOf(const std::vector<Arg>& args, ArgLayout& layout) {
    std::vector<std::int64_t> cells;
    for (const Arg& arg : args) {
        ArgColumn column;
        column.key = builder_.strings().intern(arg.key);
        const bool isNumber = !arg.text.empty() && std::ranges::all_of(arg.text, [](unsigned char c) {
            return std::isdigit(c) != 0;
        });
        if (isNumber) {
            cells.push_back(ArgValue::ofInteger(std::stoll(arg.text)).encode());
        } else {
            const bool isRaw = arg.text.starts_with('[') || arg.text.starts_with('{');
            column.form = isRaw ? ArgColumn::Form::Raw : ArgColumn::Form::String;
            cells.push_back(ArgValue::ofText(builder_.strings().intern(arg.text)).encode());
        }
        layout.columns.push_back(column);
    }
    return cells;
}

TraceSketch::Ref TraceSketch::slice(const std::string& trackName, std::string_view category,
                                    std::string_view name, TimeNs start, TimeNs duration,
                                    const std::vector<Arg>& args) {
    const TrackId on = track(trackName);
    ArgLayout layout;
    layout.category = builder_.strings().intern(category);
    const std::vector<std::int64_t> cells = cellsOf(args, layout);
    SliceRecord record;
    record.start = start;
    record.duration = duration;
    record.name = builder_.strings().intern(name);
    record.layout = builder_.addLayout(layout);
    record.row = builder_.addArgs(record.layout, cells);
    builder_.addSlice(on, record);
    return {on, counts_[on.value]++};
}

TraceSketch::Ref TraceSketch::op(const std::string& trackName, std::string_view name, TimeNs start,
                                 TimeNs duration, const std::string& dims, const std::string& types) {
    std::vector<Arg> args;
    if (!dims.empty()) {
        args.push_back({"Input Dims", dims});
    }
    if (!types.empty()) {
        args.push_back({"Input type", types});
    }
    return slice(trackName, "cpu_op", name, start, duration, args);
}

TraceSketch::Ref TraceSketch::kernel(const std::string& thread, TimeNs at, const std::string& stream,
                                     std::string_view name, TimeNs start, TimeNs duration,
                                     std::string_view category, const std::vector<Arg>& args) {
    const Ref launch = slice(thread, "cuda_runtime", "cudaLaunchKernel", at, 5);
    const Ref work = slice(stream, category, name, start, duration, args);
    link(LinkKind::Launch, launch, work);
    return work;
}

void TraceSketch::instant(const std::string& trackName, std::string_view name, TimeNs at,
                          std::string_view scope, char phase, const std::vector<Arg>& args,
                          std::string_view category) {
    const TrackId on = track(trackName);
    ArgLayout layout;
    layout.phase = phase;
    layout.category = category.empty() ? StringId() : builder_.strings().intern(category);
    std::vector<std::int64_t> cells = cellsOf(args, layout);
    if (!scope.empty()) {
        layout.columns.push_back({builder_.strings().intern("s"), ArgColumn::Form::String, true, {}});
        cells.push_back(ArgValue::ofText(builder_.strings().intern(scope)).encode());
    }
    PointRows& points = builder_.points();
    points.time.push_back(at);
    points.name.push_back(builder_.strings().intern(name));
    points.track.push_back(on);
    points.layout.push_back(builder_.addLayout(layout));
    points.row.push_back(builder_.addArgs(points.layout.back(), cells));
}

void TraceSketch::memory(const std::string& thread, TimeNs at, std::uint64_t address, std::int64_t bytes,
                         std::int64_t totalAllocated, std::int64_t totalReserved, std::int8_t type,
                         std::int8_t device) {
    MemoryRows& table = builder_.memory();
    table.time.push_back(at);
    table.address.push_back(address);
    table.bytes.push_back(bytes);
    table.totalAllocated.push_back(totalAllocated);
    table.totalReserved.push_back(totalReserved);
    table.deviceType.push_back(type);
    table.deviceIndex.push_back(device);
    table.track.push_back(track(thread));
    table.stack.emplace_back();
}

} // namespace lanes::test
