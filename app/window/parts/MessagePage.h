// A page with one message in its middle: a file is being read, or cannot be shown, and what to do.
#pragma once

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;

namespace lanes {

class Appearance;
class IconLabel;
class ProgressLine;

class MessagePage : public QWidget {
    Q_OBJECT

public:
    explicit MessagePage(Appearance& appearance, QWidget* parent = nullptr);

    // `progress` from 0 to 1 shows a bar; negative: no bar; above 1: a bar without known progress.
    void setMessage(const QString& icon, const QString& title, const QString& text, double progress = -1);
    [[nodiscard]] QString text() const;
    // addButton() adds a button below the text; the first is the primary one. clearButtons() removes all.
    void addButton(const QString& text, const std::function<void()>& pressed);
    void clearButtons();
    [[nodiscard]] bool hasButtons() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tint();

    Appearance& appearance_;
    QString iconName_;
    double progress_ = -1;
    IconLabel* icon_;
    QLabel* title_;
    QLabel* text_;
    ProgressLine* bar_;
    QHBoxLayout* buttons_;
};

} // namespace lanes
