// The tooltip of a slice: its whole name, how long it took, what it belongs to.
#pragma once

#include "model/lod/LodIndex.h"
#include "views/shared/Appearance.h"

#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

namespace lanes {

// A window of its own that takes no input.
class SliceTip : public QWidget {
    Q_OBJECT

public:
    explicit SliceTip(Appearance& appearance, QWidget* parent);

    // At `global`, kept on its screen. Texts are made here, once per slice.
    void showFor(const Trace& trace, SliceId slice, QPoint global);
    [[nodiscard]] QString text() const; // what it says, for tests and screen readers

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fill(const Trace& trace, SliceId slice);
    void arrange();

    Appearance& appearance_;
    SliceId slice_;
    QString name_;
    QString duration_;
    QColor dot_;
    std::vector<std::pair<QString, QString>> lines_;
};

} // namespace lanes
