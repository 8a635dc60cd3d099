#include "model/session/OverviewCodec.h"

#include "model/session/session.pb.h"

#include <algorithm>
#include <limits>
#include <ranges>

namespace lanes::session {

namespace {

constexpr std::uint32_t kMostRecords = 1u << 15;           // of a lane
constexpr std::size_t kMostNumbers = std::size_t{1} << 23; // of all lanes: 64 MiB
// Times beyond it are no times; differences of two that are not can be formed.
constexpr TimeNs kFarthest = std::numeric_limits<TimeNs>::max() / 4;
constexpr TimeNs kBusiest = kFarthest / kHueCount; // the sum of all hues is a time too

// One lane of the message; false if it is damaged.
class LaneDecoder {
public:
    explicit LaneDecoder(ColumnDecoder& decoder)
        : decoder_(decoder) {}

    bool decode(const proto::Overview::Lane& message, CoarseLane& lane) {
        lane.track = TrackId(message.track());
        lane.group = static_cast<LaneGroup>(message.group());
        lane.depth = message.depth();
        lane.slices = message.slices();
        if (message.group() >= kLaneGroupCount || message.count() < 2 || message.count() > kMostRecords ||
            !takeHues(message.hues(), lane) ||
            static_cast<std::size_t>(message.busy_size()) != lane.hues.size()) {
            return false;
        }
        count_ = message.count();
        lane.records.resize(count_ * lane.width());
        if (!takeColumn(message.time(), -kFarthest, kFarthest, lane, 0)) {
            return false;
        }
        for (std::size_t h = 0; h < lane.hues.size(); ++h) {
            if (!takeColumn(message.busy(static_cast<int>(h)), 0, kBusiest, lane, 1 + h)) {
                return false;
            }
        }
        return true;
    }

private:
    static bool takeHues(const std::string& hues, CoarseLane& lane) {
        for (const char h : hues) {
            const auto hue = static_cast<std::uint8_t>(h);
            if (hue >= kHueCount || (!lane.hues.empty() && static_cast<Hue>(hue) <= lane.hues.back())) {
                return false;
            }
            lane.hues.push_back(static_cast<Hue>(hue));
        }
        return !lane.hues.empty();
    }

    // A column that never falls.
    bool takeColumn(const std::string& coded, std::int64_t least, std::int64_t most, CoarseLane& lane,
                    std::size_t at) {
        values_.resize(count_);
        if (!decoder_.decode(coded, values_)) {
            return false;
        }
        for (std::size_t i = 0; i < count_; ++i) {
            if (values_[i] < least || values_[i] > most) {
                return false;
            }
            least = values_[i];
            lane.records[i * lane.width() + at] = values_[i];
        }
        return true;
    }

    ColumnDecoder& decoder_;
    std::size_t count_ = 0;
    std::vector<std::int64_t> values_;
};

// Whether `lane` may stand behind those that are there: nobody has to make room for depths that are missing.
bool follows(const std::vector<CoarseLane>& lanes, const CoarseLane& lane) {
    const auto place = [](const CoarseLane& l) { return std::pair(l.track, l.group); };
    if (!lanes.empty() && place(lanes.back()) == place(lane)) {
        return lane.depth == lanes.back().depth + 1;
    }
    return lane.depth == 0 && (lanes.empty() || place(lanes.back()) < place(lane));
}

} // namespace

void encodeOverview(ColumnEncoder& encoder, const CoarseLanes& coarse, proto::Overview& out) {
    out.set_begin(coarse.span.begin);
    out.set_end(coarse.span.end);
    out.set_slices(coarse.slices);
    for (const CoarseLane& lane : coarse.lanes) {
        proto::Overview::Lane& to = *out.add_lanes();
        to.set_track(lane.track.value);
        to.set_group(static_cast<std::uint32_t>(lane.group));
        to.set_depth(lane.depth);
        to.set_slices(lane.slices);
        to.set_count(static_cast<std::uint32_t>(lane.count()));
        const auto column = [&](std::size_t at) {
            return encoder.encodeEach(std::views::iota(std::size_t{0}, lane.count()),
                                      [&](std::size_t i) { return lane.record(i)[at]; });
        };
        to.set_time(column(0));
        for (std::size_t h = 0; h < lane.hues.size(); ++h) {
            to.mutable_hues()->push_back(static_cast<char>(lane.hues[h]));
            *to.add_busy() = column(1 + h);
        }
    }
}

std::optional<CoarseLanes> decodeOverview(ColumnDecoder& decoder, const proto::Overview& message,
                                          std::uint32_t tracks) {
    CoarseLanes coarse;
    coarse.slices = message.slices();
    coarse.span = {message.begin(), message.end()};
    if (coarse.span.begin < -kFarthest || coarse.span.end > kFarthest || coarse.span.empty()) {
        return {};
    }
    LaneDecoder lanes(decoder);
    std::size_t numbers = 0;
    for (const proto::Overview::Lane& from : message.lanes()) {
        CoarseLane lane;
        if (from.track() < tracks && numbers < kMostNumbers && lanes.decode(from, lane) &&
            follows(coarse.lanes, lane)) {
            numbers += lane.records.size();
            coarse.lanes.push_back(std::move(lane));
        }
    }
    return coarse.lanes.empty() ? std::optional<CoarseLanes>() : std::move(coarse);
}

} // namespace lanes::session
