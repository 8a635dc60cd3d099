#include "model/report/Gaps.h"

#include "model/analysis/text/Sieve.h"
#include "model/analysis/time/Overview.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <set>

namespace lanes::report {

namespace {

const Process& processAt(const Trace& trace, TrackId track) {
    return trace.processes()[trace.tracks()[track.value].process.value];
}

// Where a gap was; of a whole device where the work that ended it ran.
TrackId placeOf(const Trace& trace, const SessionGap& gap) {
    return gap.track.valid() ? gap.track : trace.slice(gap.gap.after).track;
}

// Ranks number their streams alike.
std::string streamName(const Trace& trace, TrackId track) {
    const Track& stream = trace.tracks()[track.value];
    const std::int64_t rank = processAt(trace, track).rank;
    const bool several =
        std::ranges::any_of(trace.processes(), [&](const Process& p) { return p.rank != rank; });
    return (stream.name.empty() ? stream.key : stream.name) +
           (several ? " (rank " + std::to_string(rank) + ")" : "");
}

Value nameOf(const Trace& trace, SliceId slice) {
    return slice.valid() ? Value(trace.text(trace.slice(slice).name)) : Value();
}

// "host_sync 80 %, launch_bound 20 %", the longest first.
std::string causesOf(const SessionGap& gap) {
    const CauseTimes times = causeTimes(gap.causes);
    std::array<std::size_t, kWaitCauses> order{};
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t cause) { return times[cause]; });
    std::string text;
    for (const std::size_t cause : order) {
        if (const int share = percentOf(times[cause], gap.gap.range.length()); share > 0) {
            text += (text.empty() ? "" : ", ") + std::string(waitCauseKey(static_cast<WaitCause>(cause))) +
                    " " + std::to_string(share) + " %";
        }
    }
    return text;
}

// Adds the device, rank and host of a row's track.
template<class Row, class TrackOf>
void addPlace(Rows<Row>& rows, const Trace* trace, TrackOf trackOf) {
    rows.add({.key = "device", .unit = Unit::Count, .readers = Text | Files, .levels = Top},
             [trace, trackOf](const Row& row) {
                 return std::int64_t{std::max(processAt(*trace, trackOf(row)).deviceIndex, 0)};
             });
    rows.add({.key = "rank", .unit = Unit::Count, .readers = Files, .levels = Top},
             [trace, trackOf](const Row& row) { return above(-1, processAt(*trace, trackOf(row)).rank); });
    rows.add({.key = "host", .kind = Kind::Text, .readers = Files, .levels = Top},
             [trace, trackOf](const Row& row) {
                 const std::string& host = processAt(*trace, trackOf(row)).host;
                 const std::string_view known = host.empty() ? trace->info().host : host;
                 return known.empty() ? Value() : Value(known);
             });
}

// A gap and its device.
struct PlacedGap {
    PlacedGap(const Trace& trace, const SessionGap& gap)
        : begin(gap.gap.range.begin)
        , end(gap.gap.range.end)
        , device(processAt(trace, placeOf(trace, gap)).deviceIndex)
        , rank(processAt(trace, placeOf(trace, gap)).rank)
        , host(processAt(trace, placeOf(trace, gap)).host) {}
    auto operator<=>(const PlacedGap&) const = default;

    TimeNs begin;
    TimeNs end;
    std::int64_t device;
    std::int64_t rank;
    std::string_view host;
};

class GapColumns {
public:
    GapColumns(std::shared_ptr<const Trace> trace, std::shared_ptr<const SessionGaps> gaps,
               std::shared_ptr<const std::vector<GapRow>> rows)
        : trace_(trace.get())
        , gaps_(gaps.get())
        , rows_(std::move(rows),
                std::make_shared<std::pair<std::shared_ptr<const Trace>, std::shared_ptr<const SessionGaps>>>(
                    std::move(trace), std::move(gaps))) {}

    Table take() {
        addCause();
        addAround();
        Table& table = rows_.table();
        table.sortedBy = "range_ns";
        table.keyBelow = "causes";
        table.zero = trace_ != nullptr ? trace_->span().begin : 0;
        table.parent = rows_.of([](const GapRow& row) { return row.parent; });
        std::erase_if(table.order, [&table](std::uint32_t row) { return table.parent(row) != Table::kNone; });
        table.origin = rows_.of([g = gaps_](const GapRow& row) { return proofOf(*g, row); });
        table.identity = rows_.of([g = gaps_](const GapRow& row) {
            const SessionGap& gap = g->largest[row.gap];
            const std::uint64_t place = gap.track.valid() ? std::uint64_t{gap.track.value} + 1 : 0;
            const std::uint64_t part = row.stretch == GapRow::kWhole ? 0 : std::uint64_t{row.stretch} + 1;
            return std::hash<TimeNs>{}(gap.gap.range.begin) ^ (place << 48) ^ (part << 24);
        });
        table.tint = rows_.of([g = gaps_](const GapRow& row) { return Tint{waitHue(cause(*g, row)), {}}; });
        table.repeats = rows_.of([t = trace_, g = gaps_, said = gapsOfStreams()](const GapRow& row) {
            const SessionGap& gap = g->largest[row.gap];
            return !gap.track.valid() && said.contains(PlacedGap(*t, gap));
        });
        return std::move(table);
    }

private:
    static const WaitStretch* stretchOf(const SessionGaps& gaps, const GapRow& row) {
        return row.stretch == GapRow::kWhole ? nullptr : &gaps.largest[row.gap].causes[row.stretch];
    }
    static TimeRange range(const SessionGaps& gaps, const GapRow& row) {
        const WaitStretch* stretch = stretchOf(gaps, row);
        return stretch != nullptr ? stretch->range : gaps.largest[row.gap].gap.range;
    }
    static WaitCause cause(const SessionGaps& gaps, const GapRow& row) {
        const WaitStretch* stretch = stretchOf(gaps, row);
        return stretch != nullptr ? stretch->cause : mainCause(gaps.largest[row.gap].causes);
    }
    // A device with one working stream has that stream's gaps: people read them once.
    [[nodiscard]] std::set<PlacedGap> gapsOfStreams() const {
        std::set<PlacedGap> found;
        for (const GapRow& row : rows_.rows()) {
            if (const SessionGap& gap = gaps_->largest[row.gap]; gap.track.valid()) {
                found.emplace(*trace_, gap);
            }
        }
        return found;
    }

    void addCause() {
        rows_.add({.key = "stream",
                   .kind = Kind::Text,
                   .title = translatable("Report", "Idle"),
                   .head = "gap on",
                   .look = {.least = 180, .unknown = translatable("Report", "the device")},
                   .levels = Top},
                  [t = trace_, g = gaps_](const GapRow& row) {
                      const SessionGap& gap = g->largest[row.gap];
                      return gap.track.valid() ? Value(streamName(*t, gap.track)) : Value();
                  });
        rows_.add({.key = "range_ns",
                   .unit = Unit::Time,
                   .title = translatable("Report", "Length"),
                   .head = "length",
                   .look = {.form = Look::Form::Bar, .width = 150, .most = 240},
                   .keyBelow = "ns"},
                  [g = gaps_](const GapRow& row) { return range(*g, row).length(); });
        rows_.add({.key = "cause",
                   .kind = Kind::Text,
                   .title = translatable("Report", "Most likely"),
                   .readers = Files | View,
                   .tip = translatable("Report", "Cause of most of the gap"),
                   .look = {.form = Look::Form::Dot, .width = 216, .most = 260}},
                  [g = gaps_](const GapRow& row) { return waitWord(cause(*g, row)); });
        rows_.add({.key = "causes", .kind = Kind::Text, .readers = Text | Csv, .levels = Top},
                  [g = gaps_](const GapRow& row) { return causesOf(g->largest[row.gap]); });
        rows_.add({.key = "confidence",
                   .kind = Kind::Number,
                   .unit = Unit::Share,
                   .title = translatable("Report", "Confidence"),
                   .readers = Files | View,
                   .tip = translatable("Report", "Confidence that this is the cause"),
                   .look = {.form = Look::Form::Meter, .width = 88, .yields = 1, .quiet = true, .digits = 0}},
                  [g = gaps_](const GapRow& row) { return confidenceOf(*g, row); });
        rows_.add({.key = "proof",
                   .kind = Kind::Text,
                   .unit = Unit::Symbol,
                   .title = translatable("Report", "Evidence"),
                   .readers = Files | View,
                   .tip = translatable("Report", "The longest event that shows it; Enter goes there"),
                   .look = {.least = 200,
                            .yields = 2,
                            .link = true,
                            .unknown = translatable("Report", "nothing recorded")},
                   .keyBelow = "slice"},
                  [t = trace_, g = gaps_](const GapRow& row) { return nameOf(*t, proofOf(*g, row)); });
    }

    void addName(Column column, SliceId SessionGap::*slice) {
        column.kind = Kind::Text;
        column.levels = Top;
        rows_.add(std::move(column), [t = trace_, g = gaps_, slice](const GapRow& row) {
            return nameOf(*t, g->largest[row.gap].*slice);
        });
    }

    void addAround() {
        addName({.key = "operator", .readers = Text | Files}, &SessionGap::op);
        rows_.add({.key = "start_ns",
                   .unit = Unit::Moment,
                   .title = translatable("Report", "Begins at"),
                   .look = {.width = 96, .yields = 3, .quiet = true}},
                  [g = gaps_](const GapRow& row) { return range(*g, row).begin; });
        rows_.add({.key = "end_ns", .unit = Unit::Moment, .readers = Json, .levels = Below},
                  [g = gaps_](const GapRow& row) { return range(*g, row).end; });
        rows_.add(
            {.key = "after",
             .kind = Kind::Text,
             .unit = Unit::Symbol,
             .title = translatable("Report", "Until"),
             .head = "until",
             .tip = translatable("Report", "First work after the gap"),
             .look = {.least = 160, .yields = 4, .quiet = true},
             .levels = Top},
            [t = trace_, g = gaps_](const GapRow& row) { return nameOf(*t, g->largest[row.gap].gap.after); });
        rows_.add({.key = "before", .kind = Kind::Text, .readers = Files, .levels = Top},
                  [t = trace_, g = gaps_](const GapRow& row) {
                      return nameOf(*t, g->largest[row.gap].gap.before);
                  });
        addName({.key = "launch", .readers = Files}, &SessionGap::launch);
        addPlace(rows_, trace_,
                 [t = trace_, g = gaps_](const GapRow& row) { return placeOf(*t, g->largest[row.gap]); });
        for (std::size_t i = 0; i < kWaitCauses; ++i) {
            const std::string key = "cause_ns." + std::string(waitCauseKey(static_cast<WaitCause>(i)));
            rows_.add(
                {.key = rows_.keep(key), .unit = Unit::Time, .readers = Json | Arrow, .levels = Top},
                [g = gaps_, i](const GapRow& row) { return causeTimes(g->largest[row.gap].causes)[i]; });
        }
    }

    const Trace* trace_;
    const SessionGaps* gaps_;
    Rows<GapRow> rows_;
};

std::shared_ptr<const SessionGaps> found(TraceAnalyses& analyses, const Asked& asked,
                                         const std::stop_token& stop) {
    const auto data = analyses.gaps(stop);
    return data
               ? std::make_shared<const SessionGaps>(gapsOfSession(*data, asked.range, 0, GapsOf::Both, stop))
               : nullptr;
}

} // namespace

std::vector<GapRow> gapRows(const SessionGaps& gaps, const std::function<bool(const SessionGap&)>& wanted) {
    std::vector<GapRow> rows;
    for (std::uint32_t gap = 0; gap < gaps.largest.size(); ++gap) {
        if (wanted && !wanted(gaps.largest[gap])) {
            continue;
        }
        const auto head = static_cast<std::uint32_t>(rows.size());
        rows.push_back({.gap = gap});
        for (std::uint32_t stretch = 0; stretch < gaps.largest[gap].causes.size(); ++stretch) {
            rows.push_back({gap, stretch, head});
        }
    }
    return rows;
}

SliceId proofOf(const SessionGaps& gaps, const GapRow& row) {
    const std::vector<WaitStretch>& stretches = gaps.largest[row.gap].causes;
    if (row.stretch != GapRow::kWhole) {
        return stretches[row.stretch].proof;
    }
    const WaitCause cause = mainCause(stretches);
    const WaitStretch* longest = nullptr;
    for (const WaitStretch& stretch : stretches) {
        if (stretch.cause == cause && stretch.proof.valid() &&
            (longest == nullptr || stretch.range.length() > longest->range.length())) {
            longest = &stretch;
        }
    }
    return longest != nullptr ? longest->proof : SliceId();
}

double confidenceOf(const SessionGaps& gaps, const GapRow& row) {
    const SessionGap& gap = gaps.largest[row.gap];
    if (row.stretch != GapRow::kWhole) {
        return static_cast<double>(gap.causes[row.stretch].confidence);
    }
    double sum = 0;
    for (const WaitStretch& stretch : gap.causes) {
        sum += static_cast<double>(stretch.confidence) * static_cast<double>(stretch.range.length());
    }
    return sum / static_cast<double>(std::max<TimeNs>(gap.gap.range.length(), 1));
}

Word waitWord(WaitCause cause) {
    static constexpr std::array<const char*, kWaitCauses> kTexts{
        translatable("Report", "Launch delayed: CPU busy"),
        translatable("Report", "Waiting for DataLoader"),
        translatable("Report", "Blocking call"),
        translatable("Report", "Blocking or pageable copy"),
        translatable("Report", "Collective"),
        translatable("Report", "Device memory allocation"),
        translatable("Report", "Compiling or loading code"),
        translatable("Report", "Garbage collection"),
        translatable("Report", "CUDA graph launch"),
        translatable("Report", "Thread not running"),
        translatable("Report", "Another stream"),
        translatable("Report", "Profiler overhead"),
        translatable("Report", "Not known")};
    return {waitCauseKey(cause), kTexts[static_cast<std::size_t>(cause)]};
}

Table gapTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const SessionGaps> gaps,
               std::shared_ptr<const std::vector<GapRow>> rows) {
    return GapColumns(std::move(trace), std::move(gaps), std::move(rows)).take();
}

Table idleStreamTable(std::shared_ptr<const Trace> trace, const std::shared_ptr<const SessionGaps>& gaps) {
    const Trace* of = trace.get();
    Rows<StreamIdle> rows(std::shared_ptr<const std::vector<StreamIdle>>(gaps, &gaps->streams),
                          std::move(trace));
    rows.add({.key = "stream", .kind = Kind::Text, .title = translatable("Report", "Stream")},
             [of](const StreamIdle& row) { return streamName(*of, row.track); });
    addPlace(rows, of, [](const StreamIdle& row) { return row.track; });
    rows.add(
        {.key = "gaps", .unit = Unit::Count, .title = translatable("Report", "Gaps"), .look = {.width = 60}},
        [](const StreamIdle& row) { return row.gaps; });
    rows.add({.key = "idle_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Idle time"),
              .look = {.form = Look::Form::Bar, .width = 142}},
             [](const StreamIdle& row) { return row.idle; });
    rows.table().tint = [](std::uint32_t) { return Tint{Hue::Runtime, {}}; };
    return std::move(rows.table());
}

Table idleDeviceTable(const std::shared_ptr<const SessionGaps>& gaps) {
    Rows<DeviceIdle> rows(std::shared_ptr<const std::vector<DeviceIdle>>(gaps, &gaps->devices), nullptr);
    rows.add({.key = "device", .kind = Kind::Text, .title = translatable("Report", "Device")},
             [](const DeviceIdle& row) { return std::string_view(row.device.key); });
    rows.add(
        {.key = "gaps", .unit = Unit::Count, .title = translatable("Report", "Gaps"), .look = {.width = 60}},
        [](const DeviceIdle& row) { return row.gaps; });
    rows.add({.key = "idle_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Idle time"),
              .look = {.form = Look::Form::Bar, .width = 142}},
             [](const DeviceIdle& row) { return row.idle; });
    for (int i = 0; i < kWaitCauses; ++i) {
        const auto cause = static_cast<std::size_t>(i);
        const Word word = waitWord(static_cast<WaitCause>(i));
        const bool any = std::ranges::any_of(
            rows.rows(), [cause](const DeviceIdle& row) { return row.byCause[cause] > 0; });
        rows.add({.key = word.key,
                  .unit = Unit::Time,
                  .title = word.text.data(),
                  .readers = any ? kAllReaders : Files,
                  .look = {.width = 110}},
                 [cause](const DeviceIdle& row) { return row.byCause[cause]; });
    }
    rows.table().tint = [](std::uint32_t) { return Tint{Hue::Runtime, {}}; };
    return std::move(rows.table());
}

std::optional<Table> gaps(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto all = found(analyses, asked, stop);
    const auto operators = asked.filter.empty() || !all ? nullptr : analyses.operators(stop);
    if (!all || (!asked.filter.empty() && !operators)) {
        return std::nullopt;
    }
    std::function<bool(const SessionGap&)> wanted;
    if (operators) {
        auto sieve = std::make_shared<Sieve>(asked.filter, analyses.trace(), operators->context);
        wanted = [sieve](const SessionGap& gap) {
            const auto passes = [&](SliceId slice) { return sieve->passes(slice); };
            return passes(gap.gap.before) || passes(gap.gap.after) || passes(gap.op) ||
                   std::ranges::any_of(gap.causes, passes, &WaitStretch::proof);
        };
    }
    return gapTable(analyses.trace(), all,
                    std::make_shared<const std::vector<GapRow>>(gapRows(*all, wanted)));
}

std::optional<Table> idleStreams(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto all = found(analyses, asked, stop);
    return all ? std::optional(idleStreamTable(analyses.trace(), all)) : std::nullopt;
}

std::optional<Table> idleDevices(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto all = found(analyses, asked, stop);
    return all ? std::optional(idleDeviceTable(all)) : std::nullopt;
}

} // namespace lanes::report
