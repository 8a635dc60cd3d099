// Where the rows stand: their heights, scrolling, its bar, and bringing an event into view.
#include "views/shared/text/Text.h"
#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/canvas/TimelineParts.h"
#include "views/timeline/rows/RowLayout.h"
#include "views/timeline/rows/SpotAt.h"

#include <algorithm>
#include <cmath>

namespace lanes {

void TimelineCanvas::scrollBy(int logicalPixels) {
    const int before = scroll_;
    scroll_ += static_cast<int>(std::lround(logicalPixels * picture_.metrics().dpr));
    clampScroll();
    if (scroll_ != before) {
        requestList(); // rows further down may not be prepared yet
        repaintRows();
    }
}

const DrawRow* TimelineCanvas::drawn(int row) const {
    if (!list_) {
        return nullptr;
    }
    const auto found = std::ranges::find_if(
        list_->rows, [row](const DrawRow& r) { return r.row == row && r.outerFrames.empty(); });
    return found != list_->rows.end() ? &*found : nullptr;
}

double TimelineCanvas::pitchAt(int height) const {
    const DrawRow* row = drawn(pressedRow_);
    const Metrics m = picture_.metrics();
    const double pitch =
        row != nullptr ? (height - 2. * row->inset) / row->levels / (m.dpr * m.fontScale) : 0;
    return std::clamp(pitch, RowSettings::kLowest, RowSettings::kHighest);
}

// The row follows the mouse; it is kept when the mouse lets go.
void TimelineCanvas::dragHeight(int height) {
    const TimelineRow& row = rows_->rows()[static_cast<std::size_t>(pressedRow_)];
    RowSettings settings = settings_;
    RowSettings::Choice choice = choiceOf(settings, row);
    choice.pitch = pitchAt(height);
    settings.choices.insert(row.key, choice);
    setSettings(std::move(settings));
}

void TimelineCanvas::changeHeight(int row, double factor) {
    if (const DrawRow* drawnRow = drawn(row);
        drawnRow != nullptr && isResizable(rows_->rows()[static_cast<std::size_t>(row)])) {
        pressedRow_ = row;
        const double wanted = pitchAt(drawnRow->height);
        // At least a pixel: low levels would not change at all.
        const double pitch =
            factor > 1 ? std::max(wanted * factor, wanted + 1) : std::min(wanted * factor, wanted - 1);
        Q_EMIT rowResized(row, std::clamp(pitch, RowSettings::kLowest, RowSettings::kHighest));
    }
}

// Pans to its middle where it is not wholly in view; zooms out only if it is wider than the picture.
void TimelineCanvas::showRange(TimeRange range) {
    TimeRange visible = state_.visible();
    const TimeNs middle = range.begin + range.length() / 2;
    if (range.length() > visible.length()) {
        visible = zoomed(range, middle, 1.2, ViewState::kShortest);
    } else if (range.begin < visible.begin || range.end > visible.end) {
        visible = shifted(visible, middle - (visible.begin + visible.length() / 2));
    }
    state_.setVisible(visible);
}

void TimelineCanvas::bringSpotIntoView(const Spot& spot) {
    if (const auto place = rows_ ? lanes::placeOf(*rows_, spot) : std::nullopt) {
        showRange(place->range);
        scrollToRow(place->row);
    }
}

void TimelineCanvas::bringIntoView(SliceId id) {
    if (!rows_ || !rows_->trace().has(id)) {
        return;
    }
    const Trace::Slice slice = rows_->trace().slice(id);
    showRange({slice.start, slice.end()});
    if (const auto rect =
            list_ ? sliceRect(*list_, picture_.geometry(), scale(), scroll_, id) : std::nullopt) {
        const QRect rows = picture_.geometry().rows();
        const int above = rows.top() + list_->pinnedHeight - rect->top();
        const int below = rect->bottom() - rows.bottom();
        const int by = above > 0 ? -above - rows.height() / 3 : below > 0 ? below + rows.height() / 3 : 0;
        scrollBy(static_cast<int>(by / picture_.metrics().dpr));
    }
}

// What a screen reader says of the timeline: the selected event.
void TimelineCanvas::describeSelection() {
    QString text;
    if (rows_ && rows_->trace().has(state_.selection())) {
        const Trace::Slice slice = rows_->trace().slice(state_.selection());
        const auto lane = rows_->lod()->laneOf(state_.selection());
        const int row = lane ? rows_->rowOfLane(*lane) : -1;
        text = tr("%1, %2, %3")
                   .arg(kindText(slice.kind), toQString(rows_->trace().text(slice.name)),
                        durationText(slice.duration));
        text +=
            row >= 0 ? tr(", in row %1").arg(rows_->rows()[static_cast<std::size_t>(row)].label) : QString();
    }
    if (spot_ && state_.spot()->kind == Spot::Kind::Instant) {
        const PointTable& points = rows_->trace().points();
        text = tr("Instant, %1, in row %2")
                   .arg(toQString(rows_->trace().text(points.name[state_.spot()->index])),
                        rows_->rows()[static_cast<std::size_t>(spot_->row)].label);
    }
    if (text.isEmpty() && rows_ && ledRow() >= 0) {
        text = tr("Row %1").arg(rows_->rows()[static_cast<std::size_t>(ledRow())].label);
    }
    if (text != accessibleDescription()) {
        setAccessibleDescription(text);
        parts_->sayCurrent();
    }
}

QRect TimelineCanvas::scrollHandle() const {
    const TimelineGeometry& geometry = picture_.geometry();
    const int room = geometry.rowsHeight() - (list_ ? list_->pinnedHeight : 0);
    if (!list_ || list_->contentHeight <= room || room <= 0) {
        return {};
    }
    const Metrics m = picture_.metrics();
    const int height = std::max(m.px(24), int(std::int64_t(room) * room / list_->contentHeight));
    const int most = std::max(1, list_->contentHeight - room);
    const int top = geometry.ruler + list_->pinnedHeight + int(std::int64_t(room - height) * scroll_ / most);
    return {geometry.width - m.px(8), top, m.px(5), height};
}

// The handle's top comes to `y`, as far as there are rows.
void TimelineCanvas::scrollTo(int y) {
    const QRect handle = scrollHandle();
    if (!list_ || handle.isEmpty()) {
        return;
    }
    const int room = picture_.geometry().rowsHeight() - list_->pinnedHeight;
    const int way = std::max(1, room - handle.height());
    const int from = picture_.geometry().ruler + list_->pinnedHeight;
    scroll_ = int(std::int64_t(y - from) * (list_->contentHeight - room) / way);
    clampScroll();
    requestList();
    repaintRows();
}

} // namespace lanes
