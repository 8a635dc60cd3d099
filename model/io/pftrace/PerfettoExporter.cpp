#include "model/io/pftrace/PerfettoExporter.h"

#include "model/io/export/ChromeEvent.h"
#include "model/io/export/TextSink.h"
#include "model/io/perfetto.pb.h"
#include "model/trace/args/JsonText.h"
#include "model/trace/slices/InstantRule.h"

#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

namespace {

using pftrace::DebugAnnotation;
using pftrace::InternedName;
using pftrace::TracePacket;
using pftrace::TrackEvent;

constexpr std::uint32_t kSequence = 1;
constexpr std::uint32_t kCleared = 1; // flags of a packet
constexpr std::uint32_t kNeedsState = 2;
constexpr std::uint32_t kRealtime = 1; // clocks
constexpr std::uint32_t kBoottime = 6;
constexpr int kSiblingShift = 32; // uuid of a track: its number + 1, and above it the sibling
constexpr std::int32_t kFirstMadeUp = 1'000'000'000; // ids of processes and threads that have none

enum class WrittenType : std::int32_t { Begin = 1, End = 2, Instant = 3, Counter = 4 };

// Texts that packets name by a number, told with the packet that needs them first. Ids of a trace's texts + 1 are the numbers.
class Interned {
public:
    // False: it has been told.
    bool isNew(StringId id) {
        if (id.value >= told_.size()) {
            told_.resize(std::size_t{id.value} + 1, false);
        }
        const bool told = told_[id.value];
        told_[id.value] = true;
        return !told;
    }

private:
    std::vector<bool> told_;
};

class PerfettoWriter {
public:
    PerfettoWriter(const Trace& trace, TextSink& sink)
        : trace_(trace)
        , sink_(sink)
        , events_(trace)
        , rule_(trace.points(), trace.args(), trace.strings()) {}

    void run() {
        findFirst();
        head();
        for (std::uint32_t p = 0; p < trace_.processes().size(); ++p) {
            process(ProcessId(p));
        }
        linkIds();
        std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> slices(trace_.tracks().size());
        for (std::uint32_t s = 0; s < trace_.segments().size(); ++s) {
            const Segment& segment = *trace_.segments()[s];
            for (std::uint32_t i = 0; segment.track.value < slices.size() && i < segment.size(); ++i) {
                slices[segment.track.value].emplace_back(s, i);
            }
        }
        for (std::uint32_t t = 0; t < slices.size(); ++t) {
            track(TrackId(t), 0);
            tell(TrackId(t), std::move(slices[t]));
        }
        points();
        if (!trace_.info().holdsChromeEvents()) {
            allocations();
        }
        counters();
    }

private:
    // A slice that has begun on a sibling.
    struct Open {
        TimeNs end = 0;
        SliceId slice;
    };

    void findFirst() {
        TimeNs first = 0;
        for (const auto& segment : trace_.segments()) {
            for (std::uint32_t i = 0; i < segment->size(); ++i) {
                first = std::min(first, segment->start[i]);
            }
        }
        for (const TimeNs time : trace_.points().time) {
            first = std::min(first, time);
        }
        for (const CounterSeries& series : trace_.counters()) {
            first = std::min(first, series.time.empty() ? 0 : *std::ranges::min_element(series.time));
        }
        shift_ = first > std::numeric_limits<TimeNs>::min() ? -first : std::numeric_limits<TimeNs>::max();
    }

    void send(TracePacket& packet) {
        packet.set_sequence(kSequence);
        packet.set_flags(isFirst_ ? kCleared : kNeedsState);
        isFirst_ = false;
        const std::string bytes = packet.SerializeAsString();
        std::array<std::uint8_t, 10> size{};
        const std::uint8_t* const end =
            google::protobuf::io::CodedOutputStream::WriteVarint64ToArray(bytes.size(), size.data());
        sink_.text() += '\x0a';
        sink_.text().append(reinterpret_cast<const char*>(size.data()),
                            static_cast<std::size_t>(end - size.data()));
        sink_.text() += bytes;
        sink_.flushIfFull();
    }

    void head() {
        TracePacket packet;
        auto& snapshot = *packet.mutable_clock_snapshot();
        auto& own = *snapshot.add_clocks();
        own.set_id(kBoottime);
        own.set_timestamp(static_cast<std::uint64_t>(shift_));
        if (trace_.info().clockOriginUnixNs >= 0) {
            auto& unix = *snapshot.add_clocks();
            unix.set_id(kRealtime);
            unix.set_timestamp(static_cast<std::uint64_t>(trace_.info().clockOriginUnixNs));
        }
        snapshot.set_primary(kBoottime);
        send(packet);
    }

    // A key that is a number in range and not taken; else one that is made up.
    std::int32_t numberOf(const std::string& key, std::set<std::int32_t>& taken) {
        std::int32_t number = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
        if (error != std::errc() || end != key.data() + key.size() || number < 0 || number >= kFirstMadeUp ||
            !taken.insert(number).second) {
            number = madeUp_++;
        }
        return number;
    }

    void process(ProcessId id) {
        const Process& of = trace_.processes()[id.value];
        const std::int32_t pid = numberOf(of.key, pids_);
        pidOf_.push_back(pid);
        std::string name = of.kind == Process::Kind::Device && of.deviceIndex >= 0
                               ? "GPU " + std::to_string(of.deviceIndex)
                               : of.name;
        name = name.empty() ? (of.label.empty() ? of.key : of.label) : name;
        name += of.rank >= 0 ? " (rank " + std::to_string(of.rank) + ")" : "";
        TracePacket packet;
        packet.mutable_track()->set_uuid(processUuid(id));
        packet.mutable_track()->mutable_process()->set_pid(pid);
        packet.mutable_track()->mutable_process()->set_process_name(name);
        send(packet);
    }

    [[nodiscard]] static std::uint64_t processUuid(ProcessId id) {
        return (std::uint64_t{1} << 62) | id.value;
    }
    [[nodiscard]] static std::uint64_t uuidOf(TrackId id, std::size_t sibling) {
        return (std::uint64_t{id.value} + 1) | static_cast<std::uint64_t>(sibling) << kSiblingShift;
    }

    void track(TrackId id, std::size_t sibling) {
        const Track& of = trace_.tracks()[id.value];
        TracePacket packet;
        auto& made = *packet.mutable_track();
        made.set_uuid(uuidOf(id, sibling));
        const bool isThread = of.kind == Track::Kind::Thread || of.kind == Track::Kind::Stream;
        const std::string& name = of.name.empty() ? of.key : of.name;
        if (isThread && sibling == 0) {
            made.mutable_thread()->set_pid(pidOf_[of.process.value]);
            made.mutable_thread()->set_tid(numberOf(of.key, tids_[of.process.value]));
            made.mutable_thread()->set_thread_name(name);
        } else {
            made.set_parent(isThread ? uuidOf(id, 0) : processUuid(of.process));
            made.set_name(name);
        }
        send(packet);
    }

    void name(TracePacket& packet, StringId text) {
        packet.mutable_track_event()->set_name_iid(std::uint64_t{text.value} + 1);
        if (names_.isNew(text)) {
            InternedName& told = *packet.mutable_interned()->add_names();
            told.set_iid(std::uint64_t{text.value} + 1);
            told.set_name(std::string(trace_.text(text)));
        }
    }

    void category(TracePacket& packet, std::string_view text) {
        if (text.empty()) {
            return;
        }
        const auto [known, isNew] = categories_.try_emplace(std::string(text), categories_.size() + 1);
        packet.mutable_track_event()->add_category_iids(known->second);
        if (isNew) {
            InternedName& told = *packet.mutable_interned()->add_categories();
            told.set_iid(known->second);
            told.set_name(known->first);
        }
    }

    DebugAnnotation& annotation(TracePacket& packet, const std::string& key) {
        const auto [known, isNew] = keys_.try_emplace(key, keys_.size() + 1);
        DebugAnnotation& made = *packet.mutable_track_event()->add_annotations();
        made.set_name_iid(known->second);
        if (isNew) {
            InternedName& told = *packet.mutable_interned()->add_annotation_names();
            told.set_iid(known->second);
            told.set_name(key);
        }
        return made;
    }

    // Lists and dictionaries are texts of JSON.
    void arguments(TracePacket& packet, LayoutId id, std::uint32_t row) {
        const ArgLayout* layout = trace_.args().layout(id);
        for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
            const ArgColumn& column = layout->columns[c];
            const auto value = column.topLevel ? std::nullopt : trace_.args().value(id, row, c);
            if (!value ||
                (column.form == ArgColumn::Form::Constant && trace_.text(column.constant).empty())) {
                continue;
            }
            DebugAnnotation& made = annotation(packet, unescapeJson(trace_.text(column.key)));
            if (value->type == ArgValue::Type::Integer) {
                made.set_int_value(value->integer);
            } else if (value->type == ArgValue::Type::Decimal) {
                made.set_double_value(std::stod(argText(*value, trace_.strings())));
            } else if (value->type == ArgValue::Type::Stack) {
                made.set_string_value(callStack(trace_, StackId(value->id)));
            } else {
                const std::string_view text = trace_.text(StringId(value->id));
                made.set_string_value(column.form == ArgColumn::Form::String ? unescapeJson(text)
                                                                             : std::string(text));
            }
        }
    }

    TracePacket event(std::uint64_t uuid, TimeNs time, WrittenType type) const {
        TracePacket packet;
        packet.set_timestamp(static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(shift_));
        packet.mutable_track_event()->set_track_uuid(uuid);
        packet.mutable_track_event()->set_type(static_cast<std::int32_t>(type));
        return packet;
    }

    // The numbers of the arrows that begin or end at a slice.
    void linkIds() {
        std::uint64_t id = 0;
        for (const Link& link : trace_.links().all()) {
            ++id;
            if (trace_.has(link.from) && trace_.has(link.to)) {
                flows_[link.from.value].emplace_back(id, false);
                flows_[link.to.value].emplace_back(id, true);
            }
        }
    }

    void begin(std::uint64_t uuid, const Segment& segment, std::uint32_t index) {
        TracePacket packet = event(uuid, segment.start[index], WrittenType::Begin);
        name(packet, segment.name[index]);
        category(packet, events_.category(segment, index));
        arguments(packet, segment.layout[index], segment.row[index]);
        if (const auto arrows = flows_.find(segment.first + index); arrows != flows_.end()) {
            for (const auto& [id, ends] : arrows->second) {
                ends ? packet.mutable_track_event()->add_flow_ends(id)
                     : packet.mutable_track_event()->add_flows(id);
            }
        }
        send(packet);
    }

    void end(std::uint64_t uuid, const Open& open) {
        TracePacket packet = event(uuid, open.end, WrittenType::End);
        send(packet);
    }

    // The slices of a track, each on the first sibling where it lies inside of what has begun there, or behind it.
    void tell(TrackId id, std::vector<std::pair<std::uint32_t, std::uint32_t>> places) {
        std::ranges::stable_sort(places, {}, [&](const auto& place) {
            const Segment& segment = *trace_.segments()[place.first];
            return std::pair(segment.start[place.second], -segment.duration[place.second]);
        });
        std::vector<std::vector<Open>> siblings(1);
        for (const auto& [s, index] : places) {
            const Segment& segment = *trace_.segments()[s];
            const TimeNs start = segment.start[index];
            const TimeNs ends = start + segment.duration[index];
            std::size_t at = 0;
            for (; at < siblings.size(); ++at) {
                closeUntil(id, at, siblings[at], start);
                if (siblings[at].empty() || siblings[at].back().end >= ends) {
                    break;
                }
            }
            if (at == siblings.size()) {
                siblings.emplace_back();
                track(id, at);
            }
            siblings[at].push_back({ends, SliceId(segment.first + index)});
            begin(uuidOf(id, at), segment, index);
        }
        for (std::size_t at = 0; at < siblings.size(); ++at) {
            finish(id, at, siblings[at]);
        }
    }

    void closeUntil(TrackId id, std::size_t sibling, std::vector<Open>& open, TimeNs start) {
        while (!open.empty() && open.back().end <= start) {
            end(uuidOf(id, sibling), open.back());
            open.pop_back();
        }
    }

    // What never ended, with all around it, has no end.
    void finish(TrackId id, std::size_t sibling, std::vector<Open>& open) {
        const auto ended =
            std::ranges::find_if_not(open, [&](const Open& one) { return trace_.isOpen(one.slice); });
        const auto endless = static_cast<std::size_t>(ended - open.begin());
        for (; open.size() > endless; open.pop_back()) {
            end(uuidOf(id, sibling), open.back());
        }
    }

    void points() {
        const PointTable& all = trace_.points();
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (all.track[i].value < trace_.tracks().size() && (rule_.isInstant(i) || rule_.isMemory(i))) {
                TracePacket packet = event(uuidOf(all.track[i], 0), all.time[i], WrittenType::Instant);
                name(packet, all.name[i]);
                if (const ArgLayout* layout = trace_.args().layout(all.layout[i])) {
                    category(packet, trace_.text(layout->category));
                }
                arguments(packet, all.layout[i], all.row[i]);
                send(packet);
            }
        }
    }

    // As torch's instants.
    void allocations() {
        const MemoryTable& all = trace_.memory();
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (all.track[i].value >= trace_.tracks().size()) {
                continue;
            }
            TracePacket packet = event(uuidOf(all.track[i], 0), all.time[i], WrittenType::Instant);
            packet.mutable_track_event()->set_name(std::string(InstantRule::kMemoryEvent));
            category(packet, "cpu_instant_event");
            annotation(packet, "Total Reserved").set_int_value(all.totalReserved[i]);
            annotation(packet, "Total Allocated").set_int_value(all.totalAllocated[i]);
            annotation(packet, "Bytes").set_int_value(all.bytes[i]);
            annotation(packet, "Addr").set_uint_value(all.address[i]);
            annotation(packet, "Device Id").set_int_value(all.deviceIndex[i]);
            annotation(packet, "Device Type").set_int_value(all.deviceType[i]);
            send(packet);
        }
    }

    void counters() {
        std::uint64_t uuid = std::uint64_t{1} << 61;
        for (const CounterSeries& series : trace_.counters()) {
            TracePacket packet;
            auto& made = *packet.mutable_track();
            made.set_uuid(++uuid);
            if (series.track.value < trace_.tracks().size()) {
                made.set_parent(processUuid(trace_.tracks()[series.track.value].process));
            }
            const std::string key(trace_.text(series.key));
            made.set_name(std::string(trace_.text(series.name)));
            made.mutable_counter()->set_unit_name(key);
            send(packet);
            for (std::size_t i = 0; i < series.time.size(); ++i) {
                TracePacket sample = event(uuid, series.time[i], WrittenType::Counter);
                sample.mutable_track_event()->set_double_value(series.value[i]);
                send(sample);
            }
        }
    }

    const Trace& trace_;
    TextSink& sink_;
    ChromeEvent events_;
    InstantRule rule_;
    TimeNs shift_ = 0; // that makes all times 0 or more
    bool isFirst_ = true;
    std::int32_t madeUp_ = kFirstMadeUp;
    std::set<std::int32_t> pids_;
    std::map<std::uint32_t, std::set<std::int32_t>> tids_; // by process
    std::vector<std::int32_t> pidOf_;                      // by process
    Interned names_;
    std::map<std::string, std::uint64_t> categories_;
    std::map<std::string, std::uint64_t> keys_;
    std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint64_t, bool>>>
        flows_; // by slice; true: ends there
};

} // namespace

Result<void> exportPerfettoTrace(const Trace& trace, const std::string& path) {
    auto sink =
        TextSink::create(path, path.ends_with(".gz") ? TextSink::Packing::Gzip : TextSink::Packing::None);
    if (!sink) {
        return sink.error();
    }
    PerfettoWriter(trace, *sink.value()).run();
    return sink.value()->finish();
}

} // namespace lanes
