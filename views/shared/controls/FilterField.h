// A field that narrows a view down; says under itself what is wrong with a filter that cannot be read.
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

    // The newest filter that could be read.
    [[nodiscard]] const Filter& filter() const { return filter_; }
    [[nodiscard]] const QString& complaint() const { return complaint_; } // empty: none

Q_SIGNALS:
    void filterChanged(); // a moment after the last key; at once with Enter

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
