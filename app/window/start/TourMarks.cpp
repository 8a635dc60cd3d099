#include "app/window/start/TourMarks.h"

#include "app/window/commands/Actions.h"

namespace lanes {

std::vector<TourMark> tourMarks(const Actions& actions, const TourPlaces& places) {
    const auto key = [&actions](ActionId id) { return actions.keysText(id); };
    const auto caps = [&key](ActionId id) {
        return key(id).isEmpty() ? QStringList() : QStringList{key(id)};
    };
    return {
        {Tour::tr("Move through time"),
         Tour::tr("W and S zoom at the cursor, A and D move in time; try them now. Shift makes them faster, "
                  "Ctrl and the wheel zoom too. Press %1 for the whole session again.")
             .arg(key(ActionId::ShowAll)),
         {QStringLiteral("W"), QStringLiteral("A"), QStringLiteral("S"), QStringLiteral("D")},
         places.timeline},
        {Tour::tr("Select, and read the details"),
         Tour::tr("Click an event: this panel says when it ran, with which inputs, what launched it and from "
                  "which line of Python. Drag over the rows, and it sums up that range."),
         {},
         places.details},
        {Tour::tr("Find it in the whole session"),
         Tour::tr("Type a part of a name: every match is listed, counted and lit on the rows. Press %1 to go "
                  "to the next one.")
             .arg(key(ActionId::NextMatch)),
         caps(ActionId::Search), places.search},
        {Tour::tr("Tables, flame graph, memory"),
         Tour::tr("All views show the same session, and count the range that you have dragged. Enter on a "
                  "row leads back to the timeline. The menu View has more: advice, critical path, gaps."),
         {},
         places.views},
        {Tour::tr("Capture a program of yours"),
         Tour::tr("It runs here, on another host or in a container, and its session opens while it grows. "
                  "Press %1 for every key, %2 for every command.")
             .arg(key(ActionId::Keys), key(ActionId::Palette)),
         caps(ActionId::Capture), places.capture},
    };
}

} // namespace lanes
