#include "views/shared/table/NamesInView.h"

namespace lanes {
namespace {

constexpr qsizetype kLongest = 512; // longer texts, of hundreds of shapes, would hold up painting

} // namespace

void NamesInView::look(const TableModel& model, const std::vector<TableColumn>& columns,
                       const TableLayout& layout, const std::vector<std::uint32_t>& rows,
                       const Theme& theme) {
    for (const TableLayout::Place& place : layout.places) {
        if (columns[static_cast<std::size_t>(place.column)].number) {
            continue;
        }
        QStringList texts;
        for (const std::uint32_t row : rows) {
            const TableCell cell = model.cell(row, place.column, theme);
            const bool counts = cell.elide == Qt::ElideMiddle && cell.text.size() <= kLongest;
            texts << (counts ? cell.text : QString());
        }
        Names& names = names_[place.column];
        if (names.parts.empty() || names.texts != texts) {
            names = {texts, partsThatTell(texts)};
        }
    }
}

TellingPart NamesInView::tells(std::size_t at, int column) const {
    const auto found = names_.find(column);
    return found != names_.end() && at < found->second.parts.size() ? found->second.parts[at] : TellingPart();
}

} // namespace lanes
