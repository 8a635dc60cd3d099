#include "views/gaps/GapTable.h"

#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"
#include "views/shared/text/WaitText.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(GapTable)
};

constexpr int kLeastWhere = 180;
constexpr int kLeastProof = 200;
constexpr int kLeastUntil = 160;

template<class Value>
int order(const Value& a, const Value& b) {
    return a < b ? -1 : int(b < a);
}

} // namespace

std::vector<TableColumn> gapColumns() {
    return {
        {.key = QStringLiteral("where"),
         .title = Words::tr("Nothing ran on"),
         .least = kLeastWhere,
         .number = false},
        {.key = QStringLiteral("range_ns"),
         .title = Words::tr("Length"),
         .width = 150,
         .most = 240,
         .bar = true},
        {.key = QStringLiteral("cause"),
         .title = Words::tr("Most likely"),
         .width = 216,
         .most = 260,
         .number = false,
         .tip = Words::tr("Cause of most of the gap")},
        {.key = QStringLiteral("confidence"),
         .title = Words::tr("Confidence"),
         .width = 88,
         .yields = 1,
         .tip = Words::tr("Confidence that this is the cause")},
        {.key = QStringLiteral("proof"),
         .title = Words::tr("Evidence"),
         .least = kLeastProof,
         .number = false,
         .yields = 2,
         .tip = Words::tr("The longest event that shows it; Enter goes there")},
        {.key = QStringLiteral("start_ns"), .title = Words::tr("Begins at"), .width = 96, .yields = 3},
        {.key = QStringLiteral("after"),
         .title = Words::tr("Until"),
         .least = kLeastUntil,
         .number = false,
         .yields = 4,
         .tip = Words::tr("First work after the gap")},
    };
}

GapTable::GapTable(std::shared_ptr<const Trace> trace, SessionGaps gaps, const QString& filter)
    : trace_(std::move(trace))
    , gaps_(std::move(gaps)) {
    const bool streams =
        std::ranges::any_of(gaps_.largest, [](const SessionGap& g) { return g.track.valid(); });
    for (const StreamIdle& stream : gaps_.streams) {
        found_ += streams ? stream.gaps : 0;
        idle_ += streams ? stream.idle : 0;
    }
    for (const DeviceIdle& device : gaps_.devices) {
        found_ += streams ? 0 : device.gaps;
        idle_ += streams ? 0 : device.idle;
    }
    for (std::uint32_t gap = 0; gap < gaps_.largest.size(); ++gap) {
        add(gap, filter);
    }
}

void GapTable::add(std::uint32_t index, const QString& filter) {
    const SessionGap& gap = gaps_.largest[index];
    const QString where = whereOf(gap);
    const auto has = [&](const QString& text) { return text.contains(filter, Qt::CaseInsensitive); };
    const bool wanted = filter.isEmpty() || has(where) || has(nameOf(gap.gap.after)) ||
                        has(nameOf(gap.gap.before)) || has(nameOf(gap.op)) ||
                        std::ranges::any_of(gap.causes, [&](const WaitStretch& stretch) {
                            return has(waitText(stretch.cause)) || has(nameOf(stretch.proof));
                        });
    if (!wanted) {
        return;
    }
    longest_ = std::max(longest_, gap.gap.range.length());
    const std::uint32_t head = rows();
    rows_.push_back({index, kWhole, kNone, where});
    for (std::uint32_t stretch = 0; stretch < gap.causes.size(); ++stretch) {
        rows_.push_back({index, stretch, head, {}});
    }
}

QString GapTable::whereOf(const SessionGap& gap) const {
    const Track& track = trace_->tracks()[trace_->slice(gap.gap.after).track.value];
    const Process& process = trace_->processes()[track.process.value];
    QString where = gap.track.valid() ? trackName(*trace_, gap.track) : Words::tr("the whole device");
    if (process.deviceIndex >= 0) {
        where = Words::tr("GPU %1, %2").arg(process.deviceIndex).arg(where);
    }
    return process.rank >= 0 ? Words::tr("Rank %1, %2").arg(process.rank).arg(where) : where;
}

const WaitStretch* GapTable::stretch(std::uint32_t row) const {
    return rows_[row].stretch == kWhole ? nullptr : &gap(row).causes[rows_[row].stretch];
}

TimeRange GapTable::range(std::uint32_t row) const {
    const WaitStretch* part = stretch(row);
    return part != nullptr ? part->range : gap(row).gap.range;
}

WaitCause GapTable::cause(std::uint32_t row) const {
    const WaitStretch* part = stretch(row);
    return part != nullptr ? part->cause : mainCause(gap(row).causes);
}

double GapTable::confidence(std::uint32_t row) const {
    if (const WaitStretch* part = stretch(row)) {
        return double(part->confidence);
    }
    double sum = 0;
    for (const WaitStretch& part : gap(row).causes) {
        sum += double(part.confidence) * double(part.range.length());
    }
    return sum / double(std::max<TimeNs>(gap(row).gap.range.length(), 1));
}

SliceId GapTable::proof(std::uint32_t row) const {
    if (const WaitStretch* part = stretch(row)) {
        return part->proof;
    }
    const WaitStretch* longest = nullptr;
    for (const WaitStretch& part : gap(row).causes) {
        if (part.cause == cause(row) && part.proof.valid() &&
            (longest == nullptr || part.range.length() > longest->range.length())) {
            longest = &part;
        }
    }
    return longest != nullptr ? longest->proof : SliceId();
}

QString GapTable::nameOf(SliceId slice) const {
    return slice.valid() ? toQString(trace_->text(trace_->slice(slice).name)) : QString();
}

QString GapTable::labelOf(SliceId slice) const {
    return slice.valid() ? sliceLabel(*trace_, slice) : QString();
}

QString GapTable::momentOf(TimeNs time) const {
    return durationText(time - trace_->span().begin);
}

TableCell GapTable::cell(std::uint32_t index, int column, const Theme& theme) const {
    const bool whole = stretch(index) == nullptr;
    TableCell cell;
    switch (static_cast<GapColumn>(column)) {
    case GapColumn::Where:
        cell.text = whole ? rows_[index].where : waitText(cause(index));
        cell.elide = Qt::ElideMiddle;
        cell.ink = whole ? TableCell::Ink::Text : TableCell::Ink::Text2;
        break;
    case GapColumn::Length:
        cell.text = durationText(range(index).length());
        cell.bar = waitColor(theme, cause(index));
        cell.bar = cell.bar.isValid() ? cell.bar : theme.text3;
        cell.share = double(range(index).length()) / double(longest_);
        break;
    case GapColumn::Cause:
        cell.text = whole ? waitText(cause(index))
                          : Words::tr("%1 of the gap")
                                .arg(percentText(double(range(index).length()) /
                                                 double(gap(index).gap.range.length())));
        cell.dot = !whole                               ? QColor()
                   : cause(index) == WaitCause::Unknown ? theme.text3
                                                        : waitColor(theme, cause(index));
        cell.ink = whole ? TableCell::Ink::Text : TableCell::Ink::Text2;
        break;
    case GapColumn::Sure:
        cell.text = percentText(confidence(index), 0);
        cell.meter = confidence(index);
        cell.ink = TableCell::Ink::Text2;
        break;
    case GapColumn::Proof:
        cell.text = proof(index).valid() ? labelOf(proof(index)) : Words::tr("nothing recorded");
        cell.ink = proof(index).valid() ? TableCell::Ink::Accent : TableCell::Ink::Text3;
        cell.elide = Qt::ElideMiddle;
        break;
    case GapColumn::Begin:
        cell.text = momentOf(range(index).begin);
        cell.ink = TableCell::Ink::Text2;
        break;
    case GapColumn::Until:
        cell.text = whole ? labelOf(gap(index).gap.after) : QString();
        cell.elide = Qt::ElideMiddle;
        cell.ink = TableCell::Ink::Text2;
        break;
    }
    return cell;
}

int GapTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    switch (static_cast<GapColumn>(column)) {
    case GapColumn::Where:
        return order(rows_[a].where, rows_[b].where);
    case GapColumn::Length:
        return order(range(a).length(), range(b).length());
    case GapColumn::Cause:
        return order(waitText(cause(a)), waitText(cause(b)));
    case GapColumn::Sure:
        return order(confidence(a), confidence(b));
    case GapColumn::Proof:
        return order(nameOf(proof(a)), nameOf(proof(b)));
    case GapColumn::Begin:
        return order(range(a).begin, range(b).begin);
    case GapColumn::Until:
        break;
    }
    return order(nameOf(gap(a).gap.after), nameOf(gap(b).gap.after));
}

QString GapTable::exact(std::uint32_t index, int column) const {
    switch (static_cast<GapColumn>(column)) {
    case GapColumn::Where:
        return rows_[stretch(index) == nullptr ? index : rows_[index].parent].where;
    case GapColumn::Length:
        return QString::number(range(index).length());
    case GapColumn::Cause:
        return toQString(waitCauseKey(cause(index)));
    case GapColumn::Sure:
        return QString::number(confidence(index), 'f', 2);
    case GapColumn::Proof:
        return nameOf(proof(index));
    case GapColumn::Begin:
        return QString::number(range(index).begin);
    case GapColumn::Until:
        break;
    }
    return nameOf(gap(index).gap.after);
}

std::uint64_t GapTable::identity(std::uint32_t index) const {
    const std::uint64_t place = gap(index).track.valid() ? std::uint64_t(gap(index).track.value) + 1 : 0;
    const std::uint64_t part = rows_[index].stretch == kWhole ? 0 : std::uint64_t(rows_[index].stretch) + 1;
    return std::hash<TimeNs>{}(gap(index).gap.range.begin) ^ (place << 48) ^ (part << 24);
}

} // namespace lanes
