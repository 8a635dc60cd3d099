#include "model/analysis/ranks/JobRanks.h"

#include "model/analysis/ranks/CollectiveClass.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

using Entry = SharedCollective::Entry;

class Matcher {
public:
    explicit Matcher(const JobRanks& job)
        : job_(job) {}

    std::vector<SharedCollective> match() {
        std::map<CollectiveKey, std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>>> ranksOf;
        for (std::size_t rank = 0; rank < job_.records.size(); ++rank) {
            if (job_.clocks[rank].known()) {
                for (auto& [key, calls] : collectiveClasses(job_.records[rank])) {
                    ranksOf[key].emplace_back(rank, std::move(calls));
                }
            }
        }
        for (const auto& [key, ranks] : ranksOf) {
            matchClass(key, ranks);
        }
        std::ranges::sort(found_, {}, [](const SharedCollective& c) {
            return std::tuple(c.entries.front().range.begin, c.group, c.sequence);
        });
        return std::move(found_);
    }

private:
    using Ranks = std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>>;

    // All ranks against the one with most calls.
    void matchClass(const CollectiveKey& key, const Ranks& ranks) {
        const auto most = std::ranges::max_element(ranks, {}, [](const auto& r) { return r.second.size(); });
        std::map<std::uint32_t, std::vector<Entry>> entries; // by call of that one
        for (const auto& rank : ranks) {
            if (rank.first == most->first) {
                for (const std::uint32_t call : rank.second) {
                    entries[call].push_back(entryOf(rank.first, call));
                }
                continue;
            }
            for (const CallPair& pair : closest(key, rank, *most)) {
                entries[pair.b].push_back(entryOf(rank.first, pair.a));
            }
        }
        std::int64_t number = 0;
        for (auto& [call, of] : entries) {
            const CollectiveCall& like = job_.records[most->first].collectives[call];
            const std::int64_t sequence = like.sequence >= 0 ? like.sequence : number;
            ++number;
            if (of.size() > 1) {
                add(key, sequence, std::move(of));
            }
        }
    }

    [[nodiscard]] Entry entryOf(std::size_t rank, std::uint32_t call) const {
        const RankClock& clock = job_.clocks[rank];
        const TimeRange own = job_.records[rank].collectives[call].range;
        return {rank, call, {clock.toFirst(own.begin), clock.toFirst(own.end)}, 0};
    }

    // Of the ways in which they may belong together, the one that brings their entries closest. Where that contradicts
    // what the clocks say, records are missing: then those that ran at once are one.
    [[nodiscard]] std::vector<CallPair> closest(const CollectiveKey& key, const Ranks::value_type& a,
                                                const Ranks::value_type& b) const {
        std::vector<CallPair> best;
        double least = 0;
        for (auto& pairs : pairingsOf(job_.records[a.first], a.second, job_.records[b.first], b.second)) {
            double apart = 0;
            for (const CallPair& pair : pairs) {
                apart += std::abs(static_cast<double>(entryOf(a.first, pair.a).range.begin -
                                                      entryOf(b.first, pair.b).range.begin));
            }
            apart /= static_cast<double>(pairs.size());
            if (best.empty() || apart < least) {
                least = apart;
                best = std::move(pairs);
            }
        }
        const bool contradicts =
            awaitsEveryRank(key.second) && std::ranges::any_of(best, [&](const CallPair& p) {
                return !ranAtOnce(entryOf(a.first, p.a), entryOf(b.first, p.b));
            });
        return contradicts ? atOnce(a, b) : best;
    }

    [[nodiscard]] bool ranAtOnce(const Entry& a, const Entry& b) const {
        constexpr TimeNs kRounding = 2000;
        const TimeNs error = job_.clocks[a.rank].error + job_.clocks[b.rank].error + kRounding;
        return a.range.empty() || b.range.empty() ||
               (a.range.begin <= b.range.end + error && b.range.begin <= a.range.end + error);
    }

    // Both by time.
    [[nodiscard]] std::vector<CallPair> atOnce(const Ranks::value_type& a, const Ranks::value_type& b) const {
        std::vector<CallPair> pairs;
        std::size_t j = 0;
        for (std::size_t i = 0; i < a.second.size() && j < b.second.size();) {
            const Entry own = entryOf(a.first, a.second[i]);
            const Entry other = entryOf(b.first, b.second[j]);
            if (own.range.overlaps(other.range)) {
                pairs.push_back({own.call, other.call});
                ++i;
                ++j;
            } else {
                ++(own.range.end < other.range.end ? i : j);
            }
        }
        return pairs;
    }

    void add(const CollectiveKey& key, std::int64_t sequence, std::vector<Entry> entries) {
        SharedCollective& one = found_.emplace_back();
        std::ranges::sort(entries, {}, &Entry::rank);
        const CollectiveCall& first = job_.records[entries.front().rank].collectives[entries.front().call];
        one.op = key.second;
        one.group = key.first;
        one.name = first.name;
        one.bytes = first.bytes;
        one.sequence = sequence;
        const auto begin = [](const Entry& e) { return e.range.begin; };
        const auto last = std::ranges::max_element(entries, {}, begin);
        const TimeNs entered = last->range.begin;
        one.last = static_cast<std::size_t>(last - entries.begin());
        one.spread = entered - std::ranges::min_element(entries, {}, begin)->range.begin;
        TimeNs end = std::numeric_limits<TimeNs>::max(); // the first that somebody saw
        for (const Entry& entry : entries) {
            end = entry.range.empty() ? end : std::min(end, entry.range.end);
        }
        end = end == std::numeric_limits<TimeNs>::max() ? entered : end;
        one.transfer = std::max<TimeNs>(end - entered, 0);
        for (Entry& entry : entries) {
            entry.wait = entered - entry.range.begin;
        }
        one.entries = std::move(entries);
    }

    const JobRanks& job_;
    std::vector<SharedCollective> found_;
};

void addUp(JobRanks& job) {
    job.sums.assign(job.records.size(), {});
    for (const SharedCollective& one : job.collectives) {
        for (const Entry& entry : one.entries) {
            job.sums[entry.rank].wait += entry.wait;
            job.sums[one.entries[one.last].rank].caused += entry.wait;
        }
    }
}

// A rank is of a group if it took part in any collective of it. Its ring may have lost what is older than the awaited one, so only a
// rank whose last number is below it has not come.
std::vector<AwaitedCollective> awaitedOf(const std::vector<RankRecord>& records) {
    std::map<std::string, std::map<std::size_t, std::int64_t>> lastOf; // group -> rank -> number
    std::map<std::pair<std::string, std::int64_t>, AwaitedCollective> open;
    for (std::size_t rank = 0; rank < records.size(); ++rank) {
        const std::vector<CollectiveCall>& calls = records[rank].collectives;
        for (std::size_t at = 0; at < calls.size(); ++at) {
            const CollectiveCall& call = calls[at];
            if (call.sequence < 0) {
                continue;
            }
            std::int64_t& last = lastOf[call.group].try_emplace(rank, call.sequence).first->second;
            last = std::max(last, call.sequence);
            if (call.waits) {
                AwaitedCollective& one = open[{call.group, call.sequence}];
                one.name = call.name;
                if (one.waiting.empty() || one.waiting.back() != rank) {
                    one.waiting.push_back(rank);
                    one.calls.push_back(static_cast<std::uint32_t>(at));
                }
            }
        }
    }
    std::vector<AwaitedCollective> found;
    for (auto& [key, one] : open) {
        for (const auto& [rank, last] : lastOf[key.first]) {
            if (last < key.second) {
                one.missing.push_back(rank);
            }
        }
        if (!one.missing.empty()) {
            std::tie(one.group, one.sequence) = key;
            found.push_back(std::move(one));
        }
    }
    return found;
}

} // namespace

JobRanks jobRanksOf(std::vector<RankRecord> records) {
    JobRanks job;
    job.records = std::move(records);
    job.clocks = rankClocks(job.records);
    job.collectives = Matcher(job).match();
    job.awaited = awaitedOf(job.records);
    addUp(job);
    return job;
}

void keepWithin(JobRanks& job, TimeRange range) {
    std::erase_if(job.collectives, [range](const SharedCollective& one) {
        return std::ranges::none_of(
            one.entries, [range](const Entry& entry) { return range.contains(entry.range.begin); });
    });
    addUp(job);
}

std::optional<Error> strangerIn(const JobRanks& job) {
    std::set<std::string> files;
    for (const RankRecord& record : job.records) {
        files.insert(record.file);
    }
    std::set<std::string> meeting; // those that share a collective with another
    for (const SharedCollective& one : job.collectives) {
        std::set<std::string> there;
        for (const Entry& entry : one.entries) {
            there.insert(job.records[entry.rank].file);
        }
        if (there.size() > 1) {
            meeting.merge(there);
        }
    }
    const auto stranger =
        std::find_if(job.records.rbegin(), job.records.rend(), [&](const RankRecord& record) {
            return record.isNumbered && !meeting.contains(record.file);
        });
    if (files.size() < 2 || stranger == job.records.rend()) {
        return {};
    }
    const std::string& first =
        job.records.front().file == stranger->file ? job.records.back().file : job.records.front().file;
    return Error{stranger->file + " names no rank and shares no collective with " + first +
                 ": they are no ranks of one job; to compare two sessions, use \"lanescope diff\"."};
}

} // namespace lanes
