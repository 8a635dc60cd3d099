// The bar of 40 px above a view: its modes at the left, what it counts in quiet words, its buttons at the right.
#pragma once

#include <QList>
#include <QWidget>

#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace lanes {

class Appearance;
class ChoiceButton;

class ControlBar : public QWidget {
    Q_OBJECT

public:
    explicit ControlBar(Appearance& appearance, QWidget* parent = nullptr);

    // From left to right; `gap` px at 100 % before it, `stretch` its share of what is left.
    void add(QWidget* control, int gap = 8, int stretch = 0);
    // Before the `index`-th of those, with 8 px behind it.
    void insert(int index, QWidget* control);
    // Stand at the right, in order.
    void addRight(QWidget* control, int gap = 8);
    // A framed button of 26 px with an icon. Owned by the bar.
    [[nodiscard]] QPushButton* makeButton(const QString& icon, const QString& text);
    // Quiet words, cut where they don't fit. Owned by the bar.
    [[nodiscard]] QLabel* makeHint();
    [[nodiscard]] QSize minimumSizeHint() const override; // with choices that go without their labels

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void restyle();
    void fit();
    [[nodiscard]] QList<ChoiceButton*> choices() const;
    [[nodiscard]] int widthWith(bool labels) const;

    Appearance& appearance_;
    QHBoxLayout* left_;
    QHBoxLayout* right_;
    std::vector<std::pair<QPushButton*, QString>> buttons_;
    std::vector<QLabel*> hints_;
};

} // namespace lanes
