#include "app/window/page/ViewPlaces.h"

#include "views/flame/FlameView.h"
#include "views/memory/MemoryView.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/KeptScroll.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/DataTable.h"
#include "views/timeline/TimelineView.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace lanes {
namespace {

// `apply(part, place)` for the parts of one kind, as they were made.
template<class Part, class Place, class Apply>
void eachPart(const SessionView& view, const QList<Place>& places, Apply apply) {
    const auto parts = view.findChildren<Part*>();
    for (qsizetype i = 0; i < std::min(parts.size(), places.size()); ++i) {
        apply(*parts[i], places[i]);
    }
}

// As the user did, so that the view hears of it.
template<class Control>
void choose(Control& control, int choice) {
    if (control.current() != choice) {
        control.setCurrent(choice);
        Q_EMIT control.chosen(choice);
    }
}

} // namespace

ViewPlaces placesOf(SessionView& view) {
    ViewPlaces places;
    for (const SegmentedControl* control : view.findChildren<SegmentedControl*>()) {
        places.modes << control->current();
    }
    for (const ChoiceButton* button : view.findChildren<ChoiceButton*>()) {
        places.choices << button->current();
    }
    for (const QLineEdit* field : view.findChildren<QLineEdit*>()) {
        places.typed << field->text();
    }
    for (const DataTable* table : view.findChildren<DataTable*>()) {
        places.tables << table->place();
    }
    for (const QScrollArea* area : view.findChildren<QScrollArea*>()) {
        places.scrolled << QPoint(area->horizontalScrollBar()->value(), area->verticalScrollBar()->value());
    }
    if (auto* timeline = qobject_cast<TimelineView*>(&view)) {
        places.rows = timeline->canvas().scroll();
    } else if (const auto* flame = qobject_cast<FlameView*>(&view)) {
        places.flame = flame->place();
    } else if (const auto* memory = qobject_cast<MemoryView*>(&view)) {
        places.moment = memory->chosenMoment();
        places.growthMark = memory->growthMark();
    }
    return places;
}

void restorePlaces(SessionView& view, const ViewPlaces& places) {
    eachPart<SegmentedControl>(view, places.modes, choose<SegmentedControl>);
    eachPart<ChoiceButton>(view, places.choices, choose<ChoiceButton>);
    eachPart<QLineEdit>(view, places.typed,
                        [](QLineEdit& field, const QString& text) { field.setText(text); });
    eachPart<DataTable>(view, places.tables,
                        [](DataTable& table, const TablePlace& place) { table.standAt(place); });
    eachPart<QScrollArea>(view, places.scrolled, [](const QScrollArea& area, const QPoint& scrolled) {
        new KeptScroll(*area.horizontalScrollBar(), scrolled.x()); // the bars own them
        new KeptScroll(*area.verticalScrollBar(), scrolled.y());
    });
    if (auto* timeline = qobject_cast<TimelineView*>(&view)) {
        QObject::connect(
            &timeline->canvas(), &TimelineCanvas::listChanged, timeline,
            [timeline, rows = places.rows] { timeline->canvas().scene().setScroll(rows); },
            Qt::SingleShotConnection);
    } else if (auto* flame = qobject_cast<FlameView*>(&view)) {
        flame->standAt(places.flame);
    } else if (auto* memory = qobject_cast<MemoryView*>(&view)) {
        memory->standAt(places.moment, places.growthMark);
    }
}

} // namespace lanes
