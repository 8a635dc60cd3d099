// Key figures side by side, each with its name above and a quiet remark below. They take two rows where one row would cut words
// off.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

namespace lanes {

class Appearance;

class KeyFigures : public QWidget {
    Q_OBJECT

public:
    struct Figure {
        enum class Tone : std::uint8_t { Plain, Quiet, Good, Warn, Bad };
        QString label;
        QString value;
        QString remark;
        Tone tone = Tone::Plain;
    };
    KeyFigures(Appearance& appearance, std::vector<Figure> figures, QWidget* parent = nullptr);
    [[nodiscard]] const std::vector<Figure>& figures() const { return figures_; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::size_t columnsIn(int width) const;

    Appearance& appearance_;
    std::vector<Figure> figures_;
};

} // namespace lanes
