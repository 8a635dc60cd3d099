// The row for a hypothetical speedup: a slider from 1 to 10 times, and below it the resulting length of the range.
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
    void stepBy(int steps);             // each step is half a time
    [[nodiscard]] QSlider& slider() const { return *slider_; }
    // Sets the length of the range with the speedup; nothing while it is computed.
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
