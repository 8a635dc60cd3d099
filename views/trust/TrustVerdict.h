// The head of the Data quality page: one sentence about the session, and its key figures.
#pragma once

#include "model/analysis/trust/Ledger.h"

#include <QString>
#include <QWidget>

namespace lanes {

class Appearance;
class KeyFigures;

class TrustVerdict : public QWidget {
    Q_OBJECT

public:
    explicit TrustVerdict(Appearance& appearance, QWidget* parent = nullptr);

    void setLedger(const Ledger& ledger);
    [[nodiscard]] const QString& sentence() const { return sentence_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();
    [[nodiscard]] QRectF banner() const;

    Appearance& appearance_;
    KeyFigures* figures_ = nullptr; // child; null before there is a ledger
    bool sound_ = true;
    QString sentence_;
    QString remark_;
};

} // namespace lanes
