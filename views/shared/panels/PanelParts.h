// The rows of a side panel: head, key figures, histogram, section heads, links, small fields.
#pragma once

#include <QAbstractButton>
#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace lanes {

class Appearance;

// Padding of a panel, px at 100 %.
inline constexpr int kPanelPadding = 16;

// A row that paints itself in the look of its window and keeps its height.
class PanelRow : public QWidget {
    Q_OBJECT

public:
    PanelRow(Appearance& appearance, int height, QWidget* parent = nullptr);

protected:
    [[nodiscard]] Appearance& look() const { return appearance_; }
    // The rectangle inside the padding.
    [[nodiscard]] QRectF inner() const;
    [[nodiscard]] int px(int at100) const;
    void setRowHeight(int at100);

private:
    void rescale();

    Appearance& appearance_;
    int height_;
};

// The same for rows that can be clicked: hover, focus, Enter or Space. Without `link` it only shows something.
class PanelButton : public QAbstractButton {
    Q_OBJECT

public:
    PanelButton(Appearance& appearance, int height, bool link, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override { return {100, height()}; }

protected:
    [[nodiscard]] Appearance& look() const { return appearance_; }
    [[nodiscard]] QRectF inner() const;
    [[nodiscard]] int px(int at100) const;
    void paintBack(QPainter& painter) const;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Appearance& appearance_;
    int height_;
    bool link_;
};

// A hairline between two sections, with `above` and `below` pixels of free space.
class PanelRule : public PanelRow {
    Q_OBJECT

public:
    PanelRule(Appearance& appearance, int above, int below, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int above_;
};

// The head of a section: "Links", and a quiet hint at the right.
class SectionHead : public PanelRow {
    Q_OBJECT

public:
    SectionHead(Appearance& appearance, QString title, QString hint = {}, QWidget* parent = nullptr);
    void setHint(const QString& hint);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString title_;
    QString hint_;
};

struct Figure {
    QString label;
    QString value;
};

// Up to three key figures side by side.
class Figures : public PanelRow {
    Q_OBJECT

public:
    Figures(Appearance& appearance, std::vector<Figure> figures, QWidget* parent = nullptr);
    // Setting the same value again costs nothing.
    void setFigure(std::size_t index, const QString& value);
    // Marks the figure as a bad one.
    void setWarning(std::size_t index);
    [[nodiscard]] const std::vector<Figure>& figures() const { return figures_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void sayThem();
    [[nodiscard]] QFont fitting(const QString& value, qreal width) const;
    std::vector<Figure> figures_;
    std::size_t warning_ = ~std::size_t(0);
};

// A link to another event: "Launch  cudaLaunchKernel  29.697 ms [".
class LinkRow : public PanelButton {
    Q_OBJECT

public:
    struct Parts {
        QString icon;
        QString role;
        QString target;
        QString time;
        QString key; // key cap at the right; empty: none
    };
    LinkRow(Appearance& appearance, Parts parts, QWidget* parent = nullptr);
    [[nodiscard]] const Parts& parts() const { return parts_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Parts parts_;
};

// Small labelled values, three to a line.
class FieldGrid : public PanelRow {
    Q_OBJECT

public:
    FieldGrid(Appearance& appearance, std::vector<Figure> fields, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Figure> fields_;
};

// "External id    26": one field per line. A long value is cut in the middle and stands in full in the tooltip.
class FieldRow : public PanelRow {
    Q_OBJECT

public:
    FieldRow(Appearance& appearance, Figure field, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Figure field_;
};

} // namespace lanes
