// Curves of memory over time, and below them the blocks as long as they live and as high as they are large.
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

    // `picture` and what it points into belong to the caller, until the next call. `zero`: where time 0 is written.
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
    void blockChosen(int block); // of the picture
    void zoomRequested(lanes::TimeNs anchor, double factor);
    void panRequested(double share); // of the range
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
    [[nodiscard]] int blockAt(const QPointF& at) const; // -1: none there
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
