// What else a flame graph can show and leave out, and the files it can become.
#pragma once

#include <QMenu>

namespace lanes {

class FlameView;

class FlameMenu : public QMenu {
    Q_OBJECT

public:
    // As the view stands when it is made.
    FlameMenu(FlameView& view, QWidget* parent);

private:
    void addThresholds();
    void addExports();

    FlameView& view_;
};

} // namespace lanes
