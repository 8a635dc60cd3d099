#include "model/session/writing/TableEncoders.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"
#include "model/session/writing/SessionWriter.h"

#include <bit>
#include <cmath>
#include <map>
#include <ranges>

namespace lanes::session {

namespace {

constexpr std::size_t kTextBytesPerChunk = std::size_t{16} << 20;

// The column of `count` values that `value(i)` gives.
template<class Value>
std::string column(ColumnEncoder& encoder, std::size_t count, Value value) {
    return encoder.encodeEach(std::views::iota(std::size_t{0}, count), value);
}

// 0 for an invalid id, else id + 1: kNone + 1 wraps to 0 by design.
template<class Tag>
std::uint32_t plus1(Id<Tag> id) {
    return id.value + 1;
}

// How much of a text is stored: all, or what ends with a whole character.
std::size_t lengthOf(std::string_view text) {
    if (text.size() <= kMostTextBytes) {
        return text.size();
    }
    std::size_t length = kMostTextBytes;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0u) == 0x80u) {
        --length;
    }
    return length;
}

// Which ids a message of definitions has.
template<class Tag, class Message>
void encodeIds(ColumnEncoder& encoder, std::span<const Id<Tag>> ids, Message& out) {
    out.set_first(ids[0].value);
    out.set_count(static_cast<std::uint32_t>(ids.size()));
    if (ids.back().value - ids[0].value >= ids.size()) {
        out.set_ids(encoder.encodeEach(ids, &Id<Tag>::value));
    }
}

} // namespace

std::size_t encodeStrings(ColumnEncoder& encoder, const StringInterner& strings,
                          std::span<const StringId> ids, proto::Strings& out) {
    std::string text;
    std::vector<std::int64_t> lengths;
    while (lengths.size() < std::min<std::size_t>(ids.size(), kMaxRowsPerChunk) &&
           (lengths.empty() || text.size() < kTextBytesPerChunk)) {
        const std::string_view whole = strings.view(ids[lengths.size()]);
        lengths.push_back(static_cast<std::int64_t>(lengthOf(whole)));
        text += whole.substr(0, static_cast<std::size_t>(lengths.back()));
    }
    encodeIds(encoder, ids.first(lengths.size()), out);
    out.set_lengths(encoder.encode(lengths));
    out.set_text(std::move(text));
    return lengths.size();
}

std::size_t encodeStacks(ColumnEncoder& encoder, const StackTable& stacks, std::span<const StackId> ids,
                         proto::Stacks& out) {
    const std::size_t count = std::min<std::size_t>(ids.size(), kMaxRowsPerChunk);
    const auto node = [&](std::size_t i) -> const StackTable::Node& { return stacks.node(ids[i]); };
    encodeIds(encoder, ids.first(count), out);
    out.set_parent(column(encoder, count, [&](std::size_t i) {
        const StackId parent = node(i).parent;
        return parent.valid() ? ids[i].value - parent.value : 0;
    }));
    out.set_function_plus1(
        column(encoder, count, [&](std::size_t i) { return plus1(node(i).frame.function); }));
    out.set_file_plus1(column(encoder, count, [&](std::size_t i) { return plus1(node(i).frame.file); }));
    out.set_line(column(encoder, count, [&](std::size_t i) { return node(i).frame.line; }));
    out.set_module_plus1(column(encoder, count, [&](std::size_t i) { return plus1(node(i).frame.module); }));
    return count;
}

void encodeLayout(std::uint32_t id, const ArgLayout& layout, proto::Layout& out) {
    out.set_id(id);
    out.set_phase(static_cast<unsigned char>(layout.phase));
    out.set_category_plus1(plus1(layout.category));
    for (const ArgColumn& c : layout.columns) {
        proto::Layout::Column& column = *out.add_columns();
        column.set_key_plus1(plus1(c.key));
        column.set_form(static_cast<proto::Layout::Form>(c.form));
        column.set_top_level(c.topLevel);
        column.set_constant_plus1(plus1(c.constant));
    }
}

void encodeProcess(std::uint32_t id, const Process& process, proto::Process& out) {
    out.set_id(id);
    out.set_key(process.key);
    out.set_name(process.name);
    out.set_label(process.label);
    out.set_kind(static_cast<std::uint32_t>(process.kind));
    out.set_sort_index(process.sortIndex);
    out.set_device_index(process.deviceIndex);
    out.set_parent_pid(process.parentPid);
    out.set_host(process.host);
    out.set_rank_plus1(static_cast<std::uint64_t>(process.rank) + 1);
    out.set_device_uuid(process.deviceUuid);
}

void encodeTrack(std::uint32_t id, const Track& track, proto::Track& out) {
    out.set_id(id);
    out.set_process_plus1(plus1(track.process));
    out.set_key(track.key);
    out.set_name(track.name);
    out.set_kind(static_cast<std::uint32_t>(track.kind));
    out.set_sort_index(track.sortIndex);
    out.set_incomplete(track.incomplete);
}

void encodeInfo(const SessionInfo& info, proto::Session& out) {
    out.set_producer(info.producer);
    out.set_host(info.host);
    for (const std::string& word : info.command) {
        out.add_command(word);
    }
    if (info.exitStatus != -1) {
        out.set_exit_status(info.exitStatus);
    }
    if (info.clockOriginUnixNs != -1) {
        out.set_clock_origin_unix_ns(info.clockOriginUnixNs);
    }
    for (const auto& [key, value] : info.properties) {
        proto::Session::Property& property = *out.add_properties();
        property.set_key(key);
        property.set_value(value);
    }
}

void encodeClock(ColumnEncoder& encoder, const Clock& clock, proto::Clock& out) {
    out.set_process_plus1(plus1(clock.process));
    out.set_offset(clock.offset);
    out.set_drift_per_billion(clock.driftPerBillion);
    out.set_error(clock.error);
    out.set_method(clock.method);
    out.set_own_time(!clock.applied);
    out.set_count(static_cast<std::uint32_t>(clock.samples.size()));
    out.set_clock(encoder.encodeEach(clock.samples, &Clock::Sample::clock));
    out.set_session(encoder.encodeEach(clock.samples, &Clock::Sample::session));
    out.set_sample_error(encoder.encodeEach(clock.samples, &Clock::Sample::error));
}

void encodeDiagnostics(const Diagnostics& diagnostics, proto::Diagnostics& out) {
    for (const Diagnostic& d : diagnostics.all()) {
        proto::Diagnostics::Entry& entry = *out.add_entries();
        entry.set_kind(d.kind);
        entry.set_message(d.message);
        entry.set_severity(static_cast<std::uint32_t>(d.severity));
        entry.set_count(d.count);
        entry.set_first_offset(d.firstOffset);
    }
}

void encodePoints(ColumnEncoder& encoder, const std::vector<ArgLayout>& layouts, const PointRows& points,
                  std::uint32_t first, std::uint32_t count, const CellSource& cells, proto::Points& out) {
    std::map<std::uint32_t, std::uint32_t> groupOf; // by layout
    std::vector<std::vector<std::uint32_t>> members;
    std::vector<std::int64_t> group;
    for (std::uint32_t i = first; i < first + count; ++i) {
        const auto [it, fresh] =
            groupOf.try_emplace(points.layout[i].value, static_cast<std::uint32_t>(members.size()));
        if (fresh) {
            members.emplace_back();
        }
        members[it->second].push_back(i);
        group.push_back(it->second);
    }
    out.set_count(count);
    out.set_group(encoder.encode(group));
    for (const std::vector<std::uint32_t>& m : members) {
        proto::Points::Group& g = *out.add_groups();
        g.set_layout_plus1(plus1(points.layout[m[0]]));
        g.set_count(static_cast<std::uint32_t>(m.size()));
        g.set_time(column(encoder, m.size(), [&](std::size_t i) { return points.time[m[i]]; }));
        g.set_name_plus1(column(encoder, m.size(), [&](std::size_t i) { return plus1(points.name[m[i]]); }));
        g.set_track_plus1(
            column(encoder, m.size(), [&](std::size_t i) { return plus1(points.track[m[i]]); }));
        RowEncoder rows(encoder, layouts);
        for (const std::uint32_t i : m) {
            rows.add(points.layout[i], points.row[i], cells);
        }
        if (rows.groups() > 0) {
            rows.encode(0, *g.mutable_rows());
        }
    }
}

void encodeMemory(ColumnEncoder& encoder, const MemoryRows& memory, std::uint32_t first, std::uint32_t count,
                  proto::Memory& out) {
    const auto of = [&](const auto& values) {
        return column(encoder, count, [&](std::size_t i) { return +values[first + i]; }); // small ones as int
    };
    out.set_count(count);
    out.set_time(of(memory.time));
    out.set_address(of(memory.address));
    out.set_bytes(of(memory.bytes));
    out.set_total_allocated(of(memory.totalAllocated));
    out.set_total_reserved(of(memory.totalReserved));
    out.set_device_type(of(memory.deviceType));
    out.set_device_index(of(memory.deviceIndex));
    out.set_track_plus1(
        column(encoder, count, [&](std::size_t i) { return plus1(memory.track[first + i]); }));
    out.set_stack_plus1(
        column(encoder, count, [&](std::size_t i) { return plus1(memory.stack[first + i]); }));
}

void encodeCounter(ColumnEncoder& encoder, const CounterSeries& series, std::size_t first, std::size_t count,
                   proto::Counter& out) {
    constexpr double kExact = 9007199254740992.0; // doubles up to 2^53 are whole numbers without a doubt
    bool integral = true;
    for (std::size_t i = first; i < first + count; ++i) {
        const double v = series.value[i];
        integral = integral && std::abs(v) <= kExact && std::trunc(v) == v && !(v == 0 && std::signbit(v));
    }
    out.set_track_plus1(plus1(series.track));
    out.set_name_plus1(plus1(series.name));
    out.set_key_plus1(plus1(series.key));
    out.set_count(static_cast<std::uint32_t>(count));
    out.set_time(column(encoder, count, [&](std::size_t i) { return series.time[first + i]; }));
    out.set_integral(integral);
    out.set_value(column(encoder, count, [&](std::size_t i) {
        const double v = series.value[first + i];
        return integral ? static_cast<std::int64_t>(v) : std::bit_cast<std::int64_t>(v);
    }));
}

void encodeLinks(ColumnEncoder& encoder, std::span<const SessionLink> links, proto::Links& out) {
    const auto of = [&](auto value) { return encoder.encodeEach(links, value); };
    out.set_count(static_cast<std::uint32_t>(links.size()));
    out.set_kind(of(&SessionLink::kind));
    out.set_from_track(of([](const SessionLink& l) { return l.from.track.value; }));
    out.set_from(of([](const SessionLink& l) { return l.from.position; }));
    out.set_to_track(of([](const SessionLink& l) { return l.to.track.value; }));
    out.set_to(of([](const SessionLink& l) { return l.to.position; }));
}

void encodeOpen(const OpenStack& open, proto::Slices& out) {
    bool inOrder = true;
    for (const OpenStack::Entry& e : open.entries) {
        inOrder = inOrder && e.lane == static_cast<std::uint32_t>(out.open_size());
        out.add_open(e.id.value);
        out.add_open_end(e.end);
    }
    for (const OpenStack::Entry& e : open.entries) {
        if (!inOrder) {
            out.add_open_lane(e.lane);
        }
    }
    for (const Nesting::Entry& e : open.beside) {
        out.add_beside_end(e.end);
        out.add_beside_lane(e.lane);
    }
}

} // namespace lanes::session
