#include "views/gaps/GapTable.h"

#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"
#include "views/shared/text/WaitText.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(GapTable)
};

} // namespace

std::shared_ptr<const GapTable> GapTable::make(std::shared_ptr<const Trace> trace, SessionGaps gaps,
                                               const QString& filter) {
    const auto has = [&filter](const QString& text) { return text.contains(filter, Qt::CaseInsensitive); };
    const auto named = [&](SliceId slice) {
        return slice.valid() && has(toQString(trace->text(trace->slice(slice).name)));
    };
    std::function<bool(const SessionGap&)> wanted;
    if (!filter.isEmpty()) {
        wanted = [&](const SessionGap& gap) {
            return has(placeText(*trace, gap)) || named(gap.gap.after) || named(gap.gap.before) ||
                   named(gap.op) || std::ranges::any_of(gap.causes, [&](const WaitStretch& stretch) {
                       return has(waitText(stretch.cause)) || named(stretch.proof);
                   });
        };
    }
    auto rows = std::make_shared<const std::vector<report::GapRow>>(report::gapRows(gaps, wanted));
    auto kept = std::make_shared<const SessionGaps>(std::move(gaps));
    return std::make_shared<const GapTable>(std::move(trace), std::move(kept), std::move(rows));
}

GapTable::GapTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const SessionGaps> gaps,
                   std::shared_ptr<const std::vector<report::GapRow>> rows)
    : ReportTable(report::gapTable(trace, gaps, rows))
    , trace_(std::move(trace))
    , gaps_(std::move(gaps))
    , rows_(std::move(rows)) {
    const bool streams =
        std::ranges::any_of(gaps_->largest, [](const SessionGap& g) { return g.track.valid(); });
    for (const StreamIdle& stream : gaps_->streams) {
        found_ += streams ? stream.gaps : 0;
        idle_ += streams ? stream.idle : 0;
    }
    for (const DeviceIdle& device : gaps_->devices) {
        found_ += streams ? 0 : device.gaps;
        idle_ += streams ? 0 : device.idle;
    }
}

QString GapTable::placeText(const Trace& trace, const SessionGap& gap) {
    const Track& track = trace.tracks()[trace.slice(gap.gap.after).track.value];
    const Process& process = trace.processes()[track.process.value];
    QString where = gap.track.valid() ? trackName(trace, gap.track) : Words::tr("the whole device");
    if (process.deviceIndex >= 0) {
        where = Words::tr("GPU %1, %2").arg(process.deviceIndex).arg(where);
    }
    return process.rank >= 0 ? Words::tr("Rank %1, %2").arg(process.rank).arg(where) : where;
}

const WaitStretch* GapTable::stretch(std::uint32_t row) const {
    const std::uint32_t stretch = (*rows_)[row].stretch;
    return stretch == report::GapRow::kWhole ? nullptr : &gap(row).causes[stretch];
}

WaitCause GapTable::cause(std::uint32_t row) const {
    const WaitStretch* part = stretch(row);
    return part != nullptr ? part->cause : mainCause(gap(row).causes);
}

SliceId GapTable::sliceIn(std::uint32_t row, int column) const {
    return column == this->column("proof")                              ? proofOf(*gaps_, (*rows_)[row])
           : column == this->column("after") && stretch(row) == nullptr ? gap(row).gap.after
                                                                        : SliceId();
}

// Of a gap its place, of a stretch its cause and its part of the gap. Events have their labels.
TableCell GapTable::cell(std::uint32_t row, int column, const Theme& theme) const {
    TableCell cell = ReportTable::cell(row, column, theme);
    const WaitStretch* part = stretch(row);
    if (column == this->column("stream")) {
        cell.text = part == nullptr ? place(row) : waitText(part->cause);
        cell.ink = part == nullptr ? TableCell::Ink::Text : TableCell::Ink::Text2;
    } else if (const SliceId slice = sliceIn(row, column); slice.valid()) {
        cell.text = sliceLabel(*trace_, slice);
    } else if (column == this->column("cause") && part != nullptr) {
        cell.text = Words::tr("%1 of the gap")
                        .arg(percentText(double(part->range.length()) / double(gap(row).gap.range.length())));
        cell.dot = QColor();
        cell.ink = TableCell::Ink::Text2;
    }
    return cell;
}

} // namespace lanes
