// The top of a side panel: what is shown, in two lines, and its buttons.
#pragma once

#include "model/trace/Category.h"
#include "views/shared/PanelParts.h"

#include <optional>

class QToolButton;

namespace lanes {

class PanelHead : public PanelRow {
    Q_OBJECT

public:
    explicit PanelHead(Appearance& appearance, QWidget* parent = nullptr);

    // An event: dot, what it is, its name (whole in the tooltip).
    void showSlice(Hue hue, int shade, const QString& kind, const QString& name);
    // A session or range: title and a sentence.
    void showTitle(const QString& title, const QString& sentence);

Q_SIGNALS:
    void fitRequested();
    void copyRequested();
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* button(const QString& icon, const QString& text);
    void place();
    void tint();

    std::optional<std::pair<Hue, int>> dot_;
    QString first_;
    QString second_;
    std::vector<std::pair<QToolButton*, QString>> buttons_; // from the right
};

} // namespace lanes
