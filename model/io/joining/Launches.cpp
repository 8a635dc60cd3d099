#include "model/io/joining/Launches.h"

#include "model/base/HugeArray.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

// Calls of one process.
class Launches {
public:
    Launches(HugeVector<Correlated> calls, const StopLook& look)
        : calls_(std::move(calls)) {
        const bool integers =
            std::ranges::all_of(calls_, [](const Correlated& c) { return (c.id & kTag) == 0; });
        if (!calls_.empty() && integers) {
            const auto [least, most] = std::ranges::minmax(calls_, {}, &Correlated::id);
            least_ = least.id;
            places_ = placeOf(most.id) + 1;
        }
        if (places_ > 0 && places_ / kPlacesPerCall <= calls_.size()) {
            placed_ = hugeArray<std::uint32_t>(places_);
            for (std::uint32_t i = 0; i < calls_.size(); ++i) {
                look.at(i);
                std::uint32_t& number = placed_[placeOf(calls_[i].id)];
                number = number == 0 ? i + 1 : number;
            }
        } else {
            std::size_t compared = 0;
            std::ranges::stable_sort(
                calls_, lookingAt(look, compared,
                                  [](const Correlated& a, const Correlated& b) { return a.id < b.id; }));
        }
    }

    [[nodiscard]] const Correlated* find(std::int64_t id) const {
        if (placed_) {
            const std::uint64_t place = id >= least_ && (id & kTag) == 0 ? placeOf(id) : places_;
            return place < places_ && placed_[place] != 0 ? &calls_[placed_[place] - 1] : nullptr;
        }
        const auto found = std::ranges::lower_bound(calls_, id, {}, &Correlated::id);
        return found != calls_.end() && found->id == id ? &*found : nullptr;
    }

private:
    static constexpr std::int64_t kTag = 3;             // 0: an integer
    static constexpr std::uint64_t kPlacesPerCall = 16; // torch numbers other things from the same counter

    [[nodiscard]] std::uint64_t placeOf(std::int64_t id) const {
        return (static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(least_)) >> 2;
    }

    HugeVector<Correlated> calls_; // by id, unless they have places
    std::int64_t least_ = 0;
    std::uint64_t places_ = 0;
    HugeArray<std::uint32_t> placed_; // by id - least: position in calls_ + 1; 0: there is none
};

// Several processes with the same ids.
class Contest {
public:
    Contest(const HugeVector<Correlated>& work, const HugeVector<Correlated>& calls, const StopLook& look)
        : work_(work)
        , look_(look) {
        std::map<ProcessId, HugeVector<Correlated>> byProcess;
        for (const Correlated& call : calls) {
            byProcess[call.process].push_back(call);
        }
        for (auto& [process, own] : byProcess) {
            look.now();
            processes_.emplace(std::piecewise_construct, std::forward_as_tuple(process),
                               std::forward_as_tuple(std::move(own), look));
        }
    }

    std::vector<SliceId> run() {
        std::vector<SliceId> launches(work_.size());
        std::map<std::int64_t, std::vector<std::uint32_t>> doubtful; // id -> work
        for (std::uint32_t i = 0; i < work_.size(); ++i) {
            if (i % kLookEvery == 0) { // some allocations each
                look_.now();
            }
            const std::vector<const Correlated*> candidates = candidatesFor(work_[i]);
            if (candidates.size() == 1) {
                launches[i] = candidates.front()->slice;
                ++votes_[work_[i].track][candidates.front()->process];
            } else if (!candidates.empty()) {
                doubtful[work_[i].id].push_back(i);
            }
        }
        std::map<std::uint32_t, const Correlated*> paired; // work -> call, by order of time
        for (auto& [id, members] : doubtful) {
            pairUp(members, paired);
        }
        for (const auto& [i, call] : paired) {
            launches[i] = (shared_.contains(work_[i].track) ? call : &ownersCall(work_[i], *call))->slice;
        }
        return launches;
    }

private:
    // By start.
    [[nodiscard]] std::vector<const Correlated*> candidatesFor(const Correlated& work) const {
        if (const auto own = processes_.find(work.process); own != processes_.end()) {
            if (const Correlated* call = own->second.find(work.id)) {
                return {call};
            }
        }
        std::vector<const Correlated*> calls;
        for (const auto& [process, launches] : processes_) {
            if (const Correlated* call = launches.find(work.id)) {
                calls.push_back(call);
            }
        }
        std::ranges::stable_sort(calls, {}, &Correlated::start);
        return calls;
    }

    // As many as there are calls belong to these in order; else each to the last call before it.
    void pairUp(std::vector<std::uint32_t>& members, std::map<std::uint32_t, const Correlated*>& paired) {
        std::ranges::stable_sort(members, {}, [&](std::uint32_t i) { return work_[i].start; });
        const std::vector<const Correlated*> calls = candidatesFor(work_[members.front()]);
        const bool inOrder = calls.size() == members.size();
        std::set<TrackId> seen;
        for (std::size_t n = 0; n < members.size(); ++n) {
            const Correlated& work = work_[members[n]];
            const auto after = std::ranges::upper_bound(calls, work.start, {}, &Correlated::start);
            const Correlated* const call = inOrder                  ? calls[n]
                                           : after == calls.begin() ? calls.front()
                                                                    : *std::prev(after);
            paired[members[n]] = call;
            ++votes_[work.track][call->process];
            if (!seen.insert(work.track).second && inOrder) {
                shared_.insert(work.track);
            }
        }
    }

    [[nodiscard]] const Correlated& ownersCall(const Correlated& work, const Correlated& otherwise) const {
        const auto& votes = votes_.at(work.track);
        const auto owner = std::ranges::max_element(votes, {}, [](const auto& v) { return v.second; });
        const Correlated* const call = processes_.at(owner->first).find(work.id);
        return call != nullptr ? *call : otherwise;
    }

    static constexpr std::uint32_t kLookEvery = 4096;

    const HugeVector<Correlated>& work_;
    const StopLook& look_;
    std::map<ProcessId, Launches> processes_;
    std::map<TrackId, std::map<ProcessId, std::uint64_t>> votes_;
    std::set<TrackId> shared_;
};

} // namespace

std::vector<SliceId> launchesOf(const HugeVector<Correlated>& work, HugeVector<Correlated> calls,
                                const StopLook& look) {
    const bool alone = std::ranges::all_of(
        calls, [&](const Correlated& call) { return call.process == calls.front().process; });
    if (!alone) {
        return Contest(work, calls, look).run();
    }
    const Launches launches(std::move(calls), look);
    std::vector<SliceId> found;
    found.reserve(work.size());
    for (const Correlated& w : work) {
        look.at(found.size());
        const Correlated* const call = launches.find(w.id);
        found.push_back(call != nullptr ? call->slice : SliceId());
    }
    return found;
}

} // namespace lanes
