// Replays of a CUDA graph under one another, each from its own start: the typical one first, the others below it. A line
// stands where the median one ends.
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

// A click chooses the node under it and its replay. Up and Down the replay above and below, Left and Right the node before
// and after, Enter shows it in the timeline.
class GraphChart : public QWidget {
    Q_OBJECT

public:
    struct Piece {
        TimeRange range; // since the replay began
        std::uint32_t node = 0;
        QColor color;
        QString label; // where there may be room for it
    };
    struct Lane {
        std::size_t replay = 0;
        QString name;
        QString length;
        QString away;    // from the median: "+3.2 %"
        double sign = 0; // of that
        std::optional<QString> icon;
        std::vector<Piece> pieces; // by start
    };
    struct Picture {
        std::vector<Lane> lanes; // the typical one, then every replay; of a single one that alone
        TimeNs longest = 0;
        TimeNs median = 0;
    };

    explicit GraphChart(Appearance& appearance, QWidget* parent = nullptr);

    void setPicture(Picture picture);
    [[nodiscard]] const Picture& picture() const { return picture_; }
    // Marks a node in every lane. Says nothing.
    void setCurrent(std::optional<std::uint32_t> node, std::optional<std::size_t> replay);
    // Where a lane is painted; the first always stands on top.
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
    [[nodiscard]] std::size_t visibleLanes() const; // below the first
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
    std::size_t top_ = 1; // the lane below the first
    std::optional<std::uint32_t> node_;
    std::optional<std::size_t> replay_;
};

} // namespace lanes
