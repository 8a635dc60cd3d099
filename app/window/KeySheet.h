// All keys and mouse gestures on one card.
#pragma once

#include <QWidget>

namespace lanes {

class Appearance;

class KeySheet : public QWidget {
    Q_OBJECT

public:
    explicit KeySheet(Appearance& appearance, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
};

} // namespace lanes
