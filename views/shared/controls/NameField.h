// A line edit over a view for naming something. Enter accepts the name, and so does moving the focus elsewhere in the window.
// Esc rejects it.
#pragma once

#include <QLineEdit>
#include <QPoint>
#include <QString>

#include <functional>

namespace lanes {

class Appearance;

// It asks one question at a time. Letters are text here, even where the view uses them as keys.
class NameField : public QLineEdit {
    Q_OBJECT

public:
    // Stays hidden until ask().
    NameField(Appearance& appearance, const QString& what, QWidget* view);

    // `at` is the upper left corner, moved so that the field lies within the view. `taken(name)` is called once, unless the
    // user rejects the name.
    void ask(QPoint at, const QString& name, std::function<void(const QString&)> taken);

    // Accepts the current text if a question is open. The asking object calls this before it is destroyed: afterwards `taken`
    // would have no receiver.
    void finish() { end(true); }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void end(bool take);

    Appearance& appearance_;
    std::function<void(const QString&)> taken_; // empty: no question is open
};

} // namespace lanes
