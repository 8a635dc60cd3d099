// The field for a search. Enter and Shift+Enter step through the matches, Down goes to the list, Esc ends the search.
#pragma once

#include <QLineEdit>

namespace lanes {

class SearchField : public QLineEdit {
    Q_OBJECT

public:
    using QLineEdit::QLineEdit;

Q_SIGNALS:
    void stepRequested(bool forward);
    void listRequested();
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace lanes
