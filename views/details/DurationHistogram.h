// The distribution of durations of one name, and the place of the selected event in it.
#pragma once

#include "model/analysis/operators/Siblings.h"
#include "model/trace/Category.h"
#include "views/shared/panels/PanelParts.h"

namespace lanes {

// The durations of all events with one name. The selected event's bar stands out.
class DurationHistogram : public PanelRow {
    Q_OBJECT

public:
    DurationHistogram(Appearance& appearance, Hue hue, QWidget* parent = nullptr);
    void setSiblings(const Siblings& siblings);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Hue hue_;
    Siblings siblings_;
};

} // namespace lanes
