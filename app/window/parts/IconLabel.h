// An icon that stands beside words. It is painted each time and never kept as a picture, so it is as sharp as the screen that
// it is on, also after the window has gone to another one.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

namespace lanes {

class Appearance;

class IconLabel : public QWidget {
    Q_OBJECT

public:
    // `appearance` outlives it.
    explicit IconLabel(Appearance& appearance, QWidget* parent = nullptr);

    // `name` as Icons has it, `size` in logical pixels; an empty name: nothing, and no room taken.
    void setIcon(const QString& name, int size, const QColor& color);
    [[nodiscard]] QSize sizeHint() const override { return {size_, size_}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    QString name_;
    QColor color_;
    int size_ = 0;
};

} // namespace lanes
