#include "views/shared/access/PaintedList.h"

#include <utility>

namespace lanes {

PaintedList::PaintedList(QWidget& widget, Source source)
    : PaintedParts(QAccessible::List, widget)
    , source_(std::move(source)) {}

bool PaintedList::has(int part) const {
    return part >= 0 && part < source_.count();
}

int PaintedList::count(int parent) const {
    return parent == kNone ? source_.count() : 0;
}

int PaintedList::at(int /*parent*/, int index) const {
    return index;
}

int PaintedList::indexOf(int part) const {
    return part;
}

int PaintedList::parentOf(int /*part*/) const {
    return kNone;
}

PaintedPart PaintedList::part(int part) const {
    return source_.part(part);
}

int PaintedList::under(QPoint at) const {
    return source_.under(at);
}

int PaintedList::current() const {
    return source_.current();
}

void PaintedList::choose(int part) {
    source_.choose(part);
}

} // namespace lanes
