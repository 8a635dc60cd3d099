#include "views/marks/MarkTable.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(MarkTable)
};

} // namespace

std::vector<TableColumn> markColumns() {
    return {
        {.key = QStringLiteral("name"), .title = Words::tr("Mark"), .least = 200, .number = false},
        {.key = QStringLiteral("start_ns"), .title = Words::tr("At"), .width = 120},
        {.key = QStringLiteral("range_ns"), .title = Words::tr("Length"), .width = 110, .yields = 2},
        {.key = QStringLiteral("from"),
         .title = Words::tr("From"),
         .width = 150,
         .number = false,
         .yields = 1,
         .tip = Words::tr("Yours can be renamed and removed; the recording's stay as they are")},
    };
}

MarkTable::MarkTable(const std::vector<SessionMark>& marks, TimeNs origin, const QString& filter)
    : origin_(origin) {
    std::ranges::copy_if(marks, std::back_inserter(marks_), [&](const SessionMark& mark) {
        return mark.name.contains(filter, Qt::CaseInsensitive);
    });
}

QString MarkTable::titleOf(std::uint32_t row) const {
    return marks_[row].name.isEmpty() ? Words::tr("no name") : marks_[row].name;
}

QString MarkTable::momentOf(std::uint32_t row) const {
    return durationText(marks_[row].range.begin - origin_);
}

QString MarkTable::fromOf(std::uint32_t row) const {
    return marks_[row].isOwn() ? Words::tr("you") : Words::tr("the recording");
}

TableCell MarkTable::cell(std::uint32_t row, int column, const Theme& theme) const {
    const SessionMark& mark = marks_[row];
    TableCell cell;
    switch (static_cast<MarkColumn>(column)) {
    case MarkColumn::Name:
        cell.text = titleOf(row);
        cell.dot = mark.isOwn() ? theme.accent : theme.text3;
        cell.ink = mark.name.isEmpty() ? TableCell::Ink::Text3 : TableCell::Ink::Text;
        cell.elide = Qt::ElideMiddle;
        break;
    case MarkColumn::Begin:
        cell.text = momentOf(row);
        break;
    case MarkColumn::Length:
        cell.text = mark.range.empty() ? QString() : durationText(mark.range.length());
        cell.ink = TableCell::Ink::Text2;
        break;
    case MarkColumn::From:
        cell.text = fromOf(row);
        cell.ink = TableCell::Ink::Text2;
        break;
    }
    return cell;
}

int MarkTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    const auto order = [](const auto& left, const auto& right) {
        return left < right ? -1 : int(right < left);
    };
    const SessionMark& left = marks_[a];
    const SessionMark& right = marks_[b];
    switch (static_cast<MarkColumn>(column)) {
    case MarkColumn::Name:
        return QString::compare(left.name, right.name, Qt::CaseInsensitive);
    case MarkColumn::Begin:
        return order(left.range.begin, right.range.begin);
    case MarkColumn::Length:
        return order(left.range.length(), right.range.length());
    case MarkColumn::From:
        return order(left.isOwn(), right.isOwn());
    }
    return 0;
}

QString MarkTable::exact(std::uint32_t row, int column) const {
    const SessionMark& mark = marks_[row];
    switch (static_cast<MarkColumn>(column)) {
    case MarkColumn::Name:
        return mark.name;
    case MarkColumn::Begin:
        return QString::number(mark.range.begin); // as recorded, as everywhere in files
    case MarkColumn::Length:
        return QString::number(mark.range.length());
    case MarkColumn::From:
        return mark.isOwn() ? QStringLiteral("user") : QStringLiteral("recording");
    }
    return {};
}

} // namespace lanes
