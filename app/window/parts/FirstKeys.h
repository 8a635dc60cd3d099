// The card of the first run: names the four keys that move through time. In nobody's way: it takes no focus, and goes
// once it has been followed or closed.
#pragma once

#include <QPointer>
#include <QWidget>

class QToolButton;

namespace lanes {

class Appearance;
class ViewState;

class FirstKeys : public QWidget {
    Q_OBJECT

public:
    // Shown at the bottom of `place`, its parent.
    FirstKeys(Appearance& appearance, QWidget* place);

    // Shows itself until `state` has been zoomed or moved by its user.
    void teach(ViewState& state);

Q_SIGNALS:
    void learnt();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void forget();
    void finish();

    Appearance& appearance_;
    QToolButton* close_;
    QPointer<ViewState> state_;
    int moves_ = 0;
};

} // namespace lanes
