// An icon beside words. It is painted each time and never stored as a pixmap. So it is sharp on its screen, also after the
// window was moved to another screen.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

namespace lanes {

class Appearance;

class IconLabel : public QWidget {
    Q_OBJECT

public:
    // `appearance` outlives the label.
    explicit IconLabel(Appearance& appearance, QWidget* parent = nullptr);

    // `name` is one of Icons; `size` is in logical pixels. With an empty name the label is empty and takes no room.
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
