// A few values as columns side by side in a side panel, for instance one per layer or one per replay.
#pragma once

#include "views/shared/panels/PanelParts.h"

#include <QColor>
#include <QString>

#include <optional>
#include <vector>

namespace lanes {

// A click selects a column. Left and Right select the neighbours.
class PanelColumns : public PanelRow {
    Q_OBJECT

public:
    struct Column {
        double value = 0;
        QString text; // in the tooltip, and above the column where all texts fit
        QColor color;
    };
    struct Content {
        std::vector<Column> columns;
        double line = -1; // value of a line across all columns; below 0: none
        QString first;    // text below the first column
        // Text below the last column.
        QString last;
    };
    PanelColumns(Appearance& appearance, Content content, QWidget* parent = nullptr);
    [[nodiscard]] const Content& content() const { return content_; }
    void setCurrent(std::size_t column); // does not emit chosen()

Q_SIGNALS:
    void chosen(std::size_t column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF boxOf(std::size_t column) const;
    [[nodiscard]] std::size_t columnAt(qreal x) const;
    [[nodiscard]] qreal pitch() const;
    void choose(std::size_t column);

    Content content_;
    double most_ = 0;
    bool texts_ = false; // above the columns
    std::optional<std::size_t> current_;
};

} // namespace lanes
