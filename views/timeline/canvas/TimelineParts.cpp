#include "views/timeline/canvas/TimelineParts.h"

#include "views/shared/text/Text.h"
#include "views/timeline/canvas/RowWalk.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <algorithm>

namespace lanes {

TimelineParts::TimelineParts(TimelineCanvas& canvas)
    : PaintedParts(QAccessible::Tree, canvas)
    , canvas_(canvas) {}

void TimelineParts::gather() const {
    if (list_ == canvas_.list()) {
        return;
    }
    list_ = canvas_.list();
    rows_.clear();
    events_.clear();
    for (std::size_t place = 0; list_ && place < list_->rows.size(); ++place) {
        const DrawRow& drawn = list_->rows[place];
        if (placeOf(*list_, drawn.row) != &drawn) {
            continue; // no row to stop at
        }
        Row row{static_cast<int>(place), static_cast<int>(events_.size()), 0};
        for (const Band& band : drawn.bands) {
            for (const SliceBox& box : band.pixels.boxes) {
                events_.push_back(box.slice);
            }
        }
        row.end = static_cast<int>(events_.size());
        rows_.push_back(row);
    }
}

bool TimelineParts::has(int part) const {
    gather();
    return part >= 0 && part < rows() + static_cast<int>(events_.size());
}

int TimelineParts::count(int parent) const {
    gather();
    if (parent == kNone) {
        return rows();
    }
    return parent < rows()
               ? rows_[static_cast<std::size_t>(parent)].end - rows_[static_cast<std::size_t>(parent)].begin
               : 0;
}

int TimelineParts::at(int parent, int index) const {
    return parent == kNone ? index : rows() + rows_[static_cast<std::size_t>(parent)].begin + index;
}

int TimelineParts::indexOf(int part) const {
    const int row = parentOf(part);
    return row == kNone ? part : part - rows() - rows_[static_cast<std::size_t>(row)].begin;
}

int TimelineParts::parentOf(int part) const {
    gather();
    if (part < rows()) {
        return kNone;
    }
    const auto after = std::ranges::upper_bound(rows_, part - rows(), {}, &Row::end);
    return static_cast<int>(after - rows_.begin());
}

PaintedPart TimelineParts::part(int part) const {
    return part < rows() ? rowPart(rows_[static_cast<std::size_t>(part)])
                         : eventPart(events_[static_cast<std::size_t>(part - rows())]);
}

PaintedPart TimelineParts::rowPart(const Row& row) const {
    const DrawRow& drawn = list_->rows[static_cast<std::size_t>(row.place)];
    const TimelineRow& about = list_->request.rows->rows()[static_cast<std::size_t>(drawn.row)];
    QStringList said{about.sub, about.note, drawn.note, about.value};
    if (drawn.busy >= 0) {
        said << TimelineCanvas::tr("busy for %1 of what is in view").arg(percentText(drawn.busy));
    }
    said.removeAll(QString());
    said.removeDuplicates();
    return {.role = QAccessible::TreeItem,
            .name = about.label,
            .description = said.join(QStringLiteral(", ")),
            .box = canvas_.rowRect(drawn),
            .current = canvas_.ledRow() == drawn.row && !canvas_.state().selection().valid(),
            .folds = about.hasChildren,
            .folded = drawn.folded};
}

PaintedPart TimelineParts::eventPart(SliceId slice) const {
    const Trace& trace = list_->request.rows->trace();
    const Trace::Slice event = trace.slice(slice);
    return {.name = toQString(trace.text(event.name)),
            .description = TimelineCanvas::tr("%1, %2, %3 after the begin")
                               .arg(kindText(event.kind), durationText(event.duration),
                                    durationText(event.start - canvas_.state().origin())),
            .box = canvas_.rectOf(slice).value_or(QRect()) & canvas_.rect(),
            .current = canvas_.state().selection() == slice};
}

int TimelineParts::under(QPoint at) const {
    gather();
    for (int row = 0; row < rows(); ++row) {
        const Row& here = rows_[static_cast<std::size_t>(row)];
        if (!canvas_.rowRect(list_->rows[static_cast<std::size_t>(here.place)]).contains(at)) {
            continue;
        }
        for (int event = here.begin; event < here.end; ++event) {
            const auto box = canvas_.rectOf(events_[static_cast<std::size_t>(event)]);
            if (box && box->contains(at)) {
                return rows() + event;
            }
        }
        return row;
    }
    return kNone;
}

int TimelineParts::current() const {
    gather();
    const SliceId selected = canvas_.state().selection();
    const auto event = selected.valid() ? std::ranges::find(events_, selected) : events_.end();
    if (event != events_.end()) {
        return rows() + static_cast<int>(event - events_.begin());
    }
    const auto led = std::ranges::find_if(rows_, [&](const Row& row) {
        return list_->rows[static_cast<std::size_t>(row.place)].row == canvas_.ledRow();
    });
    return led != rows_.end() ? static_cast<int>(led - rows_.begin()) : kNone;
}

void TimelineParts::choose(int part) {
    if (part >= rows()) {
        canvas_.state().select(events_[static_cast<std::size_t>(part - rows())]);
    } else {
        canvas_.leadRow(
            list_->rows[static_cast<std::size_t>(rows_[static_cast<std::size_t>(part)].place)].row);
    }
}

} // namespace lanes
