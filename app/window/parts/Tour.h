// The tour of the first minute: a few marks, one after the other, each a card beside the part of the window that it speaks
// of. What lies around it stays usable: the mouse goes to the window, and keys that move through time to the timeline.
#pragma once

#include <QRect>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace lanes {

class Appearance;

struct TourMark {
    QString title;
    QString text;
    QStringList keys;             // shown as caps beside the title
    std::function<QRect()> place; // of what it speaks of, in the window
};

class Tour : public QWidget {
    Q_OBJECT

public:
    Tour(Appearance& appearance, QWidget& window);
    ~Tour() override;

    // From the first mark on. `timeline` is who moves through time, null if nobody does at the moment.
    void start(std::vector<TourMark> marks, std::function<QWidget*()> timeline);
    // Before the last mark as well as after it.
    void end();
    [[nodiscard]] bool running() const { return running_; } // also while a dialog lies over it

Q_SIGNALS:
    void over();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void step(int by);
    void showMark();
    void place();
    void tint();
    void paintArrow(QPainter& painter) const;
    [[nodiscard]] QRect card() const; // without the room for its shadow
    [[nodiscard]] bool takesEscape(QObject* watched) const;
    [[nodiscard]] bool covered() const; // a dialog is open, which it stands aside for

    Appearance& appearance_;
    QWidget* ring_;
    QLabel* title_;
    QLabel* text_;
    QPushButton* skip_;
    QPushButton* back_;
    QPushButton* next_;
    std::vector<TourMark> marks_;
    std::function<QWidget*()> timeline_;
    std::size_t at_ = 0;
    bool running_ = false;
    QRect target_;   // of the current mark, in the window
    QTimer replace_; // once after everything has found its place
};

} // namespace lanes
