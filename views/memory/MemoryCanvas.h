// Curves of memory over time. Below them each block is a box: as wide as its lifetime and as high as its size.
#pragma once

#include "views/memory/MemoryPicture.h"

#include <QWidget>

#include <functional>
#include <optional>

namespace lanes {

class Appearance;

class PaintedList;
struct PaintedPart;

class MemoryCanvas : public QWidget {
    Q_OBJECT

public:
    explicit MemoryCanvas(Appearance& appearance, QWidget* parent = nullptr);

    // The caller owns `picture` and the data that it refers to, and keeps them until the next call. `zero` is the moment
    // labelled 0.
    void setPicture(const MemoryPicture* picture, TimeNs zero,
                    std::function<QString(const MemoryBlock&)> nameOf);
    void setMoment(std::optional<TimeNs> moment); // the line with its time
    void setMark(std::optional<TimeNs> mark);
    [[nodiscard]] int plotWidth() const;
    [[nodiscard]] QRectF boxOf(const MemoryPicture::Block& block) const;
    [[nodiscard]] double xOf(TimeNs time) const;

Q_SIGNALS:
    void hovered(lanes::TimeNs time);
    void left();
    void momentChosen(lanes::TimeNs time);
    void blockChosen(int block); // index of the picture's blocks
    void zoomRequested(lanes::TimeNs anchor, double factor);
    void panRequested(double share); // share of the range
    void resized();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] PaintedPart partOf(int block) const;
    [[nodiscard]] int blockAt(const QPointF& at) const; // -1: no block there
    [[nodiscard]] QString peakText() const;
    [[nodiscard]] QRectF rulerBox() const;
    [[nodiscard]] QRectF curveBox() const;
    [[nodiscard]] QRectF blocksBox() const;
    [[nodiscard]] TimeNs timeAt(double x) const;
    [[nodiscard]] double yOf(std::int64_t bytes) const;
    void paintRuler(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintCurve(QPainter& painter, std::int64_t MemoryPicture::Column::*value, const QColor& color,
                    double alpha) const;
    void paintOutside(QPainter& painter) const;
    void paintWithout(QPainter& painter) const;
    void paintPeak(QPainter& painter) const;
    void paintBlocks(QPainter& painter) const;
    void paintMoment(QPainter& painter, TimeNs time, const QColor& color, bool label) const;

    Appearance& appearance_;
    const MemoryPicture* picture_ = nullptr;
    TimeNs zero_ = 0;
    std::function<QString(const MemoryBlock&)> nameOf_;
    std::optional<TimeNs> moment_;
    std::optional<TimeNs> mark_;
    PaintedList* parts_; // child
};

} // namespace lanes
