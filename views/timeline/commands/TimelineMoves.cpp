#include "views/timeline/commands/TimelineMoves.h"

#include "model/analysis/text/NameSpan.h"
#include "views/timeline/canvas/Navigation.h"
#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/canvas/TimelineScene.h"
#include "views/timeline/rows/SpotAt.h"

#include <algorithm>
#include <vector>

namespace lanes {

TimelineMoves::TimelineMoves(TimelineCanvas& canvas, Appearance& appearance, QObject* parent)
    : QObject(parent)
    , canvas_(canvas)
    , scene_(canvas.scene())
    , state_(canvas.state())
    , field_(new GoToField(appearance, &canvas)) {
    connect(field_, &GoToField::chosen, this, &TimelineMoves::goTo);
    connect(field_, &GoToField::closed, &canvas_, qOverload<>(&QWidget::setFocus));
}

// With a little air around it.
void TimelineMoves::fit(TimeRange range) {
    state_.setVisible(zoomed(range, range.begin + range.length() / 2, 1.2, ViewState::kShortest));
}

void TimelineMoves::fitAll() {
    state_.showAll();
}

void TimelineMoves::focusOrFit() {
    const auto& trace = state_.trace();
    if (!trace || !trace->has(state_.selection())) {
        fitSpot();
        return;
    }
    const Trace::Slice slice = trace->slice(state_.selection());
    const TimeRange visible = state_.visible();
    if (slice.start >= visible.begin && slice.end() <= visible.end) {
        fit({slice.start, slice.end()});
    } else {
        scene_.bringIntoView(state_.selection());
    }
}

void TimelineMoves::fitSpot() {
    const auto& rows = scene_.rows();
    const auto place = rows && state_.spot() ? placeOf(*rows, *state_.spot()) : std::nullopt;
    if (!place) {
        fitBrush();
    } else if (place->range.empty()) {
        scene_.bringSpotIntoView(*state_.spot());
    } else {
        fit(place->range);
    }
}

void TimelineMoves::fitStep() {
    const auto& rows = scene_.rows();
    const auto& trace = state_.trace();
    if (!rows || !trace) {
        return;
    }
    const TimeRange visible = state_.visible();
    const TimeNs at = trace->has(state_.selection())
                          ? trace->slice(state_.selection()).start
                          : state_.cursor().value_or(visible.begin + visible.length() / 2);
    if (const Step* step = stepAt(rows->steps(), at)) {
        state_.setVisible(step->range);
    }
}

void TimelineMoves::fitBrush() {
    if (state_.brush()) {
        state_.setVisible(*state_.brush());
    }
}

void TimelineMoves::fitName() {
    const auto& trace = state_.trace();
    if (!trace || !trace->has(state_.selection())) {
        return;
    }
    nameJob_.run([trace, name = trace->slice(state_.selection()).name](
                     const std::stop_token& stop) { return spanOfName(*trace, name, stop); },
                 [this](TimeRange span) {
                     if (!span.empty()) {
                         const TimeNs air = std::max<TimeNs>(span.length() / 20, 1);
                         state_.setVisible({span.begin - air, span.end + air});
                     }
                 });
}

void TimelineMoves::ask(const QString& begin) {
    field_->ask(begin, state_.origin(), scene_.rows() ? scene_.rows()->steps() : std::vector<Step>());
}

void TimelineMoves::goToTime() {
    ask({});
}

void TimelineMoves::goToStep() {
    ask(QStringLiteral("step "));
}

void TimelineMoves::goTo(const Destination& to) {
    if (to.range.empty()) {
        state_.goToMoment(to.range.begin);
    } else {
        state_.setVisible(to.range);
    }
}

void TimelineMoves::zoomIn() {
    scene_.zoomBy(HeldKeys::kTapZoom);
}

void TimelineMoves::zoomOut() {
    scene_.zoomBy(1 / HeldKeys::kTapZoom);
}

void TimelineMoves::followEnd() {
    if (state_.live()) {
        state_.setFollowing(true);
        return;
    }
    const TimeRange bounds = state_.bounds();
    state_.setVisible({bounds.end - state_.visible().length(), bounds.end});
}

void TimelineMoves::rangeFromSelection() {
    const auto& trace = state_.trace();
    if (trace && trace->has(state_.selection())) {
        const Trace::Slice slice = trace->slice(state_.selection());
        state_.setBrush(TimeRange{slice.start, slice.end()});
    }
}

} // namespace lanes
