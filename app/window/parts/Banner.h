// A line across the page for errors and running work. It leaves the page in sight.
#pragma once

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace lanes {

class Appearance;
class IconLabel;

class Banner : public QWidget {
    Q_OBJECT

public:
    enum class Tone { Info, Warning, Error };

    explicit Banner(Appearance& appearance,
                    QWidget* parent = nullptr); // hidden until it has something to say

    void say(Tone tone, const QString& text);
    // The same with a button for a remedy.
    void say(Tone tone, const QString& text, const QString& button, const std::function<void()>& pressed);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tint();

    Appearance& appearance_;
    Tone tone_ = Tone::Info;
    IconLabel* icon_;
    QLabel* text_;
    QHBoxLayout* layout_;
    QPushButton* button_ = nullptr;
    std::function<void()> pressed_; // action of the button
    QToolButton* close_;
};

} // namespace lanes
