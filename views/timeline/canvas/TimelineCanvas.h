// The surface of the timeline: shows draw lists, and hands mouse, wheel and keys on to those who turn them into moves of the
// ViewState. Keys with a name stand in TimelineView's commands.
#pragma once

#include "views/shared/look/Appearance.h"
#include "views/shared/painting/VectorPicture.h"
#include "views/shared/session/ViewState.h"
#include "views/timeline/painting/HeaderPainter.h"
#include "views/timeline/painting/OverlayPainter.h"
#include "views/timeline/tools/PathOverlay.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace lanes {

class CanvasMotion;
class CanvasMouse;
class RowsScrollBar;
class SelectionLight;
class TimelineParts;
class TimelineScene;

class TimelineCanvas : public QWidget {
    Q_OBJECT

public:
    TimelineCanvas(ViewState& state, Appearance& appearance, QWidget* parent = nullptr);
    ~TimelineCanvas() override;

    [[nodiscard]] ViewState& state() const;
    // What is shown, and where.
    [[nodiscard]] TimelineScene& scene() const { return *scene_; }
    // The scene's: null before there are any.
    [[nodiscard]] const std::shared_ptr<const TimelineRows>& rows() const;
    [[nodiscard]] const std::shared_ptr<const DrawList>& list() const;
    [[nodiscard]] bool isUpToDate() const;
    [[nodiscard]] int scroll() const; // device pixels of rows above the picture

    void setSameNameLit(bool lit);
    [[nodiscard]] bool sameNameLit() const { return sameName_; }
    [[nodiscard]] PathOverlay& path() { return *path_; }
    [[nodiscard]] RowsScrollBar& rowsBar() { return *rowsBar_; }

    // In logical pixels: a slice; a row of list() with its head, empty where it is out of view; the flag of a mark of the
    // user's, nothing where it is not in view.
    [[nodiscard]] std::optional<QRect> rectOf(SliceId slice) const;
    [[nodiscard]] QRect rowRect(const DrawRow& row) const;
    [[nodiscard]] std::optional<QRect> flagOf(std::uint64_t mark);

    [[nodiscard]] int hoveredRow() const; // whose header the mouse is on; -1: none
    // The row that the keyboard leads, -1 while the mouse does; and the event that the row begins with on screen.
    [[nodiscard]] int ledRow() const { return led_ ? focused_ : -1; }
    [[nodiscard]] SliceId firstInLedRow() const;
    [[nodiscard]] std::optional<Spot> firstInstantInLedRow() const;
    void leadRow(int row);
    // Makes a row higher or lower, as rowResized() tells.
    void changeHeight(int row, double factor);

    // What is on screen in shapes, and the rows above and below it; empty before the first list.
    [[nodiscard]] VectorPicture vectors(const Theme& theme) const;
    [[nodiscard]] QByteArray svg() const; // of vectors() as it looks here

Q_SIGNALS:
    void rowContextRequested(int row, QPoint globalPosition);
    void sliceContextRequested(lanes::SliceId slice, QPoint globalPosition);
    void foldToggled(int row);
    void markNameRequested();           // of the current mark
    void rowMoved(int row, int before); // see moveRow()
    // The user chose the height of a row: logical pixels per level, 0 for what it has by itself.
    void rowResized(int row, double pitch);
    void rowsChanged();
    void ledRowChanged();
    void listChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void followScene();
    void followMouse();
    void repaintRows();
    void paintRows(QImage& image);
    void paintOverRows(QPainter& painter);
    void paintLedRow(QPainter& painter) const;
    [[nodiscard]] HeaderState headers() const;
    [[nodiscard]] OverlayState overlay();
    void describeSelection();
    [[nodiscard]] QString selectionText() const;

    Appearance& appearance_;
    TimelineScene* scene_; // children, all of them
    SelectionLight* light_;
    CanvasMotion* motion_;
    CanvasMouse* mouse_;
    PathOverlay* path_;
    TimelineParts* parts_;
    RowsScrollBar* rowsBar_;
    bool sameName_ = true;
    int focused_ = -1; // the row that was clicked, or that the keyboard leads
    bool led_ = false; // by the keyboard: the whole row has a ring then, not its header
    // Rows, headers or ruler are not those of the scene: on screen, and in the picture, which is painted when something else
    // than the rows changes for the first time.
    bool dirty_ = true;
    bool stale_ = true;
};

} // namespace lanes
