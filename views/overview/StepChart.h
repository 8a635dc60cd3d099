// The duration of each step: one bar per step, coloured by the cause of a long step, with the median and p95 as lines.
#pragma once

#include "model/analysis/time/OverviewNumbers.h"

#include <QWidget>

#include <vector>

namespace lanes {

class Appearance;

// A click or the arrow keys choose a step. A double click, Enter or Space go to it.
class StepChart : public QWidget {
    Q_OBJECT

public:
    StepChart(Appearance& appearance, const OverviewNumbers::Steps& steps, QWidget* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(steps_.bars.size()); }
    [[nodiscard]] int current() const { return current_; }
    void setCurrent(int index); // does not emit chosen()
    [[nodiscard]] QRectF barRect(int index) const;
    // "Step 14 took 174.1 ms. +147 ms: Data loading." For a step that is not steady it also tells the kind of step.
    [[nodiscard]] QString textOf(int index) const;
    // The colour of the cause if the step took longer than the median; else grey.
    [[nodiscard]] QColor colorOf(int index) const;

Q_SIGNALS:
    void chosen(int index);
    void opened(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int barAt(double x) const;
    [[nodiscard]] double yOf(TimeNs length) const;
    void choose(int index);
    void paintLines(QPainter& painter) const;
    void paintNumbers(QPainter& painter) const;

    Appearance& appearance_;
    OverviewNumbers::Steps steps_;
    TimeNs top_; // duration at the full height; longer bars are cut
    int current_ = -1;
};

} // namespace lanes
