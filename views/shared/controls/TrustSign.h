// The small sign beside figures that are affected by entries of the session's ledger (Data quality); it shows how many.
// Pointing at it or focusing it lists the entries. A click, Space or Enter opens the page that explains them. The sign is
// hidden while no entry affects the figures.
#pragma once

#include "model/analysis/trust/TouchedFigures.h"

#include <QAbstractButton>
#include <QPointer>

namespace lanes {

class Appearance;
class ViewState;

class TrustSign : public QAbstractButton {
    Q_OBJECT

public:
    TrustSign(Appearance& appearance, FigureKind figures, QWidget* parent = nullptr);

    // The session that the figures describe, or null.
    void setState(ViewState* state);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();

    Appearance& appearance_;
    FigureKind figures_;
    QPointer<ViewState> state_;
    QString first_; // key of the first entry
};

} // namespace lanes
