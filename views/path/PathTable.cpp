#include "views/path/PathTable.h"

#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(PathTable)
};

constexpr int kLeastName = 280;
constexpr std::array<const char*, kPathKinds> kKindTexts{
    QT_TRANSLATE_NOOP("PathTable", "Host"),        QT_TRANSLATE_NOOP("PathTable", "Launch"),
    QT_TRANSLATE_NOOP("PathTable", "Kernel"),      QT_TRANSLATE_NOOP("PathTable", "Copy"),
    QT_TRANSLATE_NOOP("PathTable", "Sync"),        QT_TRANSLATE_NOOP("PathTable", "Collective"),
    QT_TRANSLATE_NOOP("PathTable", "Not recorded")};

int order(std::int64_t a, std::int64_t b) {
    return a < b ? -1 : int(b < a);
}

} // namespace

QString pathKindText(PathKind kind) {
    return Words::tr(kKindTexts[static_cast<std::size_t>(kind)]);
}

QColor pathKindColor(PathKind kind, const Theme& theme) {
    static constexpr std::array<Hue, kPathKinds> kHues{
        Hue::Operator, Hue::Runtime, Hue::Gemm, Hue::Copy, Hue::Sync, Hue::Communication, Hue::Other};
    return kind == PathKind::Gap ? theme.track : theme.hueColor(kHues[static_cast<std::size_t>(kind)]);
}

std::vector<TableColumn> pathColumns() {
    return {
        {.key = QStringLiteral("name"),
         .title = Words::tr("On the path"),
         .least = kLeastName,
         .number = false},
        {.key = QStringLiteral("time_ns"),
         .title = Words::tr("Time"),
         .width = 170,
         .most = 300,
         .bar = true,
         .tip = Words::tr("Time on the path; all rows by kind sum to the range")},
        {.key = QStringLiteral("share"), .title = Words::tr("Share"), .width = 72},
        {.key = QStringLiteral("segments"),
         .title = Words::tr("Segments"),
         .width = 88,
         .yields = 2,
         .tip = Words::tr("How often the path goes through it")},
        {.key = QStringLiteral("slack_ns"),
         .title = Words::tr("Slack"),
         .width = 96,
         .yields = 1,
         .tip = Words::tr("So much less, and something else would decide")},
    };
}

PathTable::PathTable(std::shared_ptr<const FoundPath> found, std::vector<PathRow> rows, PathBy by,
                     const QString& filter)
    : found_(std::move(found))
    , by_(by) {
    for (PathRow& row : rows) {
        if (filter.isEmpty() || toQString(row.name).contains(filter, Qt::CaseInsensitive)) {
            longest_ = std::max(longest_, row.time);
            rows_.push_back(std::move(row));
        }
    }
}

QString PathTable::nameOf(std::uint32_t index) const {
    const PathRow& row = rows_[index];
    return by_ == PathBy::Kind     ? pathKindText(*row.kind)
           : !row.name.empty()     ? toQString(row.name)
           : by_ == PathBy::Module ? Words::tr("in no module")
                                   : Words::tr("not recorded");
}

QString PathTable::labelOf(std::uint32_t index) const {
    const std::string& name = rows_[index].name;
    return by_ == PathBy::Name && !name.empty() ? frameLabel(name) : nameOf(index);
}

QColor PathTable::colorOf(std::uint32_t index, const Theme& theme) const {
    const PathRow& row = rows_[index];
    if (by_ == PathBy::Kind) {
        return pathKindColor(*row.kind, theme);
    }
    const Trace& trace = found_->graph->traceOf(row.longest.place);
    return theme.hueColor(by_ == PathBy::Name ? trace.slice(row.longest.slice).hue : Hue::Range);
}

TableCell PathTable::cell(std::uint32_t index, int column, const Theme& theme) const {
    const PathRow& row = rows_[index];
    TableCell cell;
    switch (static_cast<PathColumn>(column)) {
    case PathColumn::Name:
        cell.text = labelOf(index);
        cell.dot = colorOf(index, theme);
        cell.elide = Qt::ElideMiddle;
        cell.note = by_ == PathBy::Name ? pathKindText(*row.kind) : QString();
        cell.ink = row.name.empty() ? TableCell::Ink::Text3 : TableCell::Ink::Text;
        break;
    case PathColumn::Time:
        cell.text = durationText(row.time);
        cell.bar = colorOf(index, theme);
        cell.share = double(row.time) / double(longest_);
        break;
    case PathColumn::Share:
        cell.text = percentText(double(row.time) / double(std::max<TimeNs>(total(), 1)));
        break;
    case PathColumn::Visits:
        cell.text = countText(row.segments);
        cell.ink = TableCell::Ink::Text2;
        break;
    case PathColumn::Slack:
        cell.text = row.slack ? durationText(*row.slack) : QStringLiteral("\u2013");
        cell.ink = row.slack ? TableCell::Ink::Text2 : TableCell::Ink::Text3;
        break;
    }
    return cell;
}

int PathTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    const PathRow& left = rows_[a];
    const PathRow& right = rows_[b];
    switch (static_cast<PathColumn>(column)) {
    case PathColumn::Name:
        return nameOf(a).compare(nameOf(b));
    case PathColumn::Time:
    case PathColumn::Share:
        return order(left.time, right.time);
    case PathColumn::Visits:
        return order(left.segments, right.segments);
    case PathColumn::Slack:
        break;
    }
    return order(left.slack.value_or(-1), right.slack.value_or(-1));
}

QString PathTable::exact(std::uint32_t index, int column) const {
    const PathRow& row = rows_[index];
    switch (static_cast<PathColumn>(column)) {
    case PathColumn::Name:
        return by_ == PathBy::Name ? toQString(pathKindKey(*row.kind)) + QLatin1Char(' ') + nameOf(index)
                                   : nameOf(index);
    case PathColumn::Time:
        return QString::number(row.time);
    case PathColumn::Share:
        return QString::number(double(row.time) / double(std::max<TimeNs>(total(), 1)));
    case PathColumn::Visits:
        return QString::number(row.segments);
    case PathColumn::Slack:
        break;
    }
    return row.slack ? QString::number(*row.slack) : QString();
}

std::uint64_t PathTable::identity(std::uint32_t index) const {
    const PathRow& row = rows_[index];
    return std::hash<std::string>{}(row.name) * kPathKinds +
           static_cast<std::uint64_t>(row.kind.value_or(PathKind::Host));
}

} // namespace lanes
