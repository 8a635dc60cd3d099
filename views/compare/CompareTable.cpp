#include "views/compare/CompareTable.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <functional>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(CompareTable)
};

constexpr int kLeastName = 240;
constexpr std::array<const char*, 6> kStatusTexts{
    QT_TRANSLATE_NOOP("CompareTable", "same"),      QT_TRANSLATE_NOOP("CompareTable", "slower"),
    QT_TRANSLATE_NOOP("CompareTable", "faster"),    QT_TRANSLATE_NOOP("CompareTable", "only in B"),
    QT_TRANSLATE_NOOP("CompareTable", "only in A"), QT_TRANSLATE_NOOP("CompareTable", "not known")};

QString unknownText() {
    return QStringLiteral("\u2013");
}

QString callsText(const DiffRow& row) {
    return row.callsA == row.callsB
               ? countText(row.callsA)
               : countText(row.callsA) + QStringLiteral(" \u2192 ") + countText(row.callsB);
}

int order(std::int64_t a, std::int64_t b) {
    return a < b ? -1 : int(b < a);
}

} // namespace

QString diffStatusText(DiffStatus status) {
    return Words::tr(kStatusTexts[static_cast<std::size_t>(status)]);
}

QString amountText(const std::optional<ProfileMetric>& metric, std::int64_t amount) {
    return metric ? toQString(metric->text(amount)) : durationText(amount);
}

QString deltaText(const std::optional<ProfileMetric>& metric, std::int64_t delta) {
    return delta > 0 ? QLatin1Char('+') + amountText(metric, delta) : amountText(metric, delta);
}

std::vector<TableColumn> compareColumns() {
    return {
        {.key = QStringLiteral("name"), .title = Words::tr("Name"), .least = kLeastName, .number = false},
        {.key = QStringLiteral("calls"), .title = Words::tr("Calls"), .width = 110, .yields = 3},
        {.key = QStringLiteral("a_ns"), .title = QStringLiteral("A"), .width = 88, .yields = 2},
        {.key = QStringLiteral("b_ns"), .title = QStringLiteral("B"), .width = 88, .yields = 2},
        {.key = QStringLiteral("delta_ns"),
         .title = QStringLiteral("B \u2212 A"),
         .width = 96,
         .tip = Words::tr("All rows sum to the difference of the totals")},
        {.key = QStringLiteral("low_ns"),
         .title = Words::tr("less    more"),
         .width = 150,
         .most = 600,
         .yields = 4,
         .tip = Words::tr("The difference as a bar, and what it may be at 95 %")},
        {.key = QStringLiteral("high_ns"),
         .title = QStringLiteral("95 %"),
         .width = 88,
         .yields = 5,
         .tip = Words::tr("The difference may be so much more or less, as steps vary")},
        {.key = QStringLiteral("status"), .title = Words::tr("Verdict"), .width = 92, .number = false},
    };
}

CompareTable::CompareTable(std::shared_ptr<const SessionDiff> diff, const QString& filter)
    : diff_(std::move(diff)) {
    for (std::uint32_t i = 0; i < diff_->rows.size(); ++i) {
        const DiffRow& row = diff_->rows[i];
        if (!filter.isEmpty() && !toQString(row.name).contains(filter, Qt::CaseInsensitive)) {
            continue;
        }
        rows_.push_back(i);
        delta_ += row.delta();
        largest_ = std::max({largest_, std::abs(double(row.delta())), std::abs(double(row.low.value_or(0))),
                             std::abs(double(row.high.value_or(0)))});
    }
}

QColor CompareTable::colorOf(const DiffRow& row, const Theme& theme) {
    switch (row.status) {
    case DiffStatus::Slower:
    case DiffStatus::Added:
        return theme.bad;
    case DiffStatus::Faster:
    case DiffStatus::Removed:
        return theme.good;
    case DiffStatus::Same:
    case DiffStatus::Unknown:
        break;
    }
    return theme.text3;
}

TableCell CompareTable::cell(std::uint32_t index, int column, const Theme& theme) const {
    const DiffRow& row = this->row(index);
    TableCell cell;
    switch (static_cast<CompareColumn>(column)) {
    case CompareColumn::Name:
        cell.text = toQString(row.name).section(QLatin1Char('\n'), 0, 0);
        cell.note = toQString(row.name).section(QLatin1Char('\n'), 1, 1);
        cell.elide = Qt::ElideMiddle;
        break;
    case CompareColumn::Calls:
        cell.text = callsText(row);
        cell.ink = row.callsA == row.callsB ? TableCell::Ink::Text2 : TableCell::Ink::Warn;
        break;
    case CompareColumn::TimeA:
        cell.text = row.status != DiffStatus::Added ? amountText(diff_->metric, row.timeA) : unknownText();
        break;
    case CompareColumn::TimeB:
        cell.text = row.status != DiffStatus::Removed ? amountText(diff_->metric, row.timeB) : unknownText();
        break;
    case CompareColumn::Delta:
        cell.text = deltaText(diff_->metric, row.delta());
        break;
    case CompareColumn::Balance:
        cell.bar = colorOf(row, theme);
        cell.balance = TableBalance{double(row.delta()) / largest_, double(row.low.value_or(0)) / largest_,
                                    double(row.high.value_or(0)) / largest_, row.low.has_value()};
        break;
    case CompareColumn::Bound:
        cell.text = row.high ? QStringLiteral("\u00b1\u2009") + durationText(*row.high - row.delta(), 2)
                             : unknownText();
        cell.ink = TableCell::Ink::Text2;
        break;
    case CompareColumn::Verdict:
        cell.text = diffStatusText(row.status);
        cell.ink = colorOf(row, theme) == theme.bad    ? TableCell::Ink::Bad
                   : colorOf(row, theme) == theme.good ? TableCell::Ink::Good
                                                       : TableCell::Ink::Text3;
        break;
    }
    return cell;
}

int CompareTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    const DiffRow& left = row(a);
    const DiffRow& right = row(b);
    switch (static_cast<CompareColumn>(column)) {
    case CompareColumn::Name:
        return left.name.compare(right.name);
    case CompareColumn::Calls:
        return order(left.callsB, right.callsB);
    case CompareColumn::TimeA:
        return order(left.timeA, right.timeA);
    case CompareColumn::TimeB:
        return order(left.timeB, right.timeB);
    case CompareColumn::Delta:
        return order(std::abs(left.delta()), std::abs(right.delta()));
    case CompareColumn::Balance:
        return order(left.delta(), right.delta());
    case CompareColumn::Bound:
        return order(left.high.value_or(left.delta()) - left.delta(),
                     right.high.value_or(right.delta()) - right.delta());
    case CompareColumn::Verdict:
        break;
    }
    return order(static_cast<int>(left.status), static_cast<int>(right.status));
}

QString CompareTable::exact(std::uint32_t index, int column) const {
    const DiffRow& row = this->row(index);
    const auto known = [](std::optional<TimeNs> time) { return time ? QString::number(*time) : QString(); };
    switch (static_cast<CompareColumn>(column)) {
    case CompareColumn::Name:
        return toQString(row.name);
    case CompareColumn::Calls:
        return callsText(row);
    case CompareColumn::TimeA:
        return QString::number(row.timeA);
    case CompareColumn::TimeB:
        return QString::number(row.timeB);
    case CompareColumn::Delta:
        return QString::number(row.delta());
    case CompareColumn::Balance:
        return known(row.low);
    case CompareColumn::Bound:
        return known(row.high);
    case CompareColumn::Verdict:
        break;
    }
    return toQString(diffStatusKey(row.status));
}

std::uint64_t CompareTable::identity(std::uint32_t index) const {
    return std::hash<std::string>{}(row(index).name);
}

} // namespace lanes
