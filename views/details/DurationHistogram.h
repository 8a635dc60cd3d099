// How the durations of one name spread, and where the selected event stands among them.
#pragma once

#include "model/analysis/operators/Siblings.h"
#include "model/trace/Category.h"
#include "views/shared/panels/PanelParts.h"

namespace lanes {

// How long the events of one name last; the selected one's bar stands out.
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
