#include "views/advice/AdviceTable.h"

#include "views/shared/text/AdviceText.h"
#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(AdviceTable)
};

bool hasWord(const Finding& finding, const QString& word) {
    const auto contains = [&](std::string_view text) {
        return adviceText(text).contains(word, Qt::CaseInsensitive);
    };
    return contains(finding.title) || contains(finding.rule) || contains(finding.seen) ||
           contains(finding.remedy);
}

} // namespace

std::shared_ptr<const AdviceTable> AdviceTable::make(std::shared_ptr<const AdviceData> data,
                                                     std::vector<Finding> findings, const QString& filter) {
    std::function<bool(const Finding&)> wanted;
    if (!filter.isEmpty()) {
        wanted = [&filter](const Finding& finding) { return hasWord(finding, filter); };
    }
    auto rows =
        std::make_shared<const std::vector<report::AdviceRow>>(report::adviceRows(*data, findings, wanted));
    auto kept = std::make_shared<const std::vector<Finding>>(std::move(findings));
    return std::make_shared<const AdviceTable>(std::move(data), std::move(kept), std::move(rows));
}

AdviceTable::AdviceTable(std::shared_ptr<const AdviceData> data,
                         std::shared_ptr<const std::vector<Finding>> findings,
                         std::shared_ptr<const std::vector<report::AdviceRow>> rows)
    : ReportTable(report::adviceTable(data, findings, rows))
    , data_(std::move(data))
    , findings_(std::move(findings))
    , rows_(std::move(rows)) {}

std::uint32_t AdviceTable::rowOf(std::string_view rule) const {
    for (const std::uint32_t row : report().order) {
        if (finding(row).rule == rule) {
            return row;
        }
    }
    return kNone;
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

// A place has its name, and the line that led to it.
TableCell AdviceTable::cell(std::uint32_t index, int column, const Theme& theme) const {
    TableCell cell = ReportTable::cell(index, column, theme);
    const SliceId place = row(index).place;
    if (!place.valid()) {
        cell.bar = cell.bar.isValid() ? theme.good : cell.bar;
    } else if (column == this->column("title")) {
        cell.text = labelOf(place);
        cell.note =
            Words::tr("%1 at %2").arg(durationText(data_->trace().slice(place).duration, 3), momentOf(place));
        cell.ink = TableCell::Ink::Accent;
    } else if (column == this->column("seen")) {
        cell.text = toQString(row(index).line);
        cell.ink = TableCell::Ink::Text2;
    }
    return cell;
}

} // namespace lanes
