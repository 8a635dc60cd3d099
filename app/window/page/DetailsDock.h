// The dock of the side pane at the edge of the window. Beside the timeline it is open unless the user closed it. Other views
// have a panel of their own about their selection. Beside them the dock is open on request, or while it lists the matches of a
// search.
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
    // `toggle` shows whether the dock is open, and opens or closes it. It outlives the dock, which belongs to the window.
    DetailsDock(Appearance& appearance, QAction& toggle, QMainWindow& window);

    [[nodiscard]] SidePane& side() const { return *side_; }

    // Sets the page in front; called again when that page shows another view. Null: there are no details to show.
    void place(DocumentPage* page);
    // Sets the initial width. Until the user drags the edge, the width follows that of the window.
    void widen();

    // The window's layout stores whether the dock is wanted beside the timeline. Call showWanted() before saving the layout,
    // takeRestored() after restoring it.
    void showWanted();
    void takeRestored();
    // Restores the default: open beside the timeline only.
    void reset();

protected:
    // For events of the window.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool& wish(); // whether it is wanted beside the view in front
    void refresh();

    Appearance& appearance_;
    QAction& toggle_;
    QMainWindow& window_;
    SidePane* side_;
    QPointer<DocumentPage> page_;
    int given_ = 0;   // width set by widen()
    int settled_ = 0; // last width while the window kept its size, windowSize_
    QSize windowSize_;
    bool wanted_ = true;  // beside the timeline
    bool beside_ = false; // beside the other views
};

} // namespace lanes
