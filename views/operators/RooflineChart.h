// Operators below the roof of their device: operations per byte to the right, per second upwards, both in powers of ten;
// the area of a point is its device time. Hollow points are bound by their launches.
#pragma once

#include "model/analysis/device/Roofline.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace lanes {

class Appearance;

// A click chooses a point; Left and Right the one of less and of more operations per byte, Enter shows it in the timeline.
class RooflineChart : public QWidget {
    Q_OBJECT

public:
    struct Point {
        RooflinePoint place;
        QString name; // and shapes, as far as there is room
        QColor color;
    };
    struct Picture {
        std::vector<Point> points; // largest first
        std::optional<DeviceRoof> roof;
        QString device;  // its name as recorded; may be empty
        QString missing; // what would have to be recorded, when there are no points
    };

    explicit RooflineChart(Appearance& appearance, QWidget* parent = nullptr);

    void setPicture(Picture picture);
    void setCurrentRow(std::uint32_t row); // says nothing
    [[nodiscard]] const Picture& picture() const { return picture_; }
    [[nodiscard]] std::optional<std::uint32_t> currentRow() const;
    // Where a point's middle is painted.
    [[nodiscard]] QPointF placeOf(std::size_t point) const;
    // Where the points' names are painted; empty for those that find no room.
    [[nodiscard]] std::vector<QRectF> labels() const;
    // What of the roof no name may cover: its lower line and what is written at it.
    [[nodiscard]] std::vector<QRectF> roofMarks() const;

Q_SIGNALS:
    void chosen(std::uint32_t row);
    void activated(std::uint32_t row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Axis {
        double low = 0; // powers of ten
        double high = 1;
        [[nodiscard]] double share(double value) const; // 0 to 1 along it
    };

    void fitAxes();
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double radiusOf(const Point& point) const;
    [[nodiscard]] QPointF toPixels(double intensity, double flops) const;
    [[nodiscard]] std::optional<std::size_t> pointAt(QPointF place) const;
    [[nodiscard]] QString vectorText() const;
    [[nodiscard]] bool isUnderRoof(const QRectF& label) const;
    void paintGrid(QPainter& painter) const;
    void paintRoof(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintMissing(QPainter& painter) const;
    void step(bool right);

    Appearance& appearance_;
    Picture picture_;
    Axis intensity_;
    Axis flops_;
    std::optional<std::size_t> current_; // in points
};

} // namespace lanes
