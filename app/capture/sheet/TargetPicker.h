// The part of the capture dialog that offers targets for a program, with what was found on each.
#pragma once

#include "app/capture/sheet/PickTable.h"

#include <QWidget>

namespace lanes {

class Appearance;
class OfferedTargets;

class TargetPicker : public QWidget {
    Q_OBJECT

public:
    explicit TargetPicker(Appearance& appearance, QWidget* parent = nullptr);

    // Shows the table and searches for running containers.
    void open();
    [[nodiscard]] QWidget* table() const;

Q_SIGNALS:
    void chosen(const QString& target); // empty: this machine
    void closed();                      // by the keyboard

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    [[nodiscard]] PickTable::Look lookOf(const QModelIndex& cell) const;
    void choose(const QModelIndex& index);
    void fit();

    Appearance& appearance_;
    OfferedTargets* targets_;
    PickTable* table_;
};

} // namespace lanes
