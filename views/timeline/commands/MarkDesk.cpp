#include "views/timeline/commands/MarkDesk.h"

#include "views/shared/controls/NameField.h"
#include "views/timeline/canvas/TimelineCanvas.h"

namespace lanes {

MarkDesk::MarkDesk(TimelineCanvas& canvas, Appearance& appearance, QObject* parent)
    : QObject(parent)
    , canvas_(canvas)
    , state_(canvas.state())
    , name_(new NameField(appearance, tr("Name of the mark"), &canvas)) {
    connect(&canvas_, &TimelineCanvas::markNameRequested, this, &MarkDesk::nameMark);
    connect(&state_.marks(), &SessionMarks::changed, &canvas_, qOverload<>(&QWidget::update));
    connect(&state_.marks(), &SessionMarks::currentChanged, &canvas_, qOverload<>(&QWidget::update));
}

void MarkDesk::mark() {
    const auto& trace = state_.trace();
    const TimeRange visible = state_.visible();
    TimeNs at = state_.cursor().value_or(visible.begin + visible.length() / 2);
    if (!state_.cursor() && trace && trace->has(state_.selection())) {
        at = trace->slice(state_.selection()).start;
    } else if (!state_.cursor() && state_.spot()) {
        at = state_.spot()->time;
    }
    (void)state_.marks().add({at, at});
    askNameInSight();
}

void MarkDesk::markRange() {
    if (state_.brush()) {
        (void)state_.marks().add(*state_.brush());
        askNameInSight();
    }
}

// What is typed next is the mark's name, no shortcut. A flag that is out of sight moves nothing.
void MarkDesk::askNameInSight() {
    if (canvas_.flagOf(state_.marks().current())) {
        nameMark();
    }
}

void MarkDesk::nameMark() {
    const SessionMark* mark = state_.marks().find(state_.marks().current());
    if (mark == nullptr || !mark->isOwn()) {
        return;
    }
    if (!canvas_.flagOf(mark->id)) {
        state_.goToMark(*mark);
    }
    const QRect flag = canvas_.flagOf(mark->id).value_or(QRect());
    name_->ask(flag.bottomLeft() + QPoint(0, 1), mark->name,
               [this, id = mark->id](const QString& name) { state_.marks().rename(id, name); });
}

void MarkDesk::finishName() {
    name_->finish();
}

void MarkDesk::removeMark() {
    state_.marks().remove(state_.marks().current());
}

void MarkDesk::nextMark() {
    step(true);
}

void MarkDesk::previousMark() {
    step(false);
}

void MarkDesk::step(bool forward) {
    const TimeRange visible = state_.visible();
    if (const SessionMark* mark = state_.marks().beside(forward, visible.begin + visible.length() / 2)) {
        state_.goToMark(*mark);
    }
}

} // namespace lanes
