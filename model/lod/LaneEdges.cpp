#include "model/lod/LaneEdges.h"

#include <algorithm>

namespace lanes {

namespace {

// Edges gallop along the coarsest level that still has so many cells per column.
constexpr double kCellsPerColumn = 8;
// A cell narrower than this share of a pixel is not opened: time inside it is interpolated ...
constexpr double kNarrow = 1. / 8;
// ... nor one narrower than half a pixel that is empty or full to within this share of a pixel.
constexpr double kFlat = 1. / 32;

// The last position from `at` on for which `holds` (true up to somewhere, true at `at`).
template<class Holds>
std::uint32_t gallop(std::uint32_t at, std::uint32_t end, Holds&& holds) {
    std::uint32_t step = 1;
    while (step < end - at && holds(at + step)) {
        at += step;
        step *= 2;
    }
    while (step > 1) {
        step /= 2;
        if (step < end - at && holds(at + step)) {
            at += step;
        }
    }
    return at;
}

// A cell of a level where `t` would be if the piece were as busy everywhere. Stepping there from a piece's first cell
// would wait for memory a dozen times.
std::uint32_t guess(const LodPiece& piece, std::size_t level, TimeNs t) {
    const std::uint32_t last = piece.levels()[level].cells - 1;
    const double length = double(piece.lastEnd() - piece.firstStart());
    const double share = length > 0 ? double(t - piece.firstStart()) / length : 0;
    std::uint32_t cell = static_cast<std::uint32_t>(std::clamp(share, 0., 1.) * last);
    for (std::uint32_t step = 1; cell > 0 && piece.record(level, cell)[0] > t; step *= 2) {
        cell -= std::min(cell, step);
    }
    return cell;
}

} // namespace

LaneEdges::LaneEdges(const LodLane& lane, double nsPerColumn, bool exact)
    : lane_(lane)
    , nsPerColumn_(nsPerColumn)
    , hues_(lane.hues.size()) {
    if (!exact) {
        narrow_ = static_cast<TimeNs>(nsPerColumn * kNarrow);
        half_ = static_cast<TimeNs>(nsPerColumn / 2);
        flat_ = static_cast<TimeNs>(nsPerColumn * kFlat);
    }
    for (std::size_t h = 0; h < hues_; ++h) {
        localOf_[static_cast<std::size_t>(lane.hues[h])] = static_cast<std::uint8_t>(h);
    }
}

void LaneEdges::startOfPiece(std::uint32_t p, Edge& edge) const {
    std::copy_n(lane_.busyBefore.begin() + static_cast<std::ptrdiff_t>(p * hues_), hues_, edge.busy.begin());
    edge.ordinal = lane_.first[p];
}

void LaneEdges::addRecord(const LodPiece& piece, const std::int64_t* record, Edge& edge) const {
    for (std::uint32_t h = 0; h < piece.hueCount(); ++h) {
        edge.busy[localOf_[static_cast<std::size_t>(piece.localHue(h))]] += record[1 + h];
    }
}

LaneEdges::Edge LaneEdges::atSlice(std::uint32_t ordinal) const {
    Edge edge;
    if (ordinal == lane_.count()) {
        startOfPiece(static_cast<std::uint32_t>(lane_.pieces.size()), edge);
        return edge;
    }
    const LodLane::Place place = lane_.locate(ordinal);
    const LodPiece& piece = *lane_.pieces[place.piece];
    startOfPiece(place.piece, edge);
    const std::uint32_t stride = piece.levels().front().stride;
    const std::uint32_t cell = place.index / stride;
    addRecord(piece, piece.record(0, cell), edge);
    for (std::uint32_t i = cell * stride; i < place.index; ++i) {
        edge.busy[localOf_[static_cast<std::size_t>(piece.hue(i))]] += piece.duration(i);
    }
    edge.ordinal = ordinal;
    return edge;
}

// Moves the cursor to the last piece, and in it the last cell of a fitting level, that starts at or before t.
// False if t is before everything.
bool LaneEdges::gallopTo(TimeNs t, Cursor& cursor) const {
    if (lane_.starts[cursor.piece] > t) {
        return false;
    }
    const auto pieces = static_cast<std::uint32_t>(lane_.pieces.size());
    const std::uint32_t piece =
        gallop(cursor.piece, pieces, [&](std::uint32_t p) { return lane_.starts[p] <= t; });
    if (piece != cursor.piece || !cursor.placed) {
        const LodPiece& entered = *lane_.pieces[piece];
        const std::size_t level = levelFor(entered);
        cursor = {piece, guess(entered, level, t), level, true};
    }
    const LodPiece& p = *lane_.pieces[piece];
    cursor.cell = gallop(cursor.cell, p.levels()[cursor.level].cells,
                         [&](std::uint32_t c) { return p.record(cursor.level, c)[0] <= t; });
    return true;
}

std::size_t LaneEdges::levelFor(const LodPiece& piece) const {
    const double columns = double(piece.lastEnd() - piece.firstStart()) / nsPerColumn_;
    std::size_t level = piece.levels().size() - 1;
    while (level > 0 && piece.levels()[level].cells < kCellsPerColumn * columns) {
        --level;
    }
    return level;
}

LaneEdges::Edge LaneEdges::at(TimeNs t, Cursor& cursor) const {
    Edge edge;
    if (!gallopTo(t, cursor)) {
        startOfPiece(cursor.piece, edge);
        return edge;
    }
    const LodPiece& piece = *lane_.pieces[cursor.piece];
    if (t >= piece.lastEnd() && t > piece.lastStart()) {
        startOfPiece(cursor.piece + 1, edge);
        return edge;
    }
    startOfPiece(cursor.piece, edge);
    std::uint32_t cell = cursor.cell;
    for (std::size_t level = cursor.level;; --level) {
        if (mayInterpolate(piece, level, cell)) {
            interpolate(piece, level, cell, t, edge);
            return edge;
        }
        if (level == 0) {
            break;
        }
        const std::uint32_t end = std::min(piece.levels()[level - 1].cells, (cell + 1) * LodPiece::kFanOut);
        cell *= LodPiece::kFanOut;
        while (cell + 1 < end && piece.record(level - 1, cell + 1)[0] <= t) {
            ++cell;
        }
    }
    openCell(piece, cell, t, edge);
    return edge;
}

bool LaneEdges::mayInterpolate(const LodPiece& piece, std::size_t level, std::uint32_t cell) const {
    const std::int64_t* a = piece.record(level, cell);
    const std::int64_t* b = a + piece.recordWidth();
    if (piece.isCoarse() && level == 0) {
        return true;
    }
    const TimeNs span = b[0] - a[0];
    if (span <= narrow_) {
        return narrow_ > 0;
    }
    if (span > half_) {
        return false;
    }
    TimeNs busy = 0;
    for (std::uint32_t h = 0; h < piece.hueCount(); ++h) {
        busy += b[1 + h] - a[1 + h];
    }
    return std::min(busy, span - busy) <= flat_;
}

void LaneEdges::interpolate(const LodPiece& piece, std::size_t level, std::uint32_t cell, TimeNs t,
                            Edge& edge) const {
    const std::int64_t* a = piece.record(level, cell);
    const std::int64_t* b = a + piece.recordWidth();
    const double share = b[0] > a[0] ? std::clamp(double(t - a[0]) / double(b[0] - a[0]), 0., 1.) : 1.;
    for (std::uint32_t h = 0; h < piece.hueCount(); ++h) {
        edge.busy[localOf_[static_cast<std::size_t>(piece.localHue(h))]] +=
            a[1 + h] + static_cast<TimeNs>(double(b[1 + h] - a[1 + h]) * share);
    }
    const LodPiece::Level& l = piece.levels()[level];
    const std::uint32_t from = cell * l.stride;
    const std::uint32_t to = std::min(piece.count(), from + l.stride);
    edge.ordinal += from + (to - from) * share;
}

void LaneEdges::openCell(const LodPiece& piece, std::uint32_t cell, TimeNs t, Edge& edge) const {
    const std::uint32_t stride = piece.levels().front().stride;
    const std::uint32_t begin = cell * stride;
    const std::uint32_t end = std::min(piece.count(), begin + stride);
    std::uint32_t next = begin;
    while (next < end && piece.start(next) < t) {
        ++next;
    }
    edge.ordinal += next;
    const auto add = [&](std::uint32_t i, TimeNs busy) {
        edge.busy[localOf_[static_cast<std::size_t>(piece.hue(i))]] += busy;
    };
    // From the nearer end of the cell: fewer slices to look at.
    if (next - begin <= end - next) {
        addRecord(piece, piece.record(0, cell), edge);
        for (std::uint32_t i = begin; i < next; ++i) {
            add(i, piece.duration(i));
        }
    } else {
        addRecord(piece, piece.record(0, cell + 1), edge);
        for (std::uint32_t i = next; i < end; ++i) {
            add(i, -piece.duration(i));
        }
    }
    if (next > begin && piece.end(next - 1) > t) {
        add(next - 1, t - piece.end(next - 1));
    }
}

} // namespace lanes
