// The top of a side panel: the subject in two lines, and buttons.
#pragma once

#include "model/trace/Category.h"
#include "views/shared/panels/HeadRow.h"

#include <optional>

namespace lanes {

class PanelHead : public HeadRow {
    Q_OBJECT

public:
    explicit PanelHead(Appearance& appearance, QWidget* parent = nullptr);

    // Shows an event: a dot, its kind and its readable name. The tooltip has the recorded name.
    void showSlice(Hue hue, int shade, const QString& kind, const QString& name, const QString& recorded);
    enum Button { Copy = 1, Fit = 2 };
    Q_DECLARE_FLAGS(Buttons, Button)
    // Shows another subject: a title and a sentence.
    void showTitle(const QString& title, const QString& sentence, Buttons buttons);

Q_SIGNALS:
    void fitRequested();
    void copyRequested();
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void show(std::optional<std::pair<Hue, int>> dot, const QString& first, const QString& second,
              const QString& tip, Buttons buttons);

    std::optional<std::pair<Hue, int>> dot_;
    QString first_;
    QString second_;
    Buttons shown_;
    QToolButton* copy_;
    QToolButton* fit_;
};

} // namespace lanes
