// The surface of the timeline. It shows draw lists, and passes mouse, wheel and keys to the objects that turn them into changes
// of the ViewState. Keys with a named command are handled by TimelineView.
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
    // The rows and the list shown, and their positions.
    [[nodiscard]] TimelineScene& scene() const { return *scene_; }
    // The scene's values; null before the first list.
    [[nodiscard]] const std::shared_ptr<const TimelineRows>& rows() const;
    [[nodiscard]] const std::shared_ptr<const DrawList>& list() const;
    [[nodiscard]] bool isUpToDate() const;
    [[nodiscard]] int scroll() const; // height of rows above the picture, device pixels

    void setSameNameLit(bool lit);
    [[nodiscard]] bool sameNameLit() const { return sameName_; }
    [[nodiscard]] PathOverlay& path() { return *path_; }
    [[nodiscard]] RowsScrollBar& rowsBar() { return *rowsBar_; }

    // Rectangles in logical pixels. rectOf(): a slice. rowRect(): a row of list() with its head; empty if out of view.
    // flagOf(): the flag of a user's mark; none if out of view.
    [[nodiscard]] std::optional<QRect> rectOf(SliceId slice) const;
    [[nodiscard]] QRect rowRect(const DrawRow& row) const;
    [[nodiscard]] std::optional<QRect> flagOf(std::uint64_t mark);

    [[nodiscard]] int hoveredRow() const; // the row whose header is under the mouse; -1: none
    // ledRow(): the row that the keyboard leads; -1 while the mouse leads. The next two: its first event or instant on screen.
    [[nodiscard]] int ledRow() const { return led_ ? focused_ : -1; }
    [[nodiscard]] SliceId firstInLedRow() const;
    [[nodiscard]] std::optional<Spot> firstInstantInLedRow() const;
    void leadRow(int row);
    // Makes a row taller or lower and emits rowResized().
    void changeHeight(int row, double factor);

    // The picture in shapes, including the rows above and below it; empty before the first list.
    [[nodiscard]] VectorPicture vectors(const Theme& theme) const;
    [[nodiscard]] QByteArray svg() const; // of vectors() in the window's look

Q_SIGNALS:
    void rowContextRequested(int row, QPoint globalPosition);
    void sliceContextRequested(lanes::SliceId slice, QPoint globalPosition);
    void foldToggled(int row);
    void markNameRequested();           // name the current mark
    void rowMoved(int row, int before); // see moveRow()
    // The user chose the height of a row: logical pixels per level, 0 for the default.
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
    TimelineScene* scene_; // a child, as all below
    SelectionLight* light_;
    CanvasMotion* motion_;
    CanvasMouse* mouse_;
    PathOverlay* path_;
    TimelineParts* parts_;
    RowsScrollBar* rowsBar_;
    bool sameName_ = true;
    int focused_ = -1; // the row that was clicked or that the keyboard leads
    bool led_ = false; // by the keyboard: a ring surrounds the row, not its header
    // dirty_: rows, headers or ruler on screen differ from those of the scene. stale_: those of the picture differ, too. The
    // picture is painted only when something other than the rows first changes.
    bool dirty_ = true;
    bool stale_ = true;
};

} // namespace lanes
