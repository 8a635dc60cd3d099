// The ranks of a job as rows, their steps as columns. The darker a cell, the longer its time. A click or the arrow keys choose
// a cell. A double click or Enter brushes the step in its session.
#pragma once

#include "views/ranks/RanksTable.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

namespace lanes {

class Appearance;

class PaintedList;

class RankGrid : public QAbstractScrollArea {
    Q_OBJECT

public:
    struct Place {
        std::size_t rank = 0; // index of the job's records
        std::size_t step = 0; // index of the columns
        friend bool operator==(const Place&, const Place&) = default;
    };

    explicit RankGrid(Appearance& appearance, QWidget* parent = nullptr);

    void setRows(std::shared_ptr<const RanksTable> rows);
    void setMeasure(RankMeasure measure);
    [[nodiscard]] RankMeasure measure() const { return measure_; }
    [[nodiscard]] Place current() const { return current_; }
    // "Rank 2, step 5: 12.1 ms of waiting"
    [[nodiscard]] QString textOf(Place place) const;
    [[nodiscard]] QRectF cellBox(Place place) const; // in the viewport

Q_SIGNALS:
    void chosen(lanes::RankGrid::Place place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    [[nodiscard]] bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] Place placeOf(int part) const; // parts are numbered rank by rank
    [[nodiscard]] int partOf(Place place) const;
    [[nodiscard]] int px(int at100) const;
    [[nodiscard]] std::size_t ranks() const;
    [[nodiscard]] std::size_t steps() const;
    [[nodiscard]] const RankSteps::Cell* cellAt(Place place) const; // null: the rank has no such step
    [[nodiscard]] std::optional<Place> placeAt(QPointF at) const;
    void makeCurrent(Place place);
    void fit();
    void paintHead(QPainter& painter) const;
    void paintRank(QPainter& painter, std::size_t rank) const;
    void paintCell(QPainter& painter, Place place) const;

    Appearance& appearance_;
    std::shared_ptr<const RanksTable> rows_;
    RankMeasure measure_ = RankMeasure::Time;
    TimeNs most_ = 1; // maximum of the measure
    Place current_;
    PaintedList* parts_; // child
};

} // namespace lanes
