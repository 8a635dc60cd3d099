#include "views/shared/table/TableLayout.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr QLatin1String kLinear("lin");
constexpr int kPlenty = 420; // px at 100 % for a column without a width, before others grow

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
        shown.push_back(arrangement.columns[i].shown.value_or(columns[i].shown));
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
    int left = width - 2 * scaled(kTableEdge);
    int flexible = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (fits[i]) {
            const int wanted = scaled(widthOf(columns[i], arrangement.columns[i]));
            layout.places.push_back({static_cast<int>(i), 0, wanted});
            left -= wanted;
            flexible += wanted == 0 ? 1 : 0;
        }
    }
    for (TableLayout::Place& place :
         layout.places) { // what one more pixel would not help goes to those that it may
        const auto i = static_cast<std::size_t>(place.column);
        const int room = scaled(columns[i].most) - place.width;
        if (place.width > 0 && arrangement.columns[i].width == 0 && room > 0) {
            const int more = std::clamp(left - flexible * scaled(kPlenty), 0, room);
            place.width += more;
            left -= more;
        }
    }
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
