// What if some of a path were faster: a slider from 1 to 10 times, and below it what the range would then have taken.
#pragma once

#include "model/base/Time.h"

#include <QWidget>

#include <optional>

class QLabel;
class QSlider;

namespace lanes {

class Appearance;
class Figures;

class WhatIfRow : public QWidget {
    Q_OBJECT

public:
    WhatIfRow(Appearance& appearance, TimeNs total, QWidget* parent = nullptr);

    [[nodiscard]] double times() const; // 1 to 10
    void stepBy(int steps);             // of half a time
    [[nodiscard]] QSlider& slider() const { return *slider_; }
    // What the range would take; nothing while it is being found out.
    void setAfter(std::optional<TimeNs> after);
    [[nodiscard]] std::optional<TimeNs> after() const { return after_; }

Q_SIGNALS:
    void timesChanged();

private:
    void showTimes();

    QSlider* slider_;  // child
    QLabel* label_;    // child
    Figures* figures_; // child
    TimeNs total_;
    std::optional<TimeNs> after_;
};

} // namespace lanes
