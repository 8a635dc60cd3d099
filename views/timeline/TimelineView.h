// The timeline of the window: the canvas, the field that filters rows, and every command with its shortcut.
#pragma once

#include "views/shared/session/SessionView.h"
#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/canvas/TimelineScene.h"
#include "views/timeline/commands/EventWalk.h"
#include "views/timeline/commands/TimelineLooks.h"

#include <QString>

class QAction;
class QLineEdit;

namespace lanes {

class KeyBar;
class MarkDesk;
class RowDesk;
class TimelineMoves;

// It keeps one state for life; its canvas follows that state by itself.
class TimelineView : public SessionView {
    Q_OBJECT

public:
    TimelineView(ViewState& state, Appearance& appearance, QWidget* parent = nullptr);
    ~TimelineView() override;

    [[nodiscard]] TimelineCanvas& canvas() { return *canvas_; }
    // Commands by name ("fit-all", "follow-forward"). They are also in QWidget::actions(), for menus and the palette. Their
    // shortcuts work while the focus is in the view, and may be changed.
    [[nodiscard]] QAction* command(const QString& name) const;

Q_SIGNALS:
    void searchRequested(); // by the key `/`

protected:
    void refresh() override {}
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeFilter();
    void addCommands();
    void placeCanvas();
    void placeFilter();
    void showKeys();
    void showRowMenu(int row, QPoint global);
    void showSliceMenu(SliceId slice, QPoint global);

    void back();
    void forward();
    void clear();
    void findRow();
    void openRow();

    ViewState& state_;
    Appearance& appearance_;
    TimelineCanvas* canvas_; // child
    EventWalk walk_;
    TimelineLooks looks_;
    TimelineMoves* moves_; // children, as all below
    MarkDesk* marks_;
    RowDesk* rows_;
    QLineEdit* filter_;
    KeyBar* keys_; // visible while a row is led by the keyboard
};

} // namespace lanes
