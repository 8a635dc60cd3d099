// One line of the range panel: dot, name, count, duration, and a bar.
#pragma once

#include "views/shared/panels/PanelParts.h"

namespace lanes {

class RangeRow : public PanelRow {
    Q_OBJECT

public:
    struct Content {
        QColor color;
        QString name;
        QString count;
        QString value;
        double share = 0; // of the longest bar
        QString tip;
    };
    RangeRow(Appearance& appearance, Content content, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Content content_;
};

} // namespace lanes
