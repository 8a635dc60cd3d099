#include "views/timeline/rows/ShownRows.h"

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

bool isShown(const TimelineRows& rows, const RowSettings& settings, int at, bool& folded) {
    folded = false;
    bool inside = false; // something above it matches the filter
    for (int r = at; r >= 0; r = rows.rows()[static_cast<std::size_t>(r)].parent) {
        const TimelineRow& row = rows.rows()[static_cast<std::size_t>(r)];
        const RowSettings::Choice choice = choiceOf(settings, row);
        if (choice.hidden) {
            return false;
        }
        folded = folded || (r != at && choice.folded);
        inside = inside || row.label.contains(settings.filter, Qt::CaseInsensitive) ||
                 row.sub.contains(settings.filter, Qt::CaseInsensitive);
    }
    return settings.filter.isEmpty() || inside;
}

// Children of each row (of none: the last entry) in the order in which they are shown.
std::vector<std::vector<int>> childrenInOrder(const TimelineRows& rows, const RowSettings& settings) {
    const std::size_t count = rows.rows().size();
    std::vector<std::vector<int>> children(count + 1);
    for (std::size_t r = 0; r < count; ++r) {
        const int parent = rows.rows()[r].parent;
        children[parent < 0 ? count : static_cast<std::size_t>(parent)].push_back(static_cast<int>(r));
    }
    for (std::vector<int>& siblings : children) {
        std::vector<std::pair<int, int>> placed;
        for (std::size_t i = 0; i < siblings.size(); ++i) {
            const int place = choiceOf(settings, rows.rows()[static_cast<std::size_t>(siblings[i])]).place;
            placed.emplace_back(place >= 0 ? place : static_cast<int>(i), siblings[i]);
        }
        std::ranges::stable_sort(placed, {}, &std::pair<int, int>::first);
        std::ranges::transform(placed, siblings.begin(), &std::pair<int, int>::second);
    }
    return children;
}

void addSubtree(const std::vector<std::vector<int>>& children, std::size_t of, std::vector<int>& out) {
    for (const int child : children[of]) {
        out.push_back(child);
        addSubtree(children, static_cast<std::size_t>(child), out);
    }
}

} // namespace

std::vector<int> siblingsOf(const TimelineRows& rows, const RowSettings& settings, int row) {
    const int parent = rows.rows()[static_cast<std::size_t>(row)].parent;
    return childrenInOrder(rows,
                           settings)[parent < 0 ? rows.rows().size() : static_cast<std::size_t>(parent)];
}

void moveRow(const TimelineRows& rows, RowSettings& settings, int row, int before) {
    std::vector<int> siblings = siblingsOf(rows, settings, row);
    std::erase(siblings, row);
    siblings.insert(std::ranges::find(siblings, before), row);
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        const TimelineRow& r = rows.rows()[static_cast<std::size_t>(siblings[i])];
        RowSettings::Choice choice = choiceOf(settings, r);
        choice.place = static_cast<int>(i);
        settings.choices.insert(r.key, choice);
    }
}

ShownRows shownRows(const TimelineRows& rows, const RowSettings& settings) {
    const auto count = static_cast<int>(rows.rows().size());
    std::vector<bool> shown(static_cast<std::size_t>(count), false);
    for (int r = 0; r < count; ++r) {
        bool folded = false;
        if (!isShown(rows, settings, r, folded)) {
            continue;
        }
        shown[static_cast<std::size_t>(r)] = !folded;
        // A row that the filter finds brings those that it stands in.
        for (int p = rows.rows()[static_cast<std::size_t>(r)].parent;
             p >= 0 && !settings.filter.isEmpty() && !folded;
             p = rows.rows()[static_cast<std::size_t>(p)].parent) {
            shown[static_cast<std::size_t>(p)] = true;
        }
    }
    ShownRows result;
    std::vector<int> order;
    addSubtree(childrenInOrder(rows, settings), rows.rows().size(), order);
    for (const bool pinned : {true, false}) {
        for (const int r : order) {
            const auto& row = rows.rows()[static_cast<std::size_t>(r)];
            if (shown[static_cast<std::size_t>(r)] && choiceOf(settings, row).pinned == pinned) {
                result.rows.push_back(r);
            }
        }
        if (pinned) {
            result.pinned = result.rows.size();
        }
    }
    return result;
}

} // namespace lanes
