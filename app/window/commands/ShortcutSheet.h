// All commands with their keys, for changing them: the user picks a command and presses the new keys. Keys of another command
// are refused.
#pragma once

#include "app/window/commands/Actions.h"

#include <QWidget>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lanes {

class Appearance;

class ShortcutSheet : public QWidget {
    Q_OBJECT

public:
    ShortcutSheet(Appearance& appearance, Actions& actions, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    // The text below the list: the reason why the keys cannot be used; or empty.
    [[nodiscard]] QString complaint() const;
    void pick(ActionId id);

private:
    void fill();
    void filter(const QString& words);
    void showPicked();
    void check();
    void assign();
    [[nodiscard]] ActionId picked() const; // Count: none

    Appearance& appearance_;
    Actions& actions_;
    QLineEdit* filter_;
    QTreeWidget* list_;
    QKeySequenceEdit* keys_;
    QPushButton* assign_;
    QPushButton* none_;
    QPushButton* default_;
    QLabel* complaint_;
};

} // namespace lanes
