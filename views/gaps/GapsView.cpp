#include "views/gaps/GapsView.h"

#include "views/gaps/GapsPanel.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <utility>

namespace lanes {

GapsView::GapsView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("gap"), tr("Gaps"), tr("Filter gaps"), QStringLiteral("gaps.csv")}, parent)
    , places_(new SegmentedControl(appearance, {tr("Devices"), tr("Streams")}))
    , gapsPanel_(new GapsPanel(appearance, panel(), this)) {
    addGroups(places_);
    places_->setAccessibleName(tr("Gaps of"));
    table().setOpenLevels(0);
    const report::Table columns = report::gapTable(nullptr, nullptr, nullptr);
    setColumns(columnsOf(columns), columnNamed(columns, columns.sortedBy));
    connect(gapsPanel_, &GapsPanel::sliceChosen, this, &GapsView::goTo);
}

void GapsView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        looking_ = false;
        showRows(nullptr);
        return;
    }
    looking_ = true;
    if (!rows_) {
        showRows(nullptr);
    }
    runRows(
        [analyses = state()->analyses(), range = state()->part(),
         of = places_->current() == 0 ? GapsOf::Devices : GapsOf::Streams,
         filter = QString::fromStdString(filterField().filter().text())](
            const std::stop_token& stop) -> std::shared_ptr<const GapTable> {
            const auto gaps = analyses->gaps(stop);
            return gaps ? GapTable::make(analyses->trace(), gapsOfSession(*gaps, range, kMost, of, stop),
                                         filter)
                        : nullptr;
        },
        [this](std::shared_ptr<const GapTable> rows) {
            looking_ = false;
            showRows(std::move(rows));
        });
}

void GapsView::showRows(std::shared_ptr<const GapTable> rows) {
    rows_ = std::move(rows);
    present(rows_, hintText());
}

QString GapsView::hintText() const {
    if (!rows_ || rows_->rows() == 0) {
        return {};
    }
    const QString idle = durationText(rows_->idle());
    return rows_->found() > static_cast<std::int64_t>(rows_->explained())
               ? tr("the longest %1 of %2, %3 in all")
                     .arg(countText(static_cast<std::int64_t>(rows_->explained())), countText(rows_->found()),
                          idle)
               : tr("%n gaps, %1 in all", nullptr, static_cast<int>(rows_->found())).arg(idle);
}

void GapsView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (looking_ || !rows_) {
        empty.setText(tr("Looking for gaps"), tr("Closing the view ends it."));
    } else if (!rows_->hasDevice()) {
        empty.setText(tr("No work of a GPU"),
                      tr("A gap is time in which a GPU had nothing to run. This session holds no GPU work: "
                         "record a program that uses a GPU."));
    } else if (rows_->explained() > 0) {
        empty.setText(tr("No gap matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else if (state()->part()) {
        empty.setText(
            tr("No gaps in this range"),
            tr("Between the first and the last work in it something always ran; choose the whole session "
               "to see those outside."));
    } else {
        empty.setText(tr("No gaps"), tr("Between the first and the last work something always ran."));
    }
}

void GapsView::showRow(std::uint32_t row) {
    gapsPanel_->show(*rows_, row);
}

void GapsView::chooseRow(std::uint32_t row, bool go) {
    if (!rows_ || row >= rows_->rows() || state() == nullptr) {
        return;
    }
    if (const WaitStretch* stretch = rows_->stretch(row); stretch != nullptr && stretch->proof.valid()) {
        if (go) {
            goTo(stretch->proof);
        } else {
            state()->select(stretch->proof);
        }
        return;
    }
    // of a whole device: what ended its gap is on a stream that stood still as well
    const SessionGap& gap = rows_->gap(row);
    const WaitStretch* part = rows_->stretch(row);
    const TimeRange range = part != nullptr ? part->range : gap.gap.range;
    const TimeNs middle = range.begin + range.length() / 2;
    const TrackId track = gap.track.valid() ? gap.track : rows_->trace().slice(gap.gap.after).track;
    if (go) {
        state()->goToMoment(middle);
        state()->setVisible({range.begin - range.length() / 2, range.end + range.length() / 2});
    }
    state()->selectSpot({Spot::Kind::Gap, middle, track, 0});
}

} // namespace lanes
