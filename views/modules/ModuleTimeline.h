// The timeline below the module table: the calls of the current row's modules, and their kernels among all others.
#pragma once

#include "views/modules/ModulePicture.h"

#include <QWidget>

namespace lanes {

class Appearance;

// A click chooses the call under it, or the nearest one. Left and Right choose the previous and next call.
class ModuleTimeline : public QWidget {
    Q_OBJECT

public:
    explicit ModuleTimeline(Appearance& appearance, QWidget* parent = nullptr);

    // `zero` is the moment labelled 0.
    void setPicture(ModulePicture picture, const QString& name, TimeNs zero);
    [[nodiscard]] const ModulePicture& picture() const { return picture_; }
    [[nodiscard]] int plotWidth() const;

Q_SIGNALS:
    void chosen(lanes::SliceId slice);
    void resized();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF rowBox(std::size_t row) const;
    void paintColumns(QPainter& painter, const QRectF& box, const std::vector<float>& shares,
                      const QColor& color) const;
    void rescale();
    void choose(std::size_t call);

    Appearance& appearance_;
    ModulePicture picture_;
    QString name_;
    TimeNs zero_ = 0;
    std::optional<std::size_t> current_; // index of the calls
};

} // namespace lanes
