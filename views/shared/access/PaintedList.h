// PaintedParts that stand side by side, such as the boxes of a flame graph. The widget describes them through five functions.
#pragma once

#include "views/shared/access/PaintedParts.h"

#include <functional>

namespace lanes {

class PaintedList : public PaintedParts {
    Q_OBJECT

public:
    struct Source {
        std::function<int()> count;
        std::function<PaintedPart(int)> part;
        std::function<int(QPoint)> under; // kNone: nothing there
        std::function<int()> current;     // kNone: no part is current
        std::function<void(int)> choose;
    };

    PaintedList(QWidget& widget, Source source);

    [[nodiscard]] bool has(int part) const override;
    [[nodiscard]] int count(int parent) const override;
    [[nodiscard]] int at(int parent, int index) const override;
    [[nodiscard]] int indexOf(int part) const override;
    [[nodiscard]] int parentOf(int part) const override;
    [[nodiscard]] PaintedPart part(int part) const override;
    [[nodiscard]] int under(QPoint at) const override;
    [[nodiscard]] int current() const override;
    void choose(int part) override;

private:
    Source source_;
};

} // namespace lanes
