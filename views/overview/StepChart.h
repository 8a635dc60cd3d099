// How long each step took: a bar for each, coloured by what made it long, with the median and p95 as lines.
#pragma once

#include "model/analysis/time/OverviewNumbers.h"

#include <QWidget>

#include <vector>

namespace lanes {

class Appearance;

// A click or the arrow keys choose a step; a double click, Enter or Space go to it.
class StepChart : public QWidget {
    Q_OBJECT

public:
    StepChart(Appearance& appearance, const OverviewNumbers::Steps& steps, QWidget* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(steps_.bars.size()); }
    [[nodiscard]] int current() const { return current_; }
    void setCurrent(int index); // says nothing
    [[nodiscard]] QRectF barRect(int index) const;
    // "Step 14 took 174.1 ms. +147 ms: Data loading.", and of what kind the step is where it is not steady.
    [[nodiscard]] QString textOf(int index) const;
    // Of a step that took longer than the median what made it so, in grey of any other.
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
    TimeNs top_; // the length that fills the height; longer bars are cut
    int current_ = -1;
};

} // namespace lanes
