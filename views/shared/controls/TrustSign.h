// The small sign beside figures that cannot be trusted in full: how many entries of the session's ledger touch them. It says
// which when it is pointed at or focused, and a click, Space or Enter opens the page that explains them. Nothing to say: not
// there.
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

    // The session whose figures they are, or null.
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
