// A column of numbers over another column: bars where that holds texts, else points joined by a line.
#pragma once

#include "model/report/Table.h"

#include <QPoint>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <vector>

class QMenu;

namespace lanes {

class Appearance;
class ChoiceButton;
class ReportTable;

// UI thread. Painting costs as much as there are points, at most kMostPoints.
class QueryChart : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kMostBars = 40;
    static constexpr std::size_t kMostPoints = 20'000;

    explicit QueryChart(Appearance& appearance, QWidget* parent = nullptr);

    // Null: nothing. Keeps the columns if the new rows have the same ones.
    void setRows(std::shared_ptr<const ReportTable> rows);
    // Columns of the table by number; -1: none is fit.
    [[nodiscard]] int across() const { return across_; }
    [[nodiscard]] int up() const { return up_; }
    void setColumns(int across, int up);
    [[nodiscard]] bool hasBars() const { return bars_; }
    [[nodiscard]] std::size_t points() const { return points_.size(); }
    // In words, as a screen reader says it.
    [[nodiscard]] QString summary() const { return accessibleDescription(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool event(QEvent* event) override;

private:
    struct Point {
        double across = 0; // of bars: their number
        double up = 0;
        std::uint32_t row = 0;
    };

    void chooseColumns();
    void showChoices();
    [[nodiscard]] QMenu* columnMenu(bool ups);
    void readPoints();
    void describe();
    void rescale();
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QPointF placeOf(const Point& point) const;
    [[nodiscard]] QString textOf(std::uint32_t row) const;
    void paintAxes(QPainter& painter, const QRectF& box) const;
    void paintBars(QPainter& painter, const QRectF& box) const;
    void paintLine(QPainter& painter) const;
    [[nodiscard]] const Point* near(const QPoint& at) const;

    Appearance& appearance_;
    ChoiceButton* upChoice_;
    ChoiceButton* acrossChoice_;
    std::shared_ptr<const ReportTable> rows_;
    QStringList names_; // of the columns
    int across_ = -1;
    int up_ = -1;
    bool bars_ = false;
    std::vector<Point> points_; // by `across`
    double least_ = 0;
    double most_ = 0; // of `up`; the axis contains 0
};

} // namespace lanes
