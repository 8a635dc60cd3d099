// The head of a panel that can be moved, floated and closed.
#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace lanes {

class Appearance;

class DockTitle : public QWidget {
    Q_OBJECT

public:
    DockTitle(Appearance& appearance, QDockWidget& dock);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tint();

    Appearance& appearance_;
    QDockWidget& dock_;
    QToolButton* float_;
    QToolButton* close_;
};

} // namespace lanes
