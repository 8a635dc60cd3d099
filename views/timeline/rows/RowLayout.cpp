#include "views/timeline/rows/RowLayout.h"

#include "views/timeline/rows/ShownRows.h"

#include <algorithm>

namespace lanes {

namespace {

using Kind = TimelineRow::Kind;
using Height = RowSettings::Height;

constexpr double kRow = 24;
constexpr double kStream = 52;
constexpr double kCounter = 44;
constexpr double kTallest = 96;         // of a stream or counter that takes spare height, and
constexpr int kTallestShare = 12;       // of the height of a large window, if that is more
constexpr double kTallestProfile = 264; // of a deep stack
constexpr double kProfilePitch = 2;
constexpr double kCompactPitch = 12;
constexpr double kWidestPitch = 26;
constexpr double kLowestRow = 16; // that still has room for its name: one of states is no higher
constexpr double kRoomForGap = 6; // lower levels touch each other

double pitchOf(Height height) {
    switch (height) {
    case Height::Small:
        return 16;
    case Height::Large:
        return 24;
    default:
        return 20;
    }
}

// The height of a row whose levels follow each other at its pitch.
int heightOf(const PlacedRow& row, const Metrics& m) {
    const auto levels = static_cast<int>(std::max(1u, row.content.levels));
    return std::max(m.px(kRow), levels * row.pitch + 2 * row.inset);
}

void sizeLevels(const TimelineRow& row, PlacedRow& placed, Height height, const Metrics& m) {
    const bool one = placed.content.levels <= 1;
    if (row.states) {
        placed.pitch = m.px(kLowestRow);
        placed.gap = m.px(4);
        placed.height = static_cast<int>(std::max(1u, placed.content.levels)) * placed.pitch;
        return;
    }
    switch (row.group) {
    case LaneGroup::Ranges:
    case LaneGroup::DeviceRanges:
        placed.pitch = m.px(one && row.group == LaneGroup::DeviceRanges ? kRow : pitchOf(height));
        placed.gap = m.px(4);
        placed.height =
            std::max(m.px(20), static_cast<int>(std::max(1u, placed.content.levels)) * placed.pitch);
        return;
    case LaneGroup::Python:
        if (!placed.content.nested) {
            placed.pitch = std::max(1, m.px(kProfilePitch));
            placed.height = std::max(m.px(kRow), static_cast<int>(placed.content.levels) * placed.pitch);
            return;
        }
        break;
    case LaneGroup::Runtime:
    case LaneGroup::Device:
        if (one) {
            placed.pitch = m.px(kRow);
            placed.gap = m.px(4);
            placed.height = placed.pitch;
            return;
        }
        break;
    case LaneGroup::Operators:
        if (!placed.content.nested) {
            placed.pitch = m.px(kCompactPitch);
            placed.gap = m.px(1);
            placed.height = heightOf(placed, m);
            return;
        }
        break;
    }
    placed.pitch = m.px(pitchOf(height));
    placed.inset = m.px(2);
    placed.gap = m.px(1);
    placed.height = heightOf(placed, m);
}

void sizeStream(PlacedRow& placed, const Metrics& m) {
    const auto levels = static_cast<int>(std::max(1u, placed.content.levels));
    placed.inset = m.px(4);
    placed.height =
        levels == 1 ? m.px(kStream) : std::max(m.px(kStream), levels * m.px(kRow) + 2 * placed.inset);
    placed.pitch = (placed.height - 2 * placed.inset) / levels;
    placed.gap = levels == 1 ? 0 : m.px(1);
}

// As high as the user dragged it.
void choosePitch(const TimelineRow& row, PlacedRow& placed, double pitch, const Metrics& m) {
    placed.chosen = true;
    const auto levels = row.kind == Kind::Counter ? 1 : static_cast<int>(std::max(1u, placed.content.levels));
    placed.pitch = std::max(1, m.px(pitch));
    if (placed.pitch < m.px(kRoomForGap)) {
        placed.gap = 0;
    }
    placed.height = std::max(m.px(kLowestRow), levels * placed.pitch + 2 * placed.inset);
}

PlacedRow sized(const TimelineRows& rows, const RowSettings& settings, int at, const RowContent& content,
                const Metrics& m) {
    const TimelineRow& row = rows.rows()[static_cast<std::size_t>(at)];
    const RowSettings::Choice choice = choiceOf(settings, row);
    PlacedRow placed;
    placed.row = at;
    placed.content = content;
    placed.folded = choice.folded && row.hasChildren;
    placed.height = m.px(kRow);
    if (row.kind == Kind::Group) {
        sizeLevels(row, placed, choice.height, m);
    } else if (row.kind == Kind::Stream) {
        sizeStream(placed, m);
    } else if (row.kind == Kind::Counter) {
        placed.height = m.px(kCounter);
    }
    if (choice.pitch > 0 && isResizable(row)) {
        choosePitch(row, placed, choice.pitch, m);
    }
    return placed;
}

bool isStack(const TimelineRow& row) {
    return row.kind == Kind::Group && !row.states &&
           (row.group == LaneGroup::Python || row.group == LaneGroup::Operators);
}

// How high a row may become when there is room to spare; `tallest`: a stream or counter.
int limitOf(const TimelineRow& row, const PlacedRow& placed, const Metrics& m, int tallest) {
    if (placed.chosen) {
        return placed.height;
    }
    if (row.kind == Kind::Stream || row.kind == Kind::Counter) {
        return std::max(placed.height, tallest);
    }
    if (!isStack(row) || placed.outerFrames || placed.content.levels == 0) {
        return placed.height;
    }
    const auto levels = static_cast<int>(placed.content.levels);
    const bool profile = row.group == LaneGroup::Python && !placed.content.nested;
    const int limit = levels * m.px(profile ? 6 : kWidestPitch) + 2 * placed.inset;
    return std::max(placed.height, profile ? std::min(limit, m.px(kTallestProfile)) : limit);
}

// Whole pixels per level only: all levels of a stack are equally high.
int grown(const TimelineRow& row, PlacedRow& placed, int by, int limit) {
    const int target = std::min(placed.height + by, limit);
    const int before = placed.height;
    if (row.kind == Kind::Counter) {
        placed.height = target;
    } else if (row.kind == Kind::Stream || isStack(row)) {
        const auto levels = static_cast<int>(std::max(1u, placed.content.levels));
        const int pitch = (target - 2 * placed.inset) / levels;
        if (pitch > placed.pitch) {
            placed.pitch = pitch;
            placed.height = std::max(placed.height, levels * pitch + 2 * placed.inset);
        }
    }
    return placed.height - before;
}

void shareOut(const TimelineRows& rows, RowLayout& layout, const Metrics& m, int spare, int tallest) {
    for (int round = 0; round < 24 && spare > 0; ++round) {
        int growing = 0;
        for (PlacedRow& placed : layout.rows) {
            const TimelineRow& row = rows.rows()[static_cast<std::size_t>(placed.row)];
            growing += limitOf(row, placed, m, tallest) > placed.height ? placed.height : 0;
        }
        if (growing == 0) {
            return;
        }
        int given = 0;
        for (PlacedRow& placed : layout.rows) {
            const TimelineRow& row = rows.rows()[static_cast<std::size_t>(placed.row)];
            const int limit = limitOf(row, placed, m, tallest);
            if (limit > placed.height && spare - given > 0) {
                const auto part = static_cast<int>(std::int64_t(spare) * placed.height / growing);
                const int least = static_cast<int>(isStack(row) ? placed.content.levels : 1);
                given += grown(row, placed, std::min(spare - given, std::max(part, least)), limit);
            }
        }
        if (given == 0) {
            return;
        }
        spare -= given;
    }
}

} // namespace

bool isResizable(const TimelineRow& row) {
    return row.kind == Kind::Group || row.kind == Kind::Stream || row.kind == Kind::Counter;
}

RowLayout layOut(const TimelineRows& rows, const RowSettings& settings,
                 const std::vector<RowContent>& contents, const Metrics& metrics, int height) {
    const ShownRows shown = shownRows(rows, settings);
    RowLayout layout;
    for (std::size_t i = 0; i < shown.rows.size(); ++i) {
        const int at = shown.rows[i];
        const RowContent& content = contents[static_cast<std::size_t>(at)];
        const bool pinned = i < shown.pinned;
        if (content.nested && content.firstLevel > 0) {
            PlacedRow frames;
            frames.row = at;
            frames.height = metrics.px(kRow);
            frames.pinned = pinned;
            frames.outerFrames = true;
            frames.content = content;
            layout.rows.push_back(frames);
        }
        layout.rows.push_back(sized(rows, settings, at, content, metrics));
        layout.rows.back().pinned = pinned;
    }
    int used = 0;
    for (const PlacedRow& row : layout.rows) {
        used += row.height;
    }
    shareOut(rows, layout, metrics, height - used, std::max(metrics.px(kTallest), height / kTallestShare));
    for (PlacedRow& row : layout.rows) {
        int& total = row.pinned ? layout.pinnedHeight : layout.contentHeight;
        row.y = total;
        total += row.height;
    }
    return layout;
}

} // namespace lanes
