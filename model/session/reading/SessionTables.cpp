#include "model/session/reading/SessionTables.h"

#include "model/session/reading/StoredRows.h"
#include "model/session/session.pb.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <span>

namespace lanes::session {

namespace {

// What a recorder or converter of this version may ask of a reader, beyond format 1 itself.
constexpr std::array kAbilities{kNeedsClocks, kNeedsLowestLanes, kNeedsNamesById};
// Definitions that are missing in front of those that are there: more than this is no loss but a damaged
// number.
constexpr std::uint32_t kMaxGap = 1u << 22;
constexpr std::uint32_t kMaxTrackGap = 1u << 16;
constexpr std::uint64_t kMostRanks = 1u << 31; // more is no job
constexpr int kMostDiagnostics = 1 << 10;      // kinds; writers have a few dozen

template<class Message>
bool parse(Message& message, std::string_view bytes) {
    return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

template<class IdType>
IdType fromPlus1(std::int64_t plus1) {
    return plus1 > 0 && plus1 <= UINT32_MAX ? IdType(static_cast<std::uint32_t>(plus1 - 1)) : IdType();
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
    static constexpr std::array<Entry, 11> kEntries{{
        {ChunkType::Session, &SessionTables::takeSession},
        {ChunkType::Strings, &SessionTables::takeStrings},
        {ChunkType::Stacks, &SessionTables::takeStacks},
        {ChunkType::Layouts, &SessionTables::takeLayouts},
        {ChunkType::Tracks, &SessionTables::takeTracks},
        {ChunkType::Counters, &SessionTables::takeCounters},
        {ChunkType::Diagnostics, &SessionTables::takeDiagnostics},
        {ChunkType::Clocks, &SessionTables::takeClocks},
        {ChunkType::Watermarks, &SessionTables::takeWatermarks},
        {ChunkType::Overview, &SessionTables::takeNothing},
        {ChunkType::Footer, &SessionTables::takeNothing},
    }};
    if (const auto chunk = TableChunk::parse(type, message)) {
        prepare(*chunk);
        if (!chunk->unpack(tools_, trackCount())) {
            return Taken::Damaged;
        }
        chunk->append(*this);
        return Taken::Yes;
    }
    for (const Entry& entry : kEntries) {
        if (entry.type == type) {
            return (this->*entry.take)(message) ? Taken::Yes : Taken::Damaged;
        }
    }
    return TableChunk::isOne(type) ? Taken::Damaged : Taken::Unknown;
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
        letGo_ = letGo_ || p.key() == kKeptSince;
    }
    for (const std::string& need : message.needs()) {
        if (std::ranges::find(kAbilities, need) == kAbilities.end()) {
            unknownNeed_ = need;
        }
        namesById_ = namesById_ || need == kNeedsNamesById;
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
    std::vector<std::int64_t> ids;
    if (!parse(message, bytes) || !column(message.lengths(), message.count(), lengths) ||
        !takeIds(message, strings_.size(), ids) || (!namesById_ && !fillStrings(message.first()))) {
        return false;
    }
    const std::shared_ptr<char[]> text(new char[message.text().size() + 1]);
    std::ranges::copy(message.text(), text.get());
    strings_.keepAlive(text);
    bytes_ += message.text().size() + lengths.size() * 24;
    std::size_t at = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (lengths[i] < 0 || static_cast<std::uint64_t>(lengths[i]) > message.text().size() - at) {
            return false;
        }
        const std::string_view one(text.get() + at, static_cast<std::size_t>(lengths[i]));
        at += one.size();
        const std::uint32_t expected = strings_.size();
        if (namesById_) {
            if (!strings_.defineBorrowed(StringId(static_cast<std::uint32_t>(ids[i])), one)) {
                return false;
            }
        } else if (strings_.internBorrowed(one).value != expected) {
            fillStrings(expected + 1); // the same text twice is not what a writer does
        }
    }
    return true;
}

// The ids of definitions that come with them, or in a row. Those before the last one are counted, as they take memory.
template<class Message>
bool SessionTables::takeIds(const Message& message, std::uint32_t known, std::vector<std::int64_t>& ids) {
    if (!namesById_) {
        return true;
    }
    if (message.ids().empty()) {
        ids.resize(message.count());
        std::iota(ids.begin(), ids.end(), std::int64_t{message.first()});
    } else if (!column(message.ids(), message.count(), ids)) {
        return false;
    }
    if (ids.empty()) {
        return true;
    }
    const auto [least, most] = std::ranges::minmax(ids);
    if (least < 0 || most > std::int64_t{known} + kMaxGap) {
        return false;
    }
    bytes_ += static_cast<std::size_t>(std::max<std::int64_t>(0, most + 1 - known)) * 64;
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
    std::vector<std::int64_t> ids;
    if (!parse(message, bytes) || !column(message.parent(), message.count(), c[0]) ||
        !column(message.function_plus1(), message.count(), c[1]) ||
        !column(message.file_plus1(), message.count(), c[2]) ||
        !column(message.line(), message.count(), c[3]) ||
        !column(message.module_plus1(), message.count(), c[4]) || !takeIds(message, stacks_.size(), ids) ||
        (!namesById_ && !fillStacks(message.first()))) {
        return false;
    }
    bytes_ += c[0].size() * 64;
    for (std::size_t i = 0; i < c[0].size(); ++i) {
        const std::uint32_t id = namesById_ ? static_cast<std::uint32_t>(ids[i]) : stacks_.size();
        const bool outermost = c[0][i] <= 0 || c[0][i] > id;
        const StackId parent = outermost ? StackId() : StackId(id - static_cast<std::uint32_t>(c[0][i]));
        const Frame frame{fromPlus1<StringId>(c[1][i]), fromPlus1<StringId>(c[2][i]),
                          static_cast<std::int32_t>(c[3][i]), fromPlus1<StringId>(c[4][i])};
        if (namesById_) {
            if (!stacks_.define(StackId(id), parent, frame)) {
                return false;
            }
        } else if (stacks_.intern(parent, frame).value != id) {
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
        sharedLayouts_.resize(layouts_.size());
    }
    return true;
}

template<class Item>
void SessionTables::grow(std::vector<Item>& items, std::uint32_t id, const Item& standIn) {
    if (id >= items.size()) {
        bytes_ += (id + 1 - items.size()) * sizeof(Item);
        items.resize(id + 1, standIn);
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
    if (message.tracks_size() > 0 && processes_.empty()) {
        processes_.emplace_back();
    }
    for (const proto::Track& t : message.tracks()) {
        if (t.id() >= kMaxTracks || t.id() > tracks_.size() + kMaxTrackGap) {
            return false;
        }
        grow(tracks_, t.id(), {.process = ProcessId(0)}); // even one that a lost chunk names has a process
        const auto process = fromPlus1<ProcessId>(t.process_plus1());
        tracks_[t.id()] = {process.value < processes_.size() ? process : ProcessId(0),
                           t.key(),
                           t.name(),
                           kindFrom(t.kind(), Track::Kind::Other),
                           t.sort_index(),
                           t.incomplete()};
    }
    return true;
}

std::uint32_t SessionTables::addRows(LayoutId id, const std::shared_ptr<const LazyArgRows>& rows) {
    ArgLayout& layout = layouts_[id.value];
    const std::uint32_t first = layout.rows;
    bytes_ += rows->bytes();
    layout.rows += rows->rows();
    layout.pieceBegin.push_back(first);
    layout.pieces.push_back(rows);
    sharedLayouts_[id.value] = nullptr;
    return first;
}

void SessionTables::prepare(TableChunk& chunk) {
    bytes_ += chunk.bytes();
    chunk.prepare(*this);
}

void SessionTables::append(const PointColumns<RowSpan>& points, const std::shared_ptr<const void>& owner) {
    adoptRows(points_, points, owner);
}

void SessionTables::append(const MemoryColumns<RowSpan>& memory, const std::shared_ptr<const void>& owner) {
    memory_.append(memory, owner);
}

void SessionTables::append(UnwrittenVector<SessionLink> links, std::uint64_t flowStarts,
                           std::uint64_t flowsLinked) {
    flowStarts_ += flowStarts;
    flowsLinked_ += flowsLinked;
    links_.push_back(std::move(links));
}

ByTime<CounterSeries>& SessionTables::series(TrackId track, StringId name, StringId key) {
    const auto [place, isNew] = seriesAt_.try_emplace({track, name, key}, counters_.size());
    if (isNew) {
        counters_.emplace_back(CounterSeries{track, name, key, {}, {}});
        bytes_ += sizeof(ByTime<CounterSeries>);
    }
    return counters_[place->second];
}

bool SessionTables::takeCounters(std::string_view bytes) {
    proto::Counters message;
    if (!parse(message, bytes)) {
        return false;
    }
    CounterRows rows;
    std::vector<std::int64_t> value;
    for (const proto::Counter& c : message.series()) {
        if (c.count() > kMaxRowsPerChunk || !column(c.value(), c.count(), value)) {
            return false;
        }
        rows.time.resize(c.count());
        rows.value.resize(c.count());
        if (!tools_.decoder.decode(c.time(), rows.time) || !std::ranges::all_of(rows.time, isTime)) {
            return false;
        }
        std::ranges::transform(value, rows.value.begin(), [&](std::int64_t v) {
            return c.integral() ? static_cast<double>(v) : std::bit_cast<double>(v);
        });
        bytes_ += value.size() * 16;
        series(track(c.track_plus1()), fromPlus1<StringId>(c.name_plus1()),
               fromPlus1<StringId>(c.key_plus1()))
            .append(rows, nullptr);
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

bool SessionTables::takeClocks(std::string_view bytes) {
    proto::Clocks message;
    if (!parse(message, bytes) || static_cast<std::uint32_t>(message.clocks_size()) > kMaxTracks) {
        return false;
    }
    std::vector<Clock> clocks;
    std::array<std::vector<std::int64_t>, 3> c;
    for (const proto::Clock& m : message.clocks()) {
        if (!column(m.clock(), m.count(), c[0]) || !column(m.session(), m.count(), c[1]) ||
            !column(m.sample_error(), m.count(), c[2]) || !isTime(m.offset()) ||
            !std::ranges::all_of(c[1], isTime)) {
            return false;
        }
        const auto process = fromPlus1<ProcessId>(m.process_plus1());
        Clock& clock = clocks.emplace_back(Clock{process.value < processes_.size() ? process : ProcessId(),
                                                 m.offset(),
                                                 m.drift_per_billion(),
                                                 m.error(),
                                                 m.method(),
                                                 !m.own_time(),
                                                 {}});
        for (std::size_t i = 0; i < c[0].size(); ++i) {
            clock.samples.push_back({c[0][i], c[1][i], c[2][i]});
        }
        bytes_ += sizeof(Clock) + c[0].size() * sizeof(Clock::Sample);
    }
    clocks_ = std::move(clocks);
    return true;
}

bool SessionTables::takeWatermarks(std::string_view bytes) {
    proto::Watermarks message;
    std::array<std::vector<std::int64_t>, 2> c;
    if (!parse(message, bytes) || !column(message.track(), message.count(), c[0]) ||
        !column(message.time(), message.count(), c[1])) {
        return false;
    }
    wholeUpTo_.resize(tracks_.size(), std::numeric_limits<TimeNs>::min());
    for (std::size_t i = 0; i < c[0].size(); ++i) {
        if (static_cast<std::uint64_t>(c[0][i]) >= tracks_.size()) {
            return false;
        }
        wholeUpTo_[static_cast<std::size_t>(c[0][i])] = c[1][i];
    }
    return true;
}

void SessionTables::snapshot(TraceData& data) {
    data.info = info_;
    data.diagnostics = diagnostics_;
    data.strings = strings_.snapshot();
    data.stacks = stacks_.snapshot();
    for (std::size_t i = 0; i < layouts_.size(); ++i) {
        if (!sharedLayouts_[i]) {
            sharedLayouts_[i] = std::make_shared<const ArgLayout>(layouts_[i]);
        }
    }
    data.args.layouts = sharedLayouts_;
    data.processes = processes_;
    data.tracks = tracks_;
    for (std::size_t t = 0; t < tracks_.size() && !ended_; ++t) {
        data.tracks[t].wholeUpTo = t < wholeUpTo_.size() ? wholeUpTo_[t] : std::numeric_limits<TimeNs>::min();
    }
    data.clocks = clocks_;
    const auto foreign = std::ranges::count(clocks_, false, &Clock::applied);
    if (foreign > 0) {
        data.diagnostics.add(
            "foreign-clock", Severity::Warning,
            "Times of some processes are those of clocks of their own: they cannot be compared "
            "with others",
            -1, static_cast<std::uint64_t>(foreign));
    }
    data.points = points_;
    data.memory = memory_.table(disorder_);
    for (ByTime<CounterSeries>& series : counters_) {
        data.counters.push_back(series.table(disorder_));
    }
    data.diagnostics.merge(disorder_);
    data.flowStarts = flowStarts_;
    data.flowsLinked = flowsLinked_;
}

} // namespace lanes::session
