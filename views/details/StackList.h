// The Python stack, innermost frame first. Frames of libraries and those far out are folded until the user opens them, so that
// the rows below the stack are in sight, too.
#pragma once

#include "model/analysis/operators/PythonFrames.h"
#include "views/shared/access/PaintedParts.h"
#include "views/shared/panels/PanelParts.h"

#include <optional>

namespace lanes {

class PaintedList;

// True: the frame belongs to a library (torch, site-packages, the interpreter), not to the user's program.
[[nodiscard]] bool isLibraryFrame(const PythonFrame& frame);
// True: the code was generated, as from a string or by torch.compile.
[[nodiscard]] bool isGenerated(const PythonFrame& frame);
// "modeling_qwen2.py:503" with its folder in front, for people.
[[nodiscard]] QString placeText(const PythonFrame& frame);

// Up and Down move the current frame, Enter and a double click activate it. Screen readers are told of every line.
class StackList : public PanelRow {
    Q_OBJECT

public:
    StackList(Appearance& appearance, std::vector<PythonFrame> frames, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<PythonFrame>& frames() const { return frames_; }
    [[nodiscard]] int foldedCount() const;
    // Index into frames(), or -1.
    [[nodiscard]] int current() const;
    // The middle of a frame's line, in widget coordinates; nothing if the frame is folded.
    [[nodiscard]] std::optional<QPoint> positionOf(int frame) const;

Q_SIGNALS:
    void currentChanged(int frame);
    void activated(int frame);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void findNearest();
    void fold(bool fold);
    void chooseOwn();
    void setLine(int line);
    void press(int line);
    [[nodiscard]] int lineAt(int y) const; // -1: outside
    [[nodiscard]] bool isFoldLine(int line) const;
    void paintLine(QPainter& painter, int line) const;
    [[nodiscard]] int lines() const; // including the line that folds
    [[nodiscard]] QString foldText() const;
    [[nodiscard]] PaintedPart partOf(int line) const;

    PaintedList* parts_; // child
    std::vector<PythonFrame> frames_;
    std::vector<int> nearest_; // frames shown while the others are folded
    std::vector<int> shown_;   // frame of each line
    bool folding_ = false;
    bool canFold_ = false;
    int line_ = 0;
    int hovered_ = -1;
};

} // namespace lanes
