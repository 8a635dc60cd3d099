// Leads the tour of the first minute over the session that is open: which parts of the window it speaks of, and what it says.
#pragma once

#include "app/window/parts/Tour.h"

#include <QObject>
#include <QRect>

#include <vector>

namespace lanes {

class Actions;
class Appearance;
class DocumentPages;
class Settings;
class SidePane;
class ViewBar;
class ViewDocks;

class TourGuide : public QObject {
    Q_OBJECT

public:
    // What it speaks of; all of it outlives the guide.
    struct Parts {
        const Actions& actions;
        const DocumentPages& pages;
        const ViewDocks& docks;
        const SidePane& side;
        ViewBar& views;
    };

    TourGuide(Appearance& appearance, Settings& settings, const Parts& parts, QWidget& window);

    void start();
    // Over the first timeline that this user ever sees, and never again.
    void startIfNew();
    void end();
    [[nodiscard]] bool running() const { return tour_->running(); }

private:
    [[nodiscard]] std::vector<TourMark> marks() const;
    [[nodiscard]] QRect rectOf(const QWidget& part) const; // in the window
    [[nodiscard]] QRect timelineRect() const;
    void giveFocusBack();

    Settings& settings_;
    Parts parts_;
    QWidget& window_;
    Tour* tour_; // child of the window
};

} // namespace lanes
