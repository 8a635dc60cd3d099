#include "model/trace/LateTracks.h"

#include "model/trace/SliceRebuild.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

namespace {

using Row = SliceRebuild::Row;

constexpr std::string_view kLateKey = " late";
constexpr std::string_view kLateName = " (late";
constexpr std::string_view kLateKind = "late-slice";

bool isNumber(std::string_view text) {
    return text.empty() || (text.size() > 1 && text.front() == ' ' &&
                            text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

// The key of the track beside which this one stands; nothing for any other track.
std::optional<std::string_view> besideWhich(const Track& track) {
    const std::string_view key = track.key;
    const std::string_view name = track.name;
    const std::size_t at = key.rfind(kLateKey);
    if (at == std::string_view::npos || !isNumber(key.substr(at + kLateKey.size())) ||
        name.rfind(kLateName) == std::string_view::npos || !name.ends_with(')')) {
        return {};
    }
    return key.substr(0, at);
}

// Slices of a track and of those beside it, in the order in which they nest.
struct Merging {
    std::vector<Row> rows;
    std::vector<bool> late; // of each
};

// Marks slices that are late and would cross another. O(n) where few run at once.
std::vector<bool> crossing(const Merging& all) {
    struct Open {
        TimeNs end;
        std::size_t row;
    };
    std::vector<bool> crosses(all.rows.size());
    // First against those that came in time: what crosses one of them shall put no other out.
    for (const bool amongLate : {false, true}) {
        std::vector<Open> open;
        for (std::size_t i = 0; i < all.rows.size(); ++i) {
            const SliceRecord& slice = all.rows[i].record;
            const TimeNs end = slice.start + slice.duration;
            std::erase_if(open, [&](const Open& around) {
                const bool goes =
                    !all.late[i] && all.late[around.row] && around.end > slice.start && around.end < end;
                crosses[around.row] = crosses[around.row] || goes;
                return goes || around.end <= slice.start;
            });
            crosses[i] = crosses[i] || (all.late[i] && std::ranges::any_of(open, [&](const Open& around) {
                                            return around.end < end && (amongLate || !all.late[around.row]);
                                        }));
            if (!crosses[i]) {
                open.push_back({end, i});
            }
        }
    }
    return crosses;
}

class LateSlices {
public:
    LateSlices(const Trace& trace, const std::stop_token& stop)
        : trace_(trace)
        , stop_(stop)
        , slices_(trace, stop)
        , data_(trace.data()) {}

    std::shared_ptr<const Trace> make() {
        findTracks();
        std::vector<std::vector<Row>> left(trace_.tracks().size());
        std::vector<std::vector<Row>> merged(trace_.tracks().size());
        for (std::uint32_t t = 0; t < trace_.tracks().size() && !stop_.stop_requested(); ++t) {
            if (beside_.contains(t)) {
                merge(t, merged[t], left);
            } else if (!isLate_[t]) {
                merged[t] = slices_.rowsOf(TrackId(t));
            }
        }
        keepTracks(left);
        for (std::uint32_t t = 0; t < trace_.tracks().size() && !stop_.stop_requested(); ++t) {
            if (ids_[t].valid()) {
                slices_.add(ids_[t], isLate_[t] ? left[t] : merged[t]);
            }
        }
        if (stop_.stop_requested()) {
            return nullptr;
        }
        slices_.finish(data_);
        placeRows();
        sayWhatIsLeft(left);
        return std::make_shared<const Trace>(std::move(data_));
    }

private:
    void findTracks() {
        const std::vector<Track>& tracks = trace_.tracks();
        std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> byKey;
        for (std::uint32_t t = 0; t < tracks.size(); ++t) {
            byKey[{tracks[t].process.value, tracks[t].key}] = t;
        }
        isLate_.resize(tracks.size());
        for (std::uint32_t t = 0; t < tracks.size(); ++t) {
            const std::optional<std::string_view> key = besideWhich(tracks[t]);
            const auto found = key ? byKey.find({tracks[t].process.value, *key}) : byKey.end();
            if (found != byKey.end()) {
                beside_[found->second].push_back(t);
                isLate_[t] = true;
            }
        }
    }

    void merge(std::uint32_t track, std::vector<Row>& merged, std::vector<std::vector<Row>>& left) {
        Merging given;
        std::vector<std::uint32_t> of; // which track each is from
        const auto take = [&](std::uint32_t from) {
            for (const Row& row : slices_.rowsOf(TrackId(from))) {
                given.rows.push_back(row);
                of.push_back(from);
            }
        };
        take(track);
        std::ranges::for_each(beside_[track], take);
        std::vector<SliceRecord> records;
        records.reserve(given.rows.size());
        for (const Row& row : given.rows) {
            records.push_back(row.record);
        }
        const std::vector<std::uint32_t> order = startOrder(records);
        Merging sorted;
        for (const std::uint32_t row : order) {
            sorted.rows.push_back(given.rows[row]);
            sorted.late.push_back(of[row] != track);
        }
        const std::vector<bool> crosses = crossing(sorted);
        for (std::size_t i = 0; i < order.size(); ++i) {
            (crosses[i] ? left[of[order[i]]] : merged).push_back(sorted.rows[i]);
        }
    }

    void keepTracks(const std::vector<std::vector<Row>>& left) {
        data_.tracks.clear();
        for (std::uint32_t t = 0; t < trace_.tracks().size(); ++t) {
            ids_.emplace_back();
            if (!isLate_[t] || !left[t].empty()) {
                ids_.back() = TrackId(static_cast<std::uint32_t>(data_.tracks.size()));
                data_.tracks.push_back(trace_.tracks()[t]);
            }
        }
    }

    // Of a late track there are slices only.
    [[nodiscard]] SharedColumn<TrackId> placed(const SharedColumn<TrackId>& tracks) const {
        SharedColumn<TrackId> there;
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            there.push_back(tracks[i].valid() ? ids_[tracks[i].value] : TrackId());
        }
        return there;
    }
    void placeRows() {
        data_.points.track = placed(trace_.points().track);
        data_.memory.track = placed(trace_.memory().track);
        for (CounterSeries& counter : data_.counters) {
            counter.track = counter.track.valid() ? ids_[counter.track.value] : TrackId();
        }
    }

    void sayWhatIsLeft(const std::vector<std::vector<Row>>& left) {
        std::uint64_t count = 0;
        for (const std::vector<Row>& rows : left) {
            count += rows.size();
        }
        data_.diagnostics = {};
        for (const Diagnostic& one : trace_.diagnostics().all()) {
            const std::uint64_t now = one.kind == kLateKind ? count : one.count;
            if (now > 0) {
                data_.diagnostics.add(one.kind, one.severity, one.message, one.firstOffset, now);
            }
        }
    }

    const Trace& trace_;
    const std::stop_token& stop_;
    SliceRebuild slices_;
    TraceData data_;
    std::map<std::uint32_t, std::vector<std::uint32_t>>
        beside_; // late tracks by the one that they stand beside
    std::vector<bool> isLate_;
    std::vector<TrackId> ids_; // of the trace -> of what is made; none: it is gone
};

} // namespace

bool hasLateTracks(const Trace& trace) {
    return std::ranges::any_of(trace.tracks(),
                               [](const Track& track) { return besideWhich(track).has_value(); });
}

std::shared_ptr<const Trace> withLateSlices(const std::shared_ptr<const Trace>& trace,
                                            const std::stop_token& stop) {
    return hasLateTracks(*trace) ? LateSlices(*trace, stop).make() : trace;
}

} // namespace lanes
