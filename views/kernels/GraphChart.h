// Replays of a CUDA graph below one another, each from its own start: the typical replay first, the others below. A line marks
// the end of the median replay.
#pragma once

#include "model/base/Time.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

class Appearance;

// A click chooses the node under it, and its replay. Up and Down choose the replay above and below, Left and Right the node
// before and after. Enter shows the node in the timeline.
class GraphChart : public QWidget {
    Q_OBJECT

public:
    struct Piece {
        TimeRange range; // since the begin of the replay
        std::uint32_t node = 0;
        QColor color;
        QString label; // shown if there is room for it
    };
    struct Lane {
        std::size_t replay = 0;
        QString name;
        QString length;
        QString away;    // difference from the median: "+3.2 %"
        double sign = 0; // sign of the difference
        std::optional<QString> icon;
        std::vector<Piece> pieces; // by start
    };
    struct Picture {
        std::vector<Lane> lanes; // the typical replay, then every replay; a single replay stands alone
        TimeNs longest = 0;
        TimeNs median = 0;
    };

    explicit GraphChart(Appearance& appearance, QWidget* parent = nullptr);

    void setPicture(Picture picture);
    [[nodiscard]] const Picture& picture() const { return picture_; }
    // Marks a node in every lane. Emits nothing.
    void setCurrent(std::optional<std::uint32_t> node, std::optional<std::size_t> replay);
    // The box of a lane. The first lane is always on top.
    [[nodiscard]] QRectF laneBox(std::size_t lane) const;

Q_SIGNALS:
    void chosen(std::uint32_t node, std::size_t replay);
    void activated(std::uint32_t node, std::size_t replay);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Place {
        std::size_t lane = 0;
        const Piece* piece = nullptr;
    };
    void rescale();
    [[nodiscard]] std::size_t visibleLanes() const; // below the first lane
    [[nodiscard]] qreal plotLeft() const;
    [[nodiscard]] double perPixel() const;
    [[nodiscard]] std::optional<Place> placeAt(QPointF at) const;
    [[nodiscard]] const Piece* pieceOf(std::size_t lane, std::uint32_t node) const;
    void paintHead(QPainter& painter, const Lane& lane, const QRectF& box, bool current) const;
    void paintLane(QPainter& painter, const Lane& lane, const QRectF& box) const;
    void paintCurrent(QPainter& painter, const Lane& lane, const QRectF& box) const;
    void paintMore(QPainter& painter) const;
    void scrollTo(std::size_t lane);
    void step(int lanes, int nodes);

    Appearance& appearance_;
    Picture picture_;
    std::size_t top_ = 1; // the lane shown below the first one
    std::optional<std::uint32_t> node_;
    std::optional<std::size_t> replay_;
};

} // namespace lanes
