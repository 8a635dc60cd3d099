#include "app/window/start/TourGuide.h"

#include "app/settings/Settings.h"
#include "app/window/commands/Actions.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentPages.h"
#include "app/window/page/FrontViews.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/ViewBar.h"
#include "app/window/parts/SearchField.h"
#include "views/shared/session/SessionView.h"
#include "views/timeline/TimelineView.h"

namespace lanes {

TourGuide::TourGuide(Appearance& appearance, Settings& settings, const Parts& parts, QWidget& window)
    : QObject(&window)
    , settings_(settings)
    , parts_(parts)
    , window_(window)
    , tour_(new Tour(appearance, window)) {
    connect(tour_, &Tour::over, this, &TourGuide::giveFocusBack);
}

void TourGuide::start() {
    settings_.setKeysWereShown();
    tour_->start(marks(), [this]() -> QWidget* {
        TimelineView* shown = frontTimeline(parts_.pages.current(), parts_.docks);
        return shown != nullptr ? &shown->canvas() : nullptr;
    });
}

void TourGuide::startIfNew() {
    if (!settings_.keysWereShown()) {
        start();
    }
}

void TourGuide::end() {
    tour_->end();
}

void TourGuide::giveFocusBack() {
    if (DocumentPage* page = parts_.pages.current(); page != nullptr && page->showsViews()) {
        page->view().setFocus();
    }
}

QRect TourGuide::rectOf(const QWidget& part) const {
    return {part.mapTo(&window_, QPoint()), part.size()};
}

QRect TourGuide::timelineRect() const {
    DocumentPage* page = parts_.pages.current();
    return page != nullptr && page->showsViews() ? rectOf(page->view()) : QRect();
}

std::vector<TourMark> TourGuide::marks() const {
    const auto key = [this](ActionId id) { return parts_.actions.keysText(id); };
    const auto caps = [&key](ActionId id) {
        return key(id).isEmpty() ? QStringList() : QStringList{key(id)};
    };
    const auto timeline = [this] { return timelineRect(); };
    const auto details = [this] { return parts_.side.isVisible() ? rectOf(parts_.side) : timelineRect(); };
    const auto search = [this] { return rectOf(parts_.views.search()); };
    const auto views = [this] {
        return parts_.views.tabsRect().translated(parts_.views.mapTo(&window_, QPoint()));
    };
    const auto capture = [this] { return rectOf(parts_.views.captureButton()); };
    return {
        {Tour::tr("Move through time"),
         Tour::tr("W and S zoom at the cursor, A and D move in time; try them now. Shift makes them faster, "
                  "Ctrl and the wheel zoom too. Press %1 for the whole session again.")
             .arg(key(ActionId::ShowAll)),
         {QStringLiteral("W"), QStringLiteral("A"), QStringLiteral("S"), QStringLiteral("D")},
         timeline},
        {Tour::tr("Select, and read the details"),
         Tour::tr("Click an event: this panel says when it ran, with which inputs, what launched it and from "
                  "which line of Python. Drag over the rows, and it sums up that range."),
         {},
         details},
        {Tour::tr("Find it in the whole session"),
         Tour::tr("Type a part of a name: every match is listed, counted and lit on the rows. Press %1 to go "
                  "to the next one.")
             .arg(key(ActionId::NextMatch)),
         caps(ActionId::Search), search},
        {Tour::tr("Tables, flame graph, memory"),
         Tour::tr("All views show the same session, and count the range that you have dragged. Enter on a "
                  "row leads back to the timeline. The menu View has more: advice, critical path, gaps."),
         {},
         views},
        {Tour::tr("Capture a program of yours"),
         Tour::tr("It runs here, on another host or in a container, and its session opens while it grows. "
                  "Press %1 for every key, %2 for every command.")
             .arg(key(ActionId::Keys), key(ActionId::Palette)),
         caps(ActionId::Capture), capture},
    };
}

} // namespace lanes
