// The place of the side pane at the window's edge: beside the timeline unless the user closed it. Other views say in a panel
// of their own what is selected in them; beside those it stands when asked for, or while it lists what a search has found.
#pragma once

#include <QDockWidget>
#include <QPointer>

class QAction;
class QMainWindow;

namespace lanes {

class Appearance;
class DocumentPage;
class SidePane;

class DetailsDock : public QDockWidget {
    Q_OBJECT

public:
    // `toggle` shows whether it stands there, and changes it; it outlives the dock, which becomes the window's.
    DetailsDock(Appearance& appearance, QAction& toggle, QMainWindow& window);

    [[nodiscard]] SidePane& side() const { return *side_; }

    // The page in front, again when it shows another view; null: there is nothing to detail.
    void place(DocumentPage* page);
    // The width it begins with, and which follows that of the window until the user drags the edge.
    void widen();

    // The window's layout holds the wish for the timeline: before it is saved, and after it has been restored.
    void showWanted();
    void takeRestored();
    // As before anybody has closed it.
    void reset();

protected:
    // Of the window.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool& wish(); // for the view in front
    void refresh();

    Appearance& appearance_;
    QAction& toggle_;
    QMainWindow& window_;
    SidePane* side_;
    QPointer<DocumentPage> page_;
    int given_ = 0;   // the width by widen()
    int settled_ = 0; // the last one in a window that kept its size, windowSize_
    QSize windowSize_;
    bool wanted_ = true;  // beside the timeline
    bool beside_ = false; // beside the other views
};

} // namespace lanes
