#include "views/shared/table/TableLayout.h"

#include <algorithm>
#include <cmath>

namespace lanes {

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
    TableLayout layout;
    int fixed = 2 * scaled(kTableEdge);
    int flexible = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const TableArrangement::Column& chosen = arrangement.columns[i];
        if (chosen.shown) {
            const int wanted = scaled(chosen.width > 0 ? chosen.width : columns[i].width);
            layout.places.push_back({static_cast<int>(i), 0, wanted});
            fixed += wanted;
            flexible += wanted == 0 ? 1 : 0;
        }
    }
    int left = width - fixed;
    int x = scaled(kTableEdge);
    for (TableLayout::Place& place : layout.places) {
        if (place.width == 0) {
            place.width = std::max(left / flexible, scaled(kTableFlexible));
            left -= place.width;
            --flexible;
        }
        place.x = x;
        x += place.width;
    }
    layout.width = x + scaled(kTableEdge);
    return layout;
}

} // namespace lanes
