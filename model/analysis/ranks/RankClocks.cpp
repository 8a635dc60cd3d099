#include "model/analysis/ranks/RankClocks.h"

#include "model/analysis/ranks/ClockFit.h"
#include "model/analysis/ranks/CollectiveClass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <utility>

namespace lanes {

namespace {

constexpr TimeNs kMicro = 1000;
// What two clocks that show Unix time are apart at most where they are set as they should be.
constexpr TimeNs kSameHost = 1000 * kMicro;
constexpr TimeNs kOtherHost = 1'000'000 * kMicro;

// Times that are all whole microseconds were rounded to them.
TimeNs resolutionOf(const RankRecord& record) {
    const bool coarse = std::ranges::all_of(record.collectives, [](const CollectiveCall& call) {
        return call.range.begin % kMicro == 0 && call.range.end % kMicro == 0;
    });
    return coarse ? kMicro : 2;
}

// Of one rank against one whose clock is known.
class Comparison {
public:
    Comparison(const RankRecord& own, const RankRecord& known, const RankClock& clock, TimeNs tolerance)
        : own_(own)
        , known_(known)
        , clock_(clock)
        , tolerance_(tolerance) {}

    // Nothing where they share no collective that tells, or where these contradict one another.
    std::optional<ClockFit::Line> line() {
        const CollectiveClasses mine = collectiveClasses(own_);
        const CollectiveClasses theirs = collectiveClasses(known_);
        std::vector<const CollectiveClasses::value_type*> shared;
        for (const auto& one : mine) {
            if (awaitsEveryRank(one.first.second) && theirs.contains(one.first)) {
                shared.push_back(&one);
            }
        }
        // Where classes contradict one another, most calls win.
        std::ranges::stable_sort(shared, std::greater(), [](const auto* one) { return one->second.size(); });
        std::vector<std::vector<ClockFit>> unsure; // classes that may belong together in several ways
        for (const auto* one : shared) {
            std::vector<ClockFit> ways;
            for (const auto& pairs : pairingsOf(own_, one->second, known_, theirs.at(one->first))) {
                if (ClockFit bounds = boundsOf(pairs); !bounds.empty()) {
                    ways.push_back(std::move(bounds));
                }
            }
            if (ways.size() == 1) {
                take(ways.front());
            } else if (!ways.empty()) {
                unsure.push_back(std::move(ways));
            }
        }
        if (!unsure.empty()) {
            choose(unsure);
        }
        return line_;
    }
    [[nodiscard]] int contradictions() const { return contradictions_; }

private:
    ClockFit boundsOf(const std::vector<CallPair>& pairs) const {
        ClockFit fit;
        for (const CallPair& pair : pairs) {
            const TimeRange own = own_.collectives[pair.a].range;
            const TimeRange other = known_.collectives[pair.b].range;
            if (own.empty() || other.empty()) {
                continue; // its end bounds nothing
            }
            fit.addLow({own.end, clock_.toFirst(other.begin) - clock_.error - own.end});
            fit.addHigh({own.begin, clock_.toFirst(other.end) + clock_.error - own.begin});
            fit.addLikely({own.end, clock_.toFirst(other.end) - own.end}); // but for the transfer's tail
        }
        return fit;
    }

    [[nodiscard]] std::optional<ClockFit::Line> lineWith(const ClockFit& more) const {
        ClockFit fit = all_;
        fit.add(more);
        return fit.within(own_.span, tolerance_);
    }

    void take(const ClockFit& bounds) {
        if (const auto line = lineWith(bounds)) {
            all_.add(bounds);
            line_ = line;
        } else {
            ++contradictions_;
        }
    }

    // Of classes with several ways, those that the bounds leave one way tell; if none does, every way of the one that has
    // the fewest is possible.
    void choose(std::vector<std::vector<ClockFit>>& unsure) {
        std::vector<ClockFit::Line> possible;
        for (std::vector<ClockFit>& ways : unsure) {
            std::vector<ClockFit::Line> lines;
            const ClockFit* last = nullptr;
            for (const ClockFit& way : ways) {
                if (const auto line = lineWith(way)) {
                    lines.push_back(*line);
                    last = &way;
                }
            }
            if (lines.size() == 1) {
                take(*last);
            } else if (lines.empty()) {
                ++contradictions_;
            } else if (possible.empty() || lines.size() < possible.size()) {
                possible = std::move(lines);
            }
        }
        if (!line_ && !possible.empty()) {
            line_ = around(possible);
        }
    }

    [[nodiscard]] ClockFit::Line around(const std::vector<ClockFit::Line>& lines) const {
        const auto length = static_cast<double>(std::max<TimeNs>(own_.span.length(), 1));
        std::array<TimeNs, 2> low{};
        std::array<TimeNs, 2> high{};
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const ClockFit::Line& line = lines[i];
            const std::array<TimeNs, 2> at{
                line.offset, line.offset + static_cast<TimeNs>(std::llround(line.drift * length))};
            for (std::size_t end = 0; end < 2; ++end) {
                low[end] = i == 0 ? at[end] - line.error : std::min(low[end], at[end] - line.error);
                high[end] = i == 0 ? at[end] + line.error : std::max(high[end], at[end] + line.error);
            }
        }
        ClockFit::Line all;
        all.offset = low[0] + (high[0] - low[0]) / 2;
        const TimeNs end = low[1] + (high[1] - low[1]) / 2;
        all.drift = static_cast<double>(end - all.offset) / length;
        all.error = std::max(high[0] - low[0], high[1] - low[1]) / 2 + 2;
        return all;
    }

    const RankRecord& own_;
    const RankRecord& known_;
    const RankClock& clock_;
    TimeNs tolerance_;
    ClockFit all_;
    std::optional<ClockFit::Line> line_;
    int contradictions_ = 0;
};

std::optional<RankClock> byCollectives(const RankRecord& own, const RankRecord& known,
                                       const RankClock& clock) {
    const TimeNs least = resolutionOf(own) + resolutionOf(known);
    std::optional<ClockFit::Line> best;
    int fewest = 0;
    // Times of traces that went through a double are off by parts of a microsecond.
    for (const TimeNs tolerance : {least, least + kMicro}) {
        Comparison comparison(own, known, clock, tolerance);
        const auto line = comparison.line();
        if (line && (!best || comparison.contradictions() < fewest)) {
            best = line;
            fewest = comparison.contradictions();
        }
        if (best && fewest == 0) {
            break;
        }
    }
    if (!best) {
        return std::nullopt;
    }
    return RankClock{
        {best->offset, best->drift, own.span.begin}, RankClock::Method::Collectives, best->error};
}

class Alignment {
public:
    explicit Alignment(std::span<const RankRecord> records)
        : records_(records)
        , clocks_(records.size()) {
        for (std::size_t i = 0; i < records.size(); ++i) {
            clocks_[i].begin = records[i].span.begin;
        }
    }

    std::vector<RankClock> take() {
        if (records_.empty()) {
            return {};
        }
        clocks_.front().method = RankClock::Method::Origin;
        const RankRecord& first = records_.front();
        // Ranks that one file holds have one clock, as far as it knows.
        for (std::size_t i = 1; i < records_.size(); ++i) {
            const RankRecord& own = records_[i];
            if (own.file == first.file && own.clockError && first.clockError) {
                clocks_[i].method = RankClock::Method::Origin;
                clocks_[i].error = *own.clockError + *first.clockError;
            }
        }
        byNeighbours();
        byOrigins();
        return std::move(clocks_);
    }

private:
    // From ranks that are known to those that share collectives with them, and so on.
    void byNeighbours() {
        std::vector<std::size_t> known;
        for (std::size_t i = 0; i < records_.size(); ++i) {
            if (clocks_[i].known()) {
                known.push_back(i);
            }
        }
        for (std::size_t at = 0; at < known.size(); ++at) {
            for (std::size_t i = 0; i < records_.size(); ++i) {
                if (!clocks_[i].known()) {
                    if (const auto clock =
                            byCollectives(records_[i], records_[known[at]], clocks_[known[at]])) {
                        clocks_[i] = *clock;
                        known.push_back(i);
                    }
                }
            }
        }
    }

    // What origins say is believed where collectives do not say otherwise of any rank: of those that share none, and of
    // those of which collectives say less. On one host all count by one clock.
    void byOrigins() {
        const auto said = [&](std::size_t i) -> std::optional<TimeNs> {
            const auto& own = records_[i].origin;
            const auto& first = records_.front().origin;
            return own && first ? std::optional(*own - *first) : std::nullopt;
        };
        const auto bound = [&](std::size_t i) {
            const std::string& host = records_[i].host;
            return !host.empty() && host == records_.front().host ? kSameHost : kOtherHost;
        };
        for (std::size_t i = 1; i < records_.size(); ++i) {
            const auto offset = said(i);
            if (clocks_[i].method == RankClock::Method::Collectives && offset &&
                std::abs(*offset - clocks_[i].offset) > bound(i) + clocks_[i].error) {
                return;
            }
        }
        for (std::size_t i = 1; i < records_.size(); ++i) {
            const auto offset = said(i);
            const bool apart = records_[i].file != records_.front().file;
            if (apart && offset && (!clocks_[i].known() || clocks_[i].error > bound(i))) {
                clocks_[i].method = RankClock::Method::Origin;
                static_cast<ClockLine&>(clocks_[i]) = {*offset, 0, records_[i].span.begin};
                clocks_[i].error = bound(i);
            }
        }
    }

    std::span<const RankRecord> records_;
    std::vector<RankClock> clocks_;
};

} // namespace

std::string_view clockMethodKey(RankClock::Method method) {
    static constexpr std::array<std::string_view, 3> kKeys{"collectives", "origin", "none"};
    return kKeys[static_cast<std::size_t>(method)];
}

std::vector<RankClock> rankClocks(std::span<const RankRecord> records) {
    return Alignment(records).take();
}

} // namespace lanes
