// A line over a view in which one gives something a name: Enter takes it, Esc does not, leaving it does.
#pragma once

#include <QLineEdit>
#include <QPoint>
#include <QString>

#include <functional>

namespace lanes {

class Appearance;

// One question at a time; letters are letters here, whatever the view takes them for.
class NameField : public QLineEdit {
    Q_OBJECT

public:
    // Hidden until it asks.
    NameField(Appearance& appearance, const QString& what, QWidget* view);

    // `at`: its upper left corner, which is kept in the view. `taken(name)` is called once, unless it was given up.
    void ask(QPoint at, const QString& name, std::function<void(const QString&)> taken);

    // Takes what stands there, if something is asked. Whoever asks does so before it goes: afterwards nobody could be told.
    void finish() { end(true); }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void end(bool take);

    Appearance& appearance_;
    std::function<void(const QString&)> taken_; // empty: nothing is asked
};

} // namespace lanes
