// "Group by  Name and shapes v": a button with a quiet label, the current choice and a menu of all choices. Space, Enter or
// Down opens the menu.
#pragma once

#include <QAbstractButton>
#include <QStringList>

#include <functional>

class QMenu;

namespace lanes {

class Appearance;

class ChoiceButton : public QAbstractButton {
    Q_OBJECT

public:
    ChoiceButton(Appearance& appearance, QString label, QStringList choices, QWidget* parent = nullptr);

    [[nodiscard]] int current() const { return current_; }
    [[nodiscard]] const QStringList& choices() const { return choices_; }
    // Offers other choices, the first as the current one. Emits nothing.
    void setChoices(const QStringList& choices);
    void setCurrent(int index); // does not emit chosen()
    // Replaces the choices: the button shows `value`, and `makeMenu` makes a new menu each time it opens.
    void setMenu(const QString& value, std::function<QMenu*()> makeMenu);
    // True: shows the choice without its label, where room is short.
    void setTerse(bool terse);
    [[nodiscard]] bool isTerse() const { return terse_; }
    [[nodiscard]] int labelWidth() const; // px that the terse form saves
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QMenu* choiceMenu();
    void popUp();
    void refit();

    Appearance& appearance_;
    QString label_;
    QStringList choices_;
    QString value_;
    int current_ = 0;
    bool terse_ = false;
    std::function<QMenu*()> makeMenu_;
};

} // namespace lanes
