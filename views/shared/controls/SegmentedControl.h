// A choice of one from a few modes side by side: "Time order | Merged | Bottom-up". Left and Right choose.
#pragma once

#include <QStringList>
#include <QWidget>

namespace lanes {

class Appearance;

class SegmentedControl : public QWidget {
    Q_OBJECT

public:
    SegmentedControl(Appearance& appearance, QStringList names, QWidget* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(names_.size()); }
    [[nodiscard]] int current() const { return current_; }
    void setCurrent(int index); // does not emit chosen()
    void setNames(const QStringList& names);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int widthOf(int index) const;
    void choose(int index);
    void refit();

    Appearance& appearance_;
    QStringList names_;
    int current_ = 0;
};

} // namespace lanes
