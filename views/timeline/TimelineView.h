// The timeline as the window has it: canvas, the field that filters rows, and every command with its shortcut.
#pragma once

#include "views/shared/look/Appearance.h"
#include "views/shared/session/LatestJob.h"
#include "views/shared/session/SessionView.h"
#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/tools/GoToField.h"
#include "views/timeline/tools/KeyBar.h"

#include <QString>

#include <functional>
#include <vector>

class QAction;
class QLineEdit;

namespace lanes {

class NameField;

// Made of one state for life: its canvas follows that by itself.
class TimelineView : public SessionView {
    Q_OBJECT

public:
    TimelineView(ViewState& state, Appearance& appearance, QWidget* parent = nullptr);
    ~TimelineView() override;

    [[nodiscard]] TimelineCanvas& canvas() { return *canvas_; }
    // Commands by name ("fit-all", "follow-forward"); also in QWidget::actions(), for menus and the palette. Their
    // shortcuts work while the focus is in the view and may be changed.
    [[nodiscard]] QAction* command(const QString& name) const;

Q_SIGNALS:
    void searchRequested(); // `/`

protected:
    void refresh() override {}
    void resizeEvent(QResizeEvent* event) override;

private:
    void addCommands();
    void addMoves();
    void addWalks();
    void addRowCommands();
    void addLooks();
    QAction* addCommand(const char* name, const QString& text, const QList<QKeySequence>& keys,
                        void (TimelineView::*slot)());
    void placeCanvas();
    void placeFilter();
    void showKeys();
    [[nodiscard]] int rowOf(SliceId slice) const;
    // Selects the first event of the row that the keyboard leads, unless the selection is in it.
    bool enterLedRow();
    void changeSettings(const std::function<void(RowSettings&)>& change);
    void setChoice(int row, const std::function<void(RowSettings::Choice&)>& change);
    void showRowMenu(int row, QPoint global);
    void showSliceMenu(SliceId slice, QPoint global);
    void takeChoices();

    void fitAll();
    void focusOrFit();
    void fitSpot();
    void fitStep();
    void fitBrush();
    void fitName();
    void goToTime();
    void goToStep();
    void goTo(const Destination& to);
    void back();
    void forward();
    void next();
    void previous();
    bool stepInstant(bool forward);
    void around();
    void firstChild();
    void followForward();
    void followBack();
    void mark();
    void markRange();
    void nameMark();
    void removeMark();
    void nextMark();
    void previousMark();
    void stepMark(bool forward);
    void rangeFromSelection();
    void findRow();
    void pinRow();
    void hideRow();
    void openRow();
    void showAllRows();
    void moveRowUp();
    void moveRowDown();
    void moveRowBy(int places);
    void makeRowTaller();
    void makeRowLower();
    void resetRowHeight();
    void colorByCategory();
    void colorByName();
    void colorByModule();
    void colorByDuration();
    void setColoring(ColorBy by);
    void toggleFlows();
    void togglePath();
    void toggleSameName();
    void nextRuler();
    void copyPicture();
    void exportSvg();
    void copyReference();
    void clear();
    void followEnd();
    void nextMatch();
    void previousMatch();
    void zoomIn();
    void zoomOut();
    [[nodiscard]] int rowOfSelection() const;

    ViewState& state_;
    Appearance& appearance_;
    TimelineCanvas* canvas_; // child
    QLineEdit* filter_;      // child
    GoToField* goTo_;        // child
    NameField* name_;        // child; of the current mark
    KeyBar* keys_;           // child; visible while the keyboard leads a row
    LatestJob nameJob_;
};

} // namespace lanes
