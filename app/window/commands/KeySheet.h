// All keys and mouse gestures on one card.
#pragma once

#include <QWidget>

namespace lanes {

class Actions;
class Appearance;

class KeySheet : public QWidget {
    Q_OBJECT

public:
    KeySheet(Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void speak();

    Appearance& appearance_;
    const Actions& actions_;
};

} // namespace lanes
