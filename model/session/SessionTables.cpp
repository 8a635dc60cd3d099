#include "model/session/SessionTables.h"

#include "model/session/StoredRows.h"
#include "model/session/session.pb.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace lanes::session {

namespace {

// What a recorder or converter of this version may ask of a reader, beyond format 1 itself.
constexpr std::array<std::string_view, 0> kAbilities{};
// Definitions that are missing in front of those that are there: more than this is no loss but a damaged
// number.
constexpr std::uint32_t kMaxGap = 1u << 22;
constexpr std::uint32_t kMaxTrackGap = 1u << 16;
constexpr std::uint64_t kMostRanks = 1u << 31; // more is no job
constexpr int kMostDiagnostics = 1 << 10;      // kinds; writers have a few dozen
constexpr std::size_t kBytesPerPoint = 24;
constexpr std::size_t kBytesPerMemoryEvent = 52;
constexpr std::size_t kBytesPerLink = 40; // as read, and in the trace's table

template<class Message>
bool parse(Message& message, std::string_view bytes) {
    return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

template<class IdType>
IdType fromPlus1(std::int64_t plus1) {
    return plus1 > 0 && plus1 <= UINT32_MAX ? IdType(static_cast<std::uint32_t>(plus1 - 1)) : IdType();
}

template<class Body>
void forEachColumn(PointTable& table, const Body& body) {
    body(table.time);
    body(table.name);
    body(table.track);
    body(table.layout);
    body(table.row);
}

template<class Body>
void forEachColumn(MemoryTable& table, const Body& body) {
    body(table.time);
    body(table.address);
    body(table.bytes);
    body(table.totalAllocated);
    body(table.totalReserved);
    body(table.deviceType);
    body(table.deviceIndex);
    body(table.track);
    body(table.stack);
}

template<class Column>
void eraseRows(Column& column, std::size_t at, std::size_t rows) {
    const auto first = column.begin() + static_cast<std::ptrdiff_t>(at);
    column.erase(first, first + static_cast<std::ptrdiff_t>(rows));
}

template<class Kind>
Kind kindFrom(std::uint32_t value, Kind last) {
    return value <= static_cast<std::uint32_t>(last) ? static_cast<Kind>(value) : last;
}

} // namespace

SessionTables::Taken SessionTables::take(ChunkType type, std::string_view message) {
    struct Entry {
        ChunkType type;
        bool (SessionTables::*take)(std::string_view);
    };
    static constexpr std::array<Entry, 12> kEntries{{
        {ChunkType::Session, &SessionTables::takeSession},
        {ChunkType::Strings, &SessionTables::takeStrings},
        {ChunkType::Stacks, &SessionTables::takeStacks},
        {ChunkType::Layouts, &SessionTables::takeLayouts},
        {ChunkType::Tracks, &SessionTables::takeTracks},
        {ChunkType::Points, &SessionTables::takeParsed<PointsChunk>},
        {ChunkType::Memory, &SessionTables::takeParsed<MemoryChunk>},
        {ChunkType::Counters, &SessionTables::takeCounters},
        {ChunkType::Links, &SessionTables::takeParsed<LinksChunk>},
        {ChunkType::Diagnostics, &SessionTables::takeDiagnostics},
        {ChunkType::Overview, &SessionTables::takeNothing},
        {ChunkType::Footer, &SessionTables::takeNothing},
    }};
    for (const Entry& entry : kEntries) {
        if (entry.type == type) {
            return (this->*entry.take)(message) ? Taken::Yes : Taken::Damaged;
        }
    }
    return Taken::Unknown;
}

bool SessionTables::column(const std::string& coded, std::size_t count, std::vector<std::int64_t>& values) {
    if (count > kMaxRowsPerChunk) {
        return false;
    }
    values.resize(count);
    return tools_.decoder.decode(coded, values);
}

TrackId SessionTables::track(std::int64_t plus1) const {
    const auto id = fromPlus1<TrackId>(plus1);
    return id.value < tracks_.size() ? id : TrackId();
}

bool SessionTables::takeSession(std::string_view bytes) {
    proto::Session message;
    if (!parse(message, bytes)) {
        return false;
    }
    info_.producer = message.producer();
    info_.host = message.host();
    info_.command.assign(message.command().begin(), message.command().end());
    info_.exitStatus = message.has_exit_status() ? message.exit_status() : -1;
    info_.clockOriginUnixNs = message.has_clock_origin_unix_ns() ? message.clock_origin_unix_ns() : -1;
    info_.properties.clear();
    for (const proto::Session::Property& p : message.properties()) {
        info_.properties.emplace_back(p.key(), p.value());
    }
    for (const std::string& need : message.needs()) {
        if (std::ranges::find(kAbilities, need) == kAbilities.end()) {
            unknownNeed_ = need;
        }
    }
    ended_ = message.ended();
    return true;
}

// Stand-ins for texts that were lost, so that the numbers of later ones stay right.
bool SessionTables::fillStrings(std::uint32_t upTo) {
    if (upTo < strings_.size() || upTo - strings_.size() > kMaxGap) {
        return false;
    }
    bytes_ += std::size_t{upTo - strings_.size()} * 48;
    while (strings_.size() < upTo) {
        strings_.intern("(lost text " + std::to_string(standIns_++) + ")");
    }
    return true;
}

bool SessionTables::takeStrings(std::string_view bytes) {
    proto::Strings message;
    std::vector<std::int64_t> lengths;
    if (!parse(message, bytes) || !column(message.lengths(), message.count(), lengths) ||
        !fillStrings(message.first())) {
        return false;
    }
    const std::shared_ptr<char[]> text(new char[message.text().size() + 1]);
    std::ranges::copy(message.text(), text.get());
    strings_.keepAlive(text);
    bytes_ += message.text().size() + lengths.size() * 24;
    std::size_t at = 0;
    for (const std::int64_t length : lengths) {
        if (length < 0 || static_cast<std::uint64_t>(length) > message.text().size() - at) {
            return false;
        }
        const std::uint32_t expected = strings_.size();
        const auto size = static_cast<std::size_t>(length);
        if (strings_.internBorrowed({text.get() + at, size}).value != expected) {
            fillStrings(expected + 1); // the same text twice is not what a writer does
        }
        at += size;
    }
    return true;
}

bool SessionTables::fillStacks(std::uint32_t upTo) {
    if (upTo < stacks_.size() || upTo - stacks_.size() > kMaxGap) {
        return false;
    }
    bytes_ += std::size_t{upTo - stacks_.size()} * 64;
    while (stacks_.size() < upTo) {
        stacks_.intern({}, {{}, {}, -1 - static_cast<std::int32_t>(standIns_++), {}});
    }
    return true;
}

bool SessionTables::takeStacks(std::string_view bytes) {
    proto::Stacks message;
    std::array<std::vector<std::int64_t>, 5> c;
    if (!parse(message, bytes) || !column(message.parent(), message.count(), c[0]) ||
        !column(message.function_plus1(), message.count(), c[1]) ||
        !column(message.file_plus1(), message.count(), c[2]) ||
        !column(message.line(), message.count(), c[3]) ||
        !column(message.module_plus1(), message.count(), c[4]) || !fillStacks(message.first())) {
        return false;
    }
    bytes_ += c[0].size() * 64;
    for (std::size_t i = 0; i < c[0].size(); ++i) {
        const std::uint32_t id = stacks_.size();
        const bool outermost = c[0][i] <= 0 || c[0][i] > id;
        const StackId parent = outermost ? StackId() : StackId(id - static_cast<std::uint32_t>(c[0][i]));
        const Frame frame{fromPlus1<StringId>(c[1][i]), fromPlus1<StringId>(c[2][i]),
                          static_cast<std::int32_t>(c[3][i]), fromPlus1<StringId>(c[4][i])};
        if (stacks_.intern(parent, frame).value != id) {
            fillStacks(id + 1);
        }
    }
    return true;
}

bool SessionTables::takeLayouts(std::string_view bytes) {
    proto::Layouts message;
    if (!parse(message, bytes)) {
        return false;
    }
    for (const proto::Layout& l : message.layouts()) {
        if (l.id() < layouts_.size() || l.id() >= kMaxLayouts) {
            return false;
        }
        bytes_ += (l.id() - layouts_.size()) * sizeof(ArgLayout);
        layouts_.resize(l.id()); // lost ones have no columns
        ArgLayout layout;
        layout.phase = static_cast<char>(l.phase());
        layout.category = fromPlus1<StringId>(l.category_plus1());
        for (const proto::Layout::Column& c : l.columns()) {
            layout.columns.push_back(
                {fromPlus1<StringId>(c.key_plus1()),
                 kindFrom(static_cast<std::uint32_t>(c.form()), ArgColumn::Form::Constant), c.top_level(),
                 fromPlus1<StringId>(c.constant_plus1())});
        }
        layouts_.push_back(std::move(layout));
        bytes_ += sizeof(ArgLayout) + static_cast<std::size_t>(l.columns_size()) * sizeof(ArgColumn);
        kindOfLayout_.resize(layouts_.size() - 1, EventKind::Other);
        kindOfLayout_.push_back(kindOfCategory(strings_.view(layouts_.back().category)));
    }
    return true;
}

template<class Item>
void SessionTables::grow(std::vector<Item>& items, std::uint32_t id) {
    if (id >= items.size()) {
        bytes_ += (id + 1 - items.size()) * sizeof(Item);
        items.resize(id + 1);
    }
}

bool SessionTables::takeTracks(std::string_view bytes) {
    proto::Tracks message;
    if (!parse(message, bytes)) {
        return false;
    }
    for (const proto::Process& p : message.processes()) {
        if (p.id() >= kMaxTracks || p.id() > processes_.size() + kMaxTrackGap) {
            return false;
        }
        grow(processes_, p.id());
        processes_[p.id()] = {p.key(),
                              p.name(),
                              p.label(),
                              kindFrom(p.kind(), Process::Kind::Other),
                              p.sort_index(),
                              p.device_index(),
                              p.parent_pid(),
                              p.host(),
                              static_cast<std::int64_t>(std::min(p.rank_plus1(), kMostRanks)) - 1,
                              p.device_uuid()};
    }
    for (const proto::Track& t : message.tracks()) {
        if (t.id() >= kMaxTracks || t.id() > tracks_.size() + kMaxTrackGap) {
            return false;
        }
        grow(tracks_, t.id());
        const auto process = fromPlus1<ProcessId>(t.process_plus1());
        tracks_[t.id()] = {process.value < processes_.size() ? process : ProcessId(0),
                           t.key(),
                           t.name(),
                           kindFrom(t.kind(), Track::Kind::Other),
                           t.sort_index(),
                           t.incomplete()};
    }
    if (!tracks_.empty() && processes_.empty()) {
        processes_.emplace_back(); // every track has a process, even if its chunk was lost
    }
    return true;
}

std::uint32_t SessionTables::addRows(LayoutId id, std::shared_ptr<const LazyArgRows> rows) {
    ArgLayout& layout = layouts_[id.value];
    const std::uint32_t first = layout.rows;
    bytes_ += rows->bytes();
    layout.rows += rows->rows();
    layout.pieceBegin.push_back(first);
    layout.pieces.push_back(std::move(rows));
    return first;
}

template<class Chunk>
bool SessionTables::takeParsed(std::string_view bytes) {
    const auto chunk = Chunk::parse(bytes);
    if (!chunk) {
        return false;
    }
    const std::size_t at = place(*chunk);
    if (!unpack(*chunk, at, tools_)) {
        drop(*chunk, at);
        return false;
    }
    return true;
}

void SessionTables::reserve(std::size_t points, std::size_t memoryEvents, std::size_t links) {
    const auto by = [](std::size_t rows) {
        return [rows](auto& column) {
            if (column.size() + rows > column.capacity()) {
                column.reserve(column.size() + std::max(rows, column.size()));
            }
        };
    };
    if (points > 0) {
        forEachColumn(points_.grow(), by(points));
    }
    if (memoryEvents > 0) {
        forEachColumn(memory_.grow(), by(memoryEvents));
    }
    by(links)(links_);
}

std::size_t SessionTables::place(PointsChunk& chunk) {
    std::vector<PointsChunk::Group> groups;
    for (proto::Points::Group& source : *chunk.message().mutable_groups()) {
        PointsChunk::Group& group = groups.emplace_back();
        group.layout = fromPlus1<LayoutId>(source.layout_plus1());
        if (group.layout.value < layouts_.size() && source.has_rows() &&
            source.rows().count() == source.count()) {
            if (auto rows = StoredRows::take(*source.mutable_rows(), layouts_[group.layout.value])) {
                group.row = addRows(group.layout, std::move(rows));
            }
        }
    }
    chunk.setGroups(std::move(groups));
    bytes_ += chunk.rows() * kBytesPerPoint;
    PointTable& points = points_.grow();
    const std::size_t at = points.size();
    forEachColumn(points, [&](auto& column) { column.resize(at + chunk.rows()); });
    return at;
}

std::size_t SessionTables::place(const MemoryChunk& chunk) {
    bytes_ += chunk.rows() * kBytesPerMemoryEvent;
    MemoryTable& memory = memory_.grow();
    const std::size_t at = memory.size();
    forEachColumn(memory, [&](auto& column) { column.resize(at + chunk.rows()); });
    return at;
}

std::size_t SessionTables::place(const LinksChunk& chunk) {
    bytes_ += chunk.rows() * kBytesPerLink;
    flowStarts_ += chunk.flowStarts();
    flowsLinked_ += chunk.flowsLinked();
    const std::size_t at = links_.size();
    links_.resize(at + chunk.rows());
    return at;
}

bool SessionTables::unpack(const PointsChunk& chunk, std::size_t at, ColumnTools& tools) {
    return chunk.unpack(tools, trackCount(), points_.grown(), at);
}

bool SessionTables::unpack(const MemoryChunk& chunk, std::size_t at, ColumnTools& tools) {
    return chunk.unpack(tools, trackCount(), memory_.grown(), at);
}

bool SessionTables::unpack(const LinksChunk& chunk, std::size_t at, ColumnTools& tools) {
    return chunk.unpack(tools.decoder, std::span(links_).subspan(at, chunk.rows()));
}

void SessionTables::drop(const PointsChunk& chunk, std::size_t at) {
    forEachColumn(points_.grow(), [&](auto& column) { eraseRows(column, at, chunk.rows()); });
}

void SessionTables::drop(const MemoryChunk& chunk, std::size_t at) {
    forEachColumn(memory_.grow(), [&](auto& column) { eraseRows(column, at, chunk.rows()); });
}

void SessionTables::drop(const LinksChunk& chunk, std::size_t at) {
    flowStarts_ -= chunk.flowStarts();
    flowsLinked_ -= chunk.flowsLinked();
    eraseRows(links_, at, chunk.rows());
}

CounterSeries& SessionTables::series(TrackId track, StringId name, StringId key) {
    const auto [place, isNew] = seriesAt_.try_emplace({track, name, key}, counters_.size());
    if (isNew) {
        counters_.push_back({track, name, key, {}, {}});
        bytes_ += sizeof(CounterSeries);
    }
    return counters_[place->second];
}

bool SessionTables::takeCounters(std::string_view bytes) {
    proto::Counters message;
    if (!parse(message, bytes)) {
        return false;
    }
    std::vector<std::int64_t> time;
    std::vector<std::int64_t> value;
    for (const proto::Counter& c : message.series()) {
        if (!column(c.time(), c.count(), time) || !column(c.value(), c.count(), value)) {
            return false;
        }
        CounterSeries& into = series(track(c.track_plus1()), fromPlus1<StringId>(c.name_plus1()),
                                     fromPlus1<StringId>(c.key_plus1()));
        bytes_ += time.size() * 16;
        for (std::size_t i = 0; i < time.size(); ++i) {
            into.time.push_back(time[i]);
            into.value.push_back(c.integral() ? static_cast<double>(value[i])
                                              : std::bit_cast<double>(value[i]));
        }
    }
    return true;
}

bool SessionTables::takeDiagnostics(std::string_view bytes) {
    proto::Diagnostics message;
    if (!parse(message, bytes)) {
        return false;
    }
    diagnostics_ = {};
    for (int i = 0; i < std::min(message.entries_size(), kMostDiagnostics); ++i) {
        const proto::Diagnostics::Entry& e = message.entries(i);
        diagnostics_.add(e.kind(), kindFrom(e.severity(), Severity::Loss), e.message(), e.first_offset(),
                         e.count());
    }
    return true;
}

void SessionTables::snapshot(TraceData& data) {
    data.info = info_;
    data.diagnostics = diagnostics_;
    data.strings = strings_.snapshot();
    data.stacks = stacks_.snapshot();
    for (const ArgLayout& layout : layouts_) {
        data.args.layouts.push_back(std::make_shared<ArgLayout>(layout));
    }
    data.processes = processes_;
    data.tracks = tracks_;
    data.points = points_.share();
    data.memory = memory_.share();
    data.counters = counters_;
    data.flowStarts = flowStarts_;
    data.flowsLinked = flowsLinked_;
}

} // namespace lanes::session
