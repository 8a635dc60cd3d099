#include "views/shared/table/NamesInView.h"

namespace lanes {
namespace {

constexpr qsizetype kLongest = 256; // longer texts, of hundreds of shapes, would hold up painting

} // namespace

NamesInView::NamesInView(const TableModel& model, const std::vector<TableColumn>& columns,
                         const TableLayout& layout, const std::vector<std::uint32_t>& rows,
                         const Theme& theme) {
    for (const TableLayout::Place& place : layout.places) {
        if (columns[static_cast<std::size_t>(place.column)].number) {
            continue;
        }
        QStringList names;
        for (const std::uint32_t row : rows) {
            const TableCell cell = model.cell(row, place.column, theme);
            const bool counts = cell.elide == Qt::ElideMiddle && cell.text.size() <= kLongest;
            names << (counts ? cell.text : QString());
        }
        parts_[place.column] = partsThatTell(names);
    }
}

TellingPart NamesInView::tells(std::size_t at, int column) const {
    const auto found = parts_.find(column);
    return found != parts_.end() && at < found->second.size() ? found->second[at] : TellingPart();
}

} // namespace lanes
