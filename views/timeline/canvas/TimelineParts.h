// Describes the timeline to screen readers: its rows, and in each row the events wide enough for a box of their own.
#pragma once

#include "model/base/Ids.h"
#include "views/shared/access/PaintedParts.h"
#include "views/timeline/painting/DrawList.h"

#include <memory>
#include <vector>

namespace lanes {

class TimelineCanvas;

class TimelineParts : public PaintedParts {
    Q_OBJECT

public:
    explicit TimelineParts(TimelineCanvas& canvas);

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
    // Parts are numbered: first the rows, then the events, row by row.
    struct Row {
        int place = 0; // index of the list's rows
        int begin = 0; // number of its first event
        int end = 0;
    };
    void gather() const;
    [[nodiscard]] int rows() const { return static_cast<int>(rows_.size()); }
    [[nodiscard]] PaintedPart rowPart(const Row& row) const;
    [[nodiscard]] PaintedPart eventPart(SliceId slice) const;

    TimelineCanvas& canvas_;
    // The list on screen for which the parts were made. They are made on demand.
    mutable std::shared_ptr<const DrawList> list_;
    mutable std::vector<Row> rows_;
    mutable std::vector<SliceId> events_;
};

} // namespace lanes
