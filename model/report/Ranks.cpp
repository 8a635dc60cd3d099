#include "model/report/Ranks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace lanes::report {

namespace {

using Numbers = std::vector<std::uint32_t>;

std::shared_ptr<const Numbers> allOf(std::size_t count) {
    Numbers numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return std::make_shared<const Numbers>(std::move(numbers));
}

void addTime(Rows<std::uint32_t>& rows, Column column, std::function<Value(std::uint32_t)> get) {
    column.unit = Unit::Time;
    rows.add(std::move(column), [get = std::move(get)](std::uint32_t row) { return get(row); });
}

// Unknown of a rank whose clock nothing ties to the first one's.
template<class Get>
auto ofKnownClock(const JobRanks* job, Get get) {
    return [job, get](std::uint32_t rank) {
        return job->clocks[rank].known() ? Value(std::int64_t{get(rank)}) : Value();
    };
}

void addClock(Rows<std::uint32_t>& rows, const JobRanks* job) {
    rows.add({.key = "method",
              .kind = Kind::Text,
              .title = translatable("Report", "Clock by"),
              .head = "clock by"},
             [job](std::uint32_t rank) { return clockMethodKey(job->clocks[rank].method); });
    addTime(rows,
            {.key = "offset_ns",
             .title = translatable("Report", "Offset"),
             .look = {.width = 110, .unknown = "?", .digits = 7}},
            ofKnownClock(job, [job](std::uint32_t rank) { return job->clocks[rank].offset; }));
    addTime(rows,
            {.key = "error_ns",
             .title = translatable("Report", "Clock error"),
             .look = {.width = 92, .unknown = "?"}},
            ofKnownClock(job, [job](std::uint32_t rank) { return job->clocks[rank].error; }));
    rows.add({.key = "drift_ppb",
              .title = translatable("Report", "Drift, ppb"),
              .head = "drift ppb",
              .look = {.width = 84, .unknown = "?"}},
             ofKnownClock(job, [job](std::uint32_t rank) { return job->clocks[rank].driftPerBillion(); }));
}

void addSums(Rows<std::uint32_t>& rows, const JobRanks* job) {
    constexpr std::uint8_t kReaders = Text | Csv | Arrow | View; // JSON has them by rank
    addTime(rows,
            {.key = "waited_ns",
             .title = translatable("Report", "Waited"),
             .readers = kReaders,
             .look = {.width = 92, .unknown = "?"}},
            ofKnownClock(job, [job](std::uint32_t rank) { return job->sums[rank].wait; }));
    addTime(rows,
            {.key = "caused_ns",
             .title = translatable("Report", "Made others wait"),
             .head = "made others wait",
             .readers = kReaders,
             .look = {.form = Look::Form::Bar, .width = 142, .unknown = "?"}},
            ofKnownClock(job, [job](std::uint32_t rank) { return job->sums[rank].caused; }));
    addTime(rows,
            {.key = "compute_ns",
             .title = translatable("Report", "Computing"),
             .head = "compute",
             .readers = kReaders,
             .look = {.width = 92}},
            [job](std::uint32_t rank) { return job->records[rank].times.compute; });
    addTime(rows,
            {.key = "communication_ns",
             .title = translatable("Report", "Communication"),
             .readers = kReaders,
             .look = {.width = 110}},
            [job](std::uint32_t rank) { return job->records[rank].times.communication; });
    addTime(rows,
            {.key = "exposed_ns",
             .title = translatable("Report", "Exposed"),
             .readers = kReaders,
             .tip = translatable("Report", "Communication beside which nothing was computed"),
             .look = {.width = 92}},
            [job](std::uint32_t rank) { return job->records[rank].times.exposed; });
}

class CollectiveColumns {
public:
    CollectiveColumns(const std::shared_ptr<const JobRanks>& job, std::shared_ptr<const Numbers> shown)
        : job_(job.get())
        , rows_(std::move(shown), job) {}

    Table take() {
        addName();
        addArrivals();
        addTransfer();
        addWaits();
        Table& table = rows_.table();
        table.sortedBy = "spread_ns";
        table.zero = job_ != nullptr && !job_->records.empty() ? job_->records.front().span.begin : 0;
        table.identity = rows_.of([j = job_](std::uint32_t i) {
            const SharedCollective& one = j->collectives[i];
            return std::hash<std::string>{}(one.name + '\n' + one.group) +
                   static_cast<std::uint64_t>(one.sequence);
        });
        table.tint = [](std::uint32_t) { return Tint{Hue::Communication, {}}; };
        return std::move(table);
    }

private:
    template<class Get>
    void add(Column column, Get get) {
        rows_.add(std::move(column),
                  [j = job_, get](std::uint32_t i) { return Value(get(*j, j->collectives[i])); });
    }

    void addName() {
        add({.key = "name",
             .kind = Kind::Text,
             .title = translatable("Report", "Collective"),
             .head = "collective",
             .look = {.form = Look::Form::Dot, .least = 150}},
            [](const JobRanks&, const SharedCollective& one) { return std::string_view(one.name); });
        add({.key = "group", .kind = Kind::Text, .readers = Text | Files},
            [](const JobRanks&, const SharedCollective& one) { return std::string_view(one.group); });
        add({.key = "sequence", .head = "number", .readers = Text | Files},
            [](const JobRanks&, const SharedCollective& one) { return one.sequence; });
        add({.key = "start_ns",
             .unit = Unit::Moment,
             .title = translatable("Report", "First entry"),
             .readers = Files | View,
             .look = {.width = 96, .yields = 2, .link = true}},
            [](const JobRanks&, const SharedCollective& one) {
                const auto first = std::ranges::min_element(
                    one.entries, {}, [](const SharedCollective::Entry& entry) { return entry.range.begin; });
                return first->range.begin;
            });
    }

    void addArrivals() {
        add({.key = "arrivals",
             .kind = Kind::Text,
             .title = translatable("Report", "Arrivals of the ranks"),
             .readers = View,
             .tip = translatable("Report", "Each rank is a dot, the last one a line"),
             .look = {.least = 120, .yields = 3}},
            [](const JobRanks& job, const SharedCollective& one) {
                std::string waits;
                for (const SharedCollective::Entry& entry : one.entries) {
                    waits += (waits.empty() ? "" : " ") + std::to_string(job.records[entry.rank].rank) + ":" +
                             std::to_string(entry.wait);
                }
                return waits;
            });
        add({.key = "spread_ns",
             .unit = Unit::Time,
             .title = translatable("Report", "Spread"),
             .tip = translatable("Report", "From the first rank's entry to the last one's"),
             .look = {.form = Look::Form::Bar, .width = 140, .most = 200}},
            [](const JobRanks&, const SharedCollective& one) { return one.spread; });
        add({.key = "last_rank",
             .unit = Unit::Count,
             .title = translatable("Report", "Last"),
             .head = "last rank",
             .tip = translatable("Report", "The rank that entered last"),
             .look = {.width = 72}},
            [](const JobRanks& job, const SharedCollective& one) {
                return job.records[one.entries[one.last].rank].rank;
            });
        add({.key = "error_ns",
             .unit = Unit::Time,
             .title = translatable("Report", "Clock error"),
             .readers = Files | View,
             .tip = translatable("Report", "The clocks are no better known than this"),
             .look = {.width = 92, .yields = 1, .quiet = true, .digits = 2}},
            [](const JobRanks& job, const SharedCollective& one) { return clockErrorOf(job, one); });
        add({.key = "waited_ns",
             .unit = Unit::Time,
             .title = translatable("Report", "Waited, sum"),
             .readers = Files | View,
             .tip = translatable("Report", "By all ranks for the last one"),
             .look = {.width = 92, .yields = 4}},
            [](const JobRanks&, const SharedCollective& one) { return waitedIn(one); });
    }

    void addTransfer() {
        add({.key = "bytes",
             .unit = Unit::Bytes,
             .title = translatable("Report", "Bytes"),
             .look = {.width = 84, .yields = 5, .quiet = true}},
            [](const JobRanks&, const SharedCollective& one) { return above(-1, one.bytes); });
        add({.key = "transfer_ns",
             .unit = Unit::Time,
             .title = translatable("Report", "Transfer"),
             .tip = translatable("Report", "From the last entry to the first end"),
             .look = {.width = 84}},
            [](const JobRanks&, const SharedCollective& one) { return one.transfer; });
        add({.key = "bytes_per_s",
             .unit = Unit::BytesPerSecond,
             .title = translatable("Report", "Bandwidth"),
             .readers = Files | View,
             .tip = translatable("Report", "Bytes that one rank gave, for each second of the transfer"),
             .look = {.width = 100, .yields = 6, .quiet = true}},
            [](const JobRanks&, const SharedCollective& one) { return bytesPerSecond(one); });
    }

    // A column for each rank.
    void addWaits() {
        if (job_ == nullptr) {
            return;
        }
        for (std::size_t rank = 0; rank < job_->records.size(); ++rank) {
            add({.key = rows_.keep("wait_ns." + std::to_string(job_->records[rank].rank)),
                 .unit = Unit::Time,
                 .readers = Json | Arrow,
                 .optional = true},
                [rank](const JobRanks&, const SharedCollective& one) {
                    const auto entry = std::ranges::find(one.entries, rank, &SharedCollective::Entry::rank);
                    return entry == one.entries.end() ? Value() : Value(entry->wait);
                });
        }
    }

    const JobRanks* job_;
    Rows<std::uint32_t> rows_;
};

std::vector<RankRecord> recordsOf(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto& trace = analyses.trace();
    if (asked.range) {
        return rankRecordsOf(trace, trace->info().source, stop, asked.range);
    }
    const auto records = analyses.ranks(stop);
    return records ? *records : std::vector<RankRecord>();
}

std::shared_ptr<const JobRanks> jobOf(TraceAnalyses& analyses, const Asked& asked,
                                      const std::stop_token& stop) {
    std::vector<RankRecord> records = recordsOf(analyses, asked, stop);
    if (stop.stop_requested()) {
        return nullptr;
    }
    nameRanks(records);
    JobRanks job = jobRanksOf(std::move(records));
    if (asked.range) {
        keepWithin(job, *asked.range);
    }
    return std::make_shared<const JobRanks>(std::move(job));
}

} // namespace

TimeNs clockErrorOf(const JobRanks& job, const SharedCollective& one) {
    TimeNs error = 0;
    for (const SharedCollective::Entry& entry : one.entries) {
        error = std::max(error, job.clocks[entry.rank].error);
    }
    return error;
}

TimeNs waitedIn(const SharedCollective& one) {
    TimeNs sum = 0;
    for (const SharedCollective::Entry& entry : one.entries) {
        sum += entry.wait;
    }
    return sum;
}

Value bytesPerSecond(const SharedCollective& one) {
    constexpr double kSecond = 1e9;
    return one.bytes < 0 || one.transfer <= 0
               ? Value()
               : Value(std::int64_t{std::llround(static_cast<double>(one.bytes) * kSecond /
                                                 static_cast<double>(one.transfer))});
}

Table rankTable(std::shared_ptr<const JobRanks> job) {
    const JobRanks* of = job.get();
    Rows<std::uint32_t> rows(allOf(of != nullptr ? of->records.size() : 0), std::move(job));
    rows.add({.key = "rank", .title = translatable("Report", "Rank"), .look = {.width = 60}},
             [of](std::uint32_t rank) { return of->records[rank].rank; });
    rows.add({.key = "host", .kind = Kind::Text, .title = translatable("Report", "Host")},
             [of](std::uint32_t rank) { return std::string_view(of->records[rank].host); });
    rows.add({.key = "file", .kind = Kind::Text, .readers = Files},
             [of](std::uint32_t rank) { return std::string_view(of->records[rank].file); });
    addClock(rows, of);
    addSums(rows, of);
    rows.table().tint = [](std::uint32_t) { return Tint{Hue::Communication, {}}; };
    return std::move(rows.table());
}

Table collectiveTable(const std::shared_ptr<const JobRanks>& job, std::shared_ptr<const Numbers> shown) {
    return CollectiveColumns(job, std::move(shown)).take();
}

std::optional<Table> ranks(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    auto job = jobOf(analyses, asked, stop);
    return job ? std::optional(rankTable(std::move(job))) : std::nullopt;
}

std::optional<Table> collectives(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto job = jobOf(analyses, asked, stop);
    return job ? std::optional(collectiveTable(job, allOf(job->collectives.size()))) : std::nullopt;
}

} // namespace lanes::report
