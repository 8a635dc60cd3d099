// The menu of a flame graph: what to merge or hide, and the files to export.
#pragma once

#include <QMenu>

namespace lanes {

class FlameView;

class FlameMenu : public QMenu {
    Q_OBJECT

public:
    // The entries show the settings of the view at construction.
    FlameMenu(FlameView& view, QWidget* parent);

private:
    void addThresholds();
    void addExports();

    FlameView& view_;
};

} // namespace lanes
