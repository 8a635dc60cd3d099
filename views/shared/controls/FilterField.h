// A field for the filter of a view. If the filter cannot be read, a red frame marks the field and the tooltip says why.
#pragma once

#include "model/analysis/text/Filter.h"

#include <QLineEdit>
#include <QTimer>

namespace lanes {

class Appearance;

class FilterField : public QLineEdit {
    Q_OBJECT

public:
    FilterField(Appearance& appearance, const QString& icon, const QString& hint, QWidget* parent = nullptr);

    // The newest filter that could be read, even if the text now cannot be.
    [[nodiscard]] const Filter& filter() const { return filter_; }
    [[nodiscard]] const QString& complaint() const { return complaint_; } // empty: readable

Q_SIGNALS:
    void filterChanged(); // emitted a moment after the last key; at once with Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle();
    void apply();

    Appearance& appearance_;
    QString icon_;
    QAction* symbol_ = nullptr;
    QTimer pause_;
    Filter filter_;
    QString complaint_;
};

} // namespace lanes
