#include "views/advice/AdviceTable.h"

#include "views/shared/text/AdviceText.h"
#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(AdviceTable)
};

constexpr int kLeastTitle = 320;
constexpr int kLeastSeen = 260;

template<class Value>
int order(const Value& a, const Value& b) {
    return a < b ? -1 : int(b < a);
}

bool hasWord(const Finding& finding, const QString& word) {
    const auto contains = [&](std::string_view text) {
        return adviceText(text).contains(word, Qt::CaseInsensitive);
    };
    return contains(finding.title) || contains(finding.rule) || contains(finding.seen) ||
           contains(finding.remedy);
}

} // namespace

QString savingBounds(const Finding& finding) {
    return Words::tr("%1 to %2").arg(durationText(finding.saves.low, 3), durationText(finding.saves.high, 3));
}

std::vector<TableColumn> adviceColumns() {
    return {
        {.key = QStringLiteral("finding"),
         .title = Words::tr("Recommendation"),
         .least = kLeastTitle,
         .number = false},
        {.key = QStringLiteral("saves_ns"),
         .title = Words::tr("Saves"),
         .width = 150,
         .most = 220,
         .bar = true,
         .tip = Words::tr("In each step; in the whole range where there are no steps")},
        {.key = QStringLiteral("bounds"),
         .title = Words::tr("At least, at most"),
         .width = 150,
         .yields = 2,
         .tip = Words::tr("Bounds of the saving")},
        {.key = QStringLiteral("share"),
         .title = Words::tr("Share"),
         .width = 72,
         .tip = Words::tr("Part of the step that it saves")},
        {.key = QStringLiteral("confidence"),
         .title = Words::tr("Confidence"),
         .width = 96,
         .yields = 1,
         .tip = Words::tr("Confidence that this cost the time")},
        {.key = QStringLiteral("seen"),
         .title = Words::tr("What was seen"),
         .least = kLeastSeen,
         .number = false,
         .yields = 3},
    };
}

AdviceTable::AdviceTable(std::shared_ptr<const AdviceData> data, std::vector<Finding> findings,
                         const QString& filter)
    : data_(std::move(data))
    , findings_(std::move(findings)) {
    for (std::uint32_t i = 0; i < findings_.size(); ++i) {
        const Finding& finding = findings_[i];
        if (!filter.isEmpty() && !hasWord(finding, filter)) {
            continue;
        }
        most_ = std::max(most_, finding.saves.best);
        const std::uint32_t head = rows();
        rows_.push_back({i, {}, {}, kNone});
        for (const SliceId place : finding.where) {
            rows_.push_back({i, place, toQString(data_->textOfLine(data_->lineOf(place))), head});
        }
    }
}

std::uint32_t AdviceTable::rowOf(std::string_view rule) const {
    const auto found = std::ranges::find_if(
        rows_, [&](const Row& row) { return !row.place.valid() && findings_[row.finding].rule == rule; });
    return found != rows_.end() ? static_cast<std::uint32_t>(found - rows_.begin()) : kNone;
}

QString AdviceTable::nameOf(SliceId place) const {
    return toQString(data_->trace().text(data_->trace().slice(place).name));
}

QString AdviceTable::labelOf(SliceId place) const {
    return sliceLabel(data_->trace(), place);
}

QString AdviceTable::momentOf(SliceId place) const {
    return durationText(data_->trace().slice(place).start - data_->trace().span().begin);
}

QStringList AdviceTable::notRecorded() const {
    QStringList missing;
    const auto note = [&](bool recorded, const QString& what) {
        if (!recorded) {
            missing << what;
        }
    };
    note(data_->hasDevice(), Words::tr("work of a GPU"));
    note(!data_->operators().steps.empty(), Words::tr("steps"));
    note(data_->hasLines(), Words::tr("Python stacks"));
    note(!data_->memory().devices().empty(), Words::tr("memory"));
    return missing;
}

TableCell AdviceTable::placeCell(const Row& row, AdviceColumn column) const {
    TableCell cell;
    if (column == AdviceColumn::Finding) {
        cell.text = labelOf(row.place);
        cell.ink = TableCell::Ink::Accent;
        cell.elide = Qt::ElideMiddle;
    } else if (column == AdviceColumn::Bounds) {
        cell.text = Words::tr("%1 at %2")
                        .arg(durationText(data_->trace().slice(row.place).duration, 3), momentOf(row.place));
        cell.ink = TableCell::Ink::Text2;
    } else if (column == AdviceColumn::Seen) {
        cell.text = row.line;
        cell.ink = TableCell::Ink::Text2;
    }
    return cell;
}

TableCell AdviceTable::cell(std::uint32_t index, int columnIndex, const Theme& theme) const {
    const auto column = static_cast<AdviceColumn>(columnIndex);
    if (rows_[index].place.valid()) {
        return placeCell(rows_[index], column);
    }
    const Finding& finding = this->finding(index);
    TableCell cell;
    switch (column) {
    case AdviceColumn::Finding:
        cell.text = adviceText(finding.title);
        break;
    case AdviceColumn::Saves:
        cell.text = durationText(finding.saves.best);
        cell.bar = theme.good;
        cell.share = double(finding.saves.best) / double(most_);
        break;
    case AdviceColumn::Bounds:
        cell.text = savingBounds(finding);
        cell.ink = TableCell::Ink::Text2;
        break;
    case AdviceColumn::Share:
        cell.text = percentText(finding.share);
        break;
    case AdviceColumn::Confidence:
        cell.text = percentText(finding.confidence, 0);
        cell.meter = finding.confidence;
        cell.ink = TableCell::Ink::Text2;
        break;
    case AdviceColumn::Seen:
        cell.text = adviceText(finding.seen);
        cell.ink = TableCell::Ink::Text2;
        break;
    }
    return cell;
}

int AdviceTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    if (rows_[a].place.valid() || rows_[b].place.valid()) {
        return 0; // places stay as they are: what costs most first
    }
    const Finding& left = finding(a);
    const Finding& right = finding(b);
    switch (static_cast<AdviceColumn>(column)) {
    case AdviceColumn::Finding:
        return order(left.title, right.title);
    case AdviceColumn::Saves:
        return order(left.saves.best, right.saves.best);
    case AdviceColumn::Bounds:
        return order(left.saves.high, right.saves.high);
    case AdviceColumn::Share:
        return order(left.share, right.share);
    case AdviceColumn::Confidence:
        return order(left.confidence, right.confidence);
    case AdviceColumn::Seen:
        break;
    }
    return order(left.seen, right.seen);
}

QString AdviceTable::exact(std::uint32_t index, int columnIndex) const {
    const Row& row = rows_[index];
    const auto column = static_cast<AdviceColumn>(columnIndex);
    if (row.place.valid()) {
        return column == AdviceColumn::Finding ? nameOf(row.place)
               : column == AdviceColumn::Seen  ? row.line
                                               : QString();
    }
    const Finding& finding = this->finding(index);
    switch (column) {
    case AdviceColumn::Finding:
        return adviceText(finding.title);
    case AdviceColumn::Saves:
        return QString::number(finding.saves.best);
    case AdviceColumn::Bounds:
        return QStringLiteral("%1..%2").arg(finding.saves.low).arg(finding.saves.high);
    case AdviceColumn::Share:
        return QString::number(finding.share);
    case AdviceColumn::Confidence:
        return QString::number(finding.confidence);
    case AdviceColumn::Seen:
        break;
    }
    return adviceText(finding.seen);
}

std::uint64_t AdviceTable::identity(std::uint32_t index) const {
    const Row& row = rows_[index];
    return std::hash<std::string_view>{}(findings_[row.finding].rule) ^
           (row.place.valid() ? (std::uint64_t(row.place.value) + 1) << 20 : 0);
}

} // namespace lanes
