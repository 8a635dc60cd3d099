// Where a view stands beside what its ViewState says: how it was asked to show the session, how far it is scrolled, and which
// row of a table is the current one.
#pragma once

#include "model/base/Time.h"
#include "views/flame/FlameViewPlace.h"
#include "views/shared/table/TablePlace.h"

#include <QList>
#include <QPoint>
#include <QStringList>

#include <optional>

namespace lanes {

class SessionView;

struct ViewPlaces {
    // All of it in the order in which the view has made its parts.
    QList<int> modes;         // of its rows of choices
    QList<int> choices;       // of its buttons with choices
    QStringList typed;        // in its fields
    QList<TablePlace> tables; // its tables
    QList<QPoint> scrolled;   // its other parts that scroll, px
    // Of the view that has such a thing.
    int rows = 0; // device pixels of a timeline's rows above its picture
    FlameViewPlace flame;
    std::optional<TimeNs> moment; // of memory
    std::optional<TimeNs> growthMark;
};

[[nodiscard]] ViewPlaces placesOf(SessionView& view);
// In a view of the same kind and the same session that was just made, as soon as it shows that.
void restorePlaces(SessionView& view, const ViewPlaces& places);

} // namespace lanes
