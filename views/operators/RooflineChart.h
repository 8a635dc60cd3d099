// Operators below the roof of their device. The horizontal axis has operations per byte, the vertical axis operations per
// second, both logarithmic. The area of a point is its device time. Hollow points are bound by their launches.
#pragma once

#include "model/analysis/device/Roofline.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace lanes {

class Appearance;

// A click chooses a point. Left and Right choose the next point with fewer and with more operations per byte. Enter shows it in
// the timeline.
class RooflineChart : public QWidget {
    Q_OBJECT

public:
    struct Point {
        RooflinePoint place;
        QString name; // with shapes, if there is room
        QColor color;
    };
    struct Picture {
        std::vector<Point> points; // largest first
        std::optional<DeviceRoof> roof;
        QString device;  // as recorded; may be empty
        QString missing; // what would have to be recorded, if there are no points
    };

    explicit RooflineChart(Appearance& appearance, QWidget* parent = nullptr);

    void setPicture(Picture picture);
    void setCurrentRow(std::uint32_t row); // does not emit chosen()
    [[nodiscard]] const Picture& picture() const { return picture_; }
    [[nodiscard]] std::optional<std::uint32_t> currentRow() const;
    // The centre of a point.
    [[nodiscard]] QPointF placeOf(std::size_t point) const;
    // The boxes of the points' names; empty for names without room.
    [[nodiscard]] std::vector<QRectF> labels() const;
    // The marks of the roof that no name may cover: its lower line and the text beside it.
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
        double low = 0; // exponent of ten
        double high = 1;
        [[nodiscard]] double share(double value) const; // 0 to 1 along the axis
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
    std::optional<std::size_t> current_; // index of the points
};

} // namespace lanes
