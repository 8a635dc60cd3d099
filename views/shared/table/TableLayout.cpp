#include "views/shared/table/TableLayout.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr QLatin1String kLinear("lin");
constexpr int kPlenty = 420;    // px at 100 % for a column without a width, before others grow
constexpr int kLeastBar = 112;  // px at 100 % of a column with a bar, and
constexpr int kLeastText = 160; // of a text, before a table scrolls
constexpr int kLongestBar = 3;  // times its width

int widthOf(const TableColumn& column, const TableArrangement::Column& chosen) {
    return chosen.width > 0 ? chosen.width : column.width;
}

// Which columns stand in `width`: those that nobody asked for give way until the rest has the room it needs.
std::vector<bool> fitting(const std::vector<TableColumn>& columns, const TableArrangement& arrangement,
                          int width, double scale) {
    std::vector<bool> shown;
    double needed = 2 * kTableEdge * scale;
    const auto room = [&](std::size_t i) {
        const int wanted = widthOf(columns[i], arrangement.columns[i]);
        return (wanted > 0 ? wanted : columns[i].least) * scale;
    };
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const bool joins = columns[i].joins > 0 && width >= columns[i].joins * scale;
        shown.push_back(arrangement.columns[i].shown.value_or(columns[i].shown || joins));
        needed += shown[i] ? room(i) : 0;
    }
    while (needed > width) {
        std::size_t first = columns.size();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const bool mayGo = shown[i] && columns[i].yields > 0 && !arrangement.columns[i].shown;
            if (mayGo && (first == columns.size() || columns[i].yields > columns[first].yields)) {
                first = i;
            }
        }
        if (first == columns.size()) {
            break;
        }
        shown[first] = false;
        needed -= room(first);
    }
    return shown;
}

int leastOf(const TableColumn& column) {
    return column.bar ? kLeastBar : column.number ? column.width : kLeastText;
}

// Takes `missing` px from columns whose bar or text may be shorter, unless the user has dragged them.
void shrink(std::vector<TableLayout::Place>& places, const std::vector<TableColumn>& columns,
            const TableArrangement& arrangement, int missing, double scale) {
    for (TableLayout::Place& place : places) {
        const auto i = static_cast<std::size_t>(place.column);
        const auto least = static_cast<int>(std::lround(leastOf(columns[i]) * scale));
        if (arrangement.columns[i].width == 0 && place.width > least) {
            const int less = std::min(missing, place.width - least);
            place.width -= less;
            missing -= less;
        }
    }
}

// Of `plenty` px half goes to the bars: a name far away from its numbers is hard to follow.
void lengthenBars(std::vector<TableLayout::Place>& places, const std::vector<TableColumn>& columns,
                  const TableArrangement& arrangement, int plenty) {
    std::vector<TableLayout::Place*> bars;
    for (TableLayout::Place& place : places) {
        const auto i = static_cast<std::size_t>(place.column);
        if (columns[i].bar && columns[i].most == 0 && place.width > 0 && arrangement.columns[i].width == 0) {
            bars.push_back(&place);
        }
    }
    for (TableLayout::Place* bar : bars) {
        bar->width +=
            std::clamp(plenty / 2 / static_cast<int>(bars.size()), 0, (kLongestBar - 1) * bar->width);
    }
}

} // namespace

const TableLayout::Place* TableLayout::at(int x) const {
    for (const Place& place : places) {
        if (x >= place.x && x < place.x + place.width) {
            return &place;
        }
    }
    return nullptr;
}

TableLayout layoutOf(const std::vector<TableColumn>& columns, const TableArrangement& arrangement, int width,
                     double scale) {
    const auto scaled = [scale](int px) { return static_cast<int>(std::lround(px * scale)); };
    const std::vector<bool> fits = fitting(columns, arrangement, width, scale);
    TableLayout layout;
    const int room = width - 2 * scaled(kTableEdge);
    int flexible = 0;
    int least = 0; // of those without a width
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (fits[i]) {
            const int wanted = scaled(widthOf(columns[i], arrangement.columns[i]));
            layout.places.push_back({static_cast<int>(i), 0, wanted});
            flexible += wanted == 0 ? 1 : 0;
            least += wanted == 0 ? scaled(columns[i].least) : 0;
        }
    }
    const auto leftOver = [&] {
        int left = room;
        for (const TableLayout::Place& place : layout.places) {
            left -= place.width;
        }
        return left;
    };
    if (const int missing = least - leftOver(); missing > 0) {
        shrink(layout.places, columns, arrangement, missing, scale);
    }
    int left = leftOver();
    for (TableLayout::Place& place :
         layout.places) { // what one more pixel would not help goes to those that it may
        const auto i = static_cast<std::size_t>(place.column);
        const int more = scaled(columns[i].most) - place.width;
        if (place.width > 0 && arrangement.columns[i].width == 0 && more > 0) {
            const int given = std::clamp(left - flexible * scaled(kPlenty), 0, more);
            place.width += given;
            left -= given;
        }
    }
    lengthenBars(layout.places, columns, arrangement, left - flexible * scaled(kPlenty));
    left = leftOver();
    int x = scaled(kTableEdge);
    for (TableLayout::Place& place : layout.places) {
        if (place.width == 0) {
            place.width =
                std::max(left / flexible, scaled(columns[static_cast<std::size_t>(place.column)].least));
            left -= place.width;
            --flexible;
        }
        place.x = x;
        x += place.width;
    }
    layout.width = x + scaled(kTableEdge);
    return layout;
}

QString arrangementText(const std::vector<TableColumn>& columns, const TableArrangement& arrangement) {
    QStringList changed;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const TableArrangement::Column& column = arrangement.columns[i];
        QStringList marks;
        if (column.shown) {
            marks << (*column.shown ? QStringLiteral("+") : QStringLiteral("-"));
        }
        if (!column.squareRoot) {
            marks << kLinear;
        }
        if (column.width > 0) {
            marks << QLatin1Char('w') + QString::number(column.width);
        }
        if (!marks.isEmpty()) {
            changed << columns[i].key + QLatin1Char(':') + marks.join(QLatin1Char(','));
        }
    }
    return changed.join(QLatin1Char(' '));
}

TableArrangement arrangementOf(const std::vector<TableColumn>& columns, const QString& text) {
    TableArrangement arrangement;
    arrangement.columns.resize(columns.size());
    for (const QString& entry : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString key = entry.section(QLatin1Char(':'), 0, 0);
        const auto at = std::ranges::find(columns, key, &TableColumn::key);
        if (at == columns.end()) {
            continue;
        }
        TableArrangement::Column& column =
            arrangement.columns[static_cast<std::size_t>(at - columns.begin())];
        for (const QString& mark : entry.section(QLatin1Char(':'), 1).split(QLatin1Char(','))) {
            if (mark == QLatin1String("+") || mark == QLatin1String("-")) {
                column.shown = mark == QLatin1String("+");
            } else if (mark == kLinear) {
                column.squareRoot = false;
            } else if (mark.startsWith(QLatin1Char('w'))) {
                column.width = std::clamp(mark.mid(1).toInt(), 0, kTableWidest);
            }
        }
    }
    return arrangement;
}

} // namespace lanes
