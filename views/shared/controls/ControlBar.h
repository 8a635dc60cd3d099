// The bar above a view, 40 px high. Modes stand at the left, counts in quiet words behind them, buttons at the right.
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

    // Adds a control behind those at the left. `gap` is the space before it in px at 100 %; `stretch` is its share of the free
    // width.
    void add(QWidget* control, int gap = 8, int stretch = 0);
    // Inserts a control before the `index`-th of those at the left, with 8 px behind it.
    void insert(int index, QWidget* control);
    // Adds a control behind those at the right.
    void addRight(QWidget* control, int gap = 8);
    // Returns a framed button of 26 px with an icon. The bar owns it.
    [[nodiscard]] QPushButton* makeButton(const QString& icon, const QString& text);
    // Returns a label for quiet words, which are cut where they don't fit. The bar owns it.
    [[nodiscard]] QLabel* makeHint();
    [[nodiscard]] QSize minimumSizeHint() const override; // with all choices terse

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
