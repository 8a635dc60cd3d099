#include "model/lod/LaneQuery.h"

#include "model/lod/LaneEdges.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanes {

namespace {

// Up to so many slices per column are walked one by one; beyond, columns are differences of two edges.
constexpr double kWalkPerColumn = 6;

class Query {
public:
    Query(const LodLane& lane, const PixelGrid& grid, const LaneQueryOptions& options,
          std::vector<TimeNs>& scratch, LanePixels& out)
        : lane_(lane)
        , grid_(grid)
        , options_(options)
        , scratch_(scratch)
        , out_(out)
        , edges_(lane, grid.nsPerColumn(), options.exact)
        , hues_(lane.hues.size()) {}

    void run() {
        const TimeRange view = grid_.range();
        const auto [begin, end] = lane_.slicesIn(view);
        if (begin >= end) {
            return;
        }
        findBoxes(begin, end);
        std::uint32_t from = begin;
        TimeNs time = view.begin;
        int column = 0;
        for (const Big& big : boxes_) {
            int x0 = grid_.columnOf(big.start);
            const int x1 = grid_.columnOf(big.start + big.duration);
            if (big.ordinal > from) {
                x0 = std::max(x0, column + 1); // what lies between two boxes keeps a column of its own
                gap({from, big.ordinal}, {time, big.start}, column, std::min(x0, grid_.columns()));
            }
            if (x1 > x0) {
                addBox(big, std::max(x0, column), x1);
            }
            from = big.ordinal + 1;
            time = std::max(time, big.start + big.duration);
            column = std::max({column, x0, x1});
        }
        gap({from, end}, {time, view.end}, std::min(column, grid_.columns() - 1), grid_.columns());
    }

private:
    struct Big {
        std::uint32_t ordinal;
        TimeNs start;
        TimeNs duration;
        const LodPiece* piece;
        std::uint32_t index;
    };
    struct Slices {
        std::uint32_t begin;
        std::uint32_t end;
    };
    // --- slices that become boxes ---

    void findBoxes(std::uint32_t begin, std::uint32_t end) {
        const bool few = double(end - begin) <= kWalkPerColumn * grid_.columns();
        const std::uint8_t need = durationClass(grid_.boxDuration());
        for (std::uint32_t p = lane_.locate(begin).piece; p < lane_.pieces.size() && lane_.first[p] < end;
             ++p) {
            if (lane_.longest[p] < need) {
                continue;
            }
            const LodPiece& piece = *lane_.pieces[p];
            const std::uint32_t from = begin > lane_.first[p] ? begin - lane_.first[p] : 0;
            const std::uint32_t to = std::min(end - lane_.first[p], piece.count());
            if (few) {
                takeLong(p, from, to);
            } else {
                const std::size_t top = piece.levels().size() - 1;
                const std::uint32_t stride = piece.levels()[top].stride;
                for (std::uint32_t cell = from / stride; cell * stride < to; ++cell) {
                    search(p, top, cell, {from, to});
                }
            }
        }
    }

    void search(std::uint32_t p, std::size_t level, std::uint32_t cell, Slices within) {
        const LodPiece& piece = *lane_.pieces[p];
        const LodPiece::Level& l = piece.levels()[level];
        const std::uint32_t from = std::max(within.begin, cell * l.stride);
        const std::uint32_t to = std::min(within.end, (cell + 1) * l.stride);
        if (from >= to || l.longest[cell] < durationClass(grid_.boxDuration())) {
            return;
        }
        if (level == 0) {
            takeLong(p, from, to);
            return;
        }
        const std::uint32_t below = piece.levels()[level - 1].cells;
        for (std::uint32_t c = cell * LodPiece::kFanOut; c < std::min(below, (cell + 1) * LodPiece::kFanOut);
             ++c) {
            search(p, level - 1, c, within);
        }
    }

    void takeLong(std::uint32_t p, std::uint32_t from, std::uint32_t to) {
        const LodPiece& piece = *lane_.pieces[p];
        for (std::uint32_t i = from; i < to; ++i) {
            const TimeNs duration = piece.duration(i);
            if (duration >= grid_.boxDuration()) {
                boxes_.push_back({lane_.first[p] + i, piece.start(i), duration, &piece, i});
            }
        }
    }

    void addBox(const Big& big, int x0, int x1) {
        SliceBox box;
        box.x0 = static_cast<std::uint16_t>(x0);
        box.x1 = static_cast<std::uint16_t>(x1);
        box.hue = big.piece->hue(big.index);
        box.slice = big.piece->id(big.index);
        box.name = big.piece->name(big.index);
        box.duration = big.duration;
        out_.boxes.push_back(box);
    }

    // --- the columns between two boxes ---

    // Slices [begin, end), none of them a box, lie in `time` and own the columns [from, to).
    void gap(Slices slices, TimeRange time, int from, int to) {
        if (slices.begin >= slices.end || from >= to) {
            return;
        }
        // Only the end of a lane may be coarse; there are no slices to walk along.
        const bool coarse =
            lane_.pieces.back()->isCoarse() && slices.end > lane_.first[lane_.pieces.size() - 1];
        if (!coarse && double(slices.end - slices.begin) <= kWalkPerColumn * (to - from)) {
            walk(slices, from, to);
        } else {
            difference(slices, time, from, to);
        }
    }

    void walk(Slices slices, int from, int to) {
        const std::size_t width = hues_ + 1; // busy time per hue, then 1 + the hue of what starts here
        scratch_.assign(static_cast<std::size_t>(to - from) * width, 0);
        const TimeRange view = grid_.range();
        LodLane::Place place = lane_.locate(slices.begin);
        for (std::uint32_t i = slices.begin; i < slices.end; ++i, ++place.index) {
            if (place.index == lane_.pieces[place.piece]->count()) {
                place = {place.piece + 1, 0};
            }
            const LodPiece& piece = *lane_.pieces[place.piece];
            const TimeNs start = piece.start(place.index);
            const TimeNs end = start + piece.duration(place.index);
            const std::size_t hue = edges_.localOf(piece.hue(place.index));
            const int first = std::clamp(grid_.columnOf(start), from, to - 1);
            scratch_[static_cast<std::size_t>(first - from) * width + hues_] = TimeNs(hue) + 1;
            for (int x = first; x < to && (x == first || grid_.edge(x) < end); ++x) {
                const TimeNs a = std::max(start, x == from ? view.begin : grid_.edge(x));
                const TimeNs b = std::min(end, x == to - 1 ? view.end : grid_.edge(x + 1));
                scratch_[static_cast<std::size_t>(x - from) * width + hue] += std::max<TimeNs>(0, b - a);
            }
        }
        for (int x = from; x < to; ++x) {
            const TimeNs* sums = scratch_.data() + static_cast<std::size_t>(x - from) * width;
            emit(x, sums, static_cast<int>(sums[hues_]) - 1);
        }
    }

    void difference(Slices slices, TimeRange time, int from, int to) {
        LaneEdges::Edge before = edges_.atSlice(slices.begin);
        LaneEdges::Cursor cursor;
        if (lane_.start(slices.begin) < time.begin) { // cut by the picture's left edge
            before = edges_.at(time.begin, cursor);
            before.ordinal = slices.begin;
        }
        LaneEdges::Edge end = edges_.atSlice(slices.end);
        if (time.end == grid_.range().end) { // maybe cut by its right edge
            LaneEdges::Cursor own;
            end = edges_.at(time.end, own);
            end.ordinal = slices.end;
        }
        std::array<TimeNs, kAllHues> sums{};
        bool last = false;
        for (int x = from; x < to && !last; ++x) {
            last = x == to - 1 || grid_.edge(x + 1) >= time.end;
            const LaneEdges::Edge after = last ? end : edges_.at(grid_.edge(x + 1), cursor);
            TimeNs sum = 0;
            for (std::size_t h = 0; h < hues_; ++h) {
                sums[h] = std::max<TimeNs>(0, after.busy[h] - before.busy[h]);
                sum += sums[h];
            }
            int starting = -1;
            if (sum == 0 && std::floor(after.ordinal) > std::floor(before.ordinal)) {
                starting = hueOfSlice(static_cast<std::uint32_t>(before.ordinal));
            }
            emit(x, sums.data(), starting);
            before = after;
        }
    }

    [[nodiscard]] int hueOfSlice(std::uint32_t ordinal) const {
        const LodLane::Place place = lane_.locate(std::min(ordinal, lane_.count() - 1));
        return edges_.localOf(lane_.pieces[place.piece]->hue(place.index));
    }

    // `starting`: local hue of something that starts here, for columns with slices of no duration; -1 if nothing.
    void emit(int x, const TimeNs* busy, int starting) {
        TimeNs sum = 0;
        TimeNs best = 0;
        auto dominant = static_cast<std::size_t>(std::max(starting, 0));
        for (std::size_t h = 0; h < hues_; ++h) {
            sum += busy[h];
            if (busy[h] > best) {
                best = busy[h];
                dominant = h;
            }
        }
        if (sum == 0 && starting < 0) {
            return;
        }
        const auto span = std::max<TimeNs>(1, grid_.edge(x + 1) - grid_.edge(x));
        const auto share =
            static_cast<int>(std::lround(std::min(double(sum) / double(span), 1.) * options_.levels));
        const auto level = static_cast<std::uint16_t>(
            std::clamp(share, std::min(options_.minLevel, options_.levels), options_.levels));
        const Hue hue = lane_.hues[dominant];
        if (!out_.runs.empty()) {
            DensityRun& run = out_.runs.back();
            if (run.x + run.width == x && run.level == level && run.hue == hue) {
                ++run.width;
                return;
            }
        }
        out_.runs.push_back({static_cast<std::uint16_t>(x), 1, level, hue});
    }

    const LodLane& lane_;
    const PixelGrid& grid_;
    const LaneQueryOptions& options_;
    std::vector<TimeNs>& scratch_;
    LanePixels& out_;
    LaneEdges edges_;
    std::size_t hues_;
    std::vector<Big> boxes_;
};

} // namespace

void queryLane(const LodLane& lane, const PixelGrid& grid, const LaneQueryOptions& options,
               std::vector<TimeNs>& scratch, LanePixels& out) {
    Query(lane, grid, options, scratch, out).run();
}

} // namespace lanes
