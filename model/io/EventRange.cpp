#include "model/io/EventRange.h"

namespace lanes {

void EventRange::Columns::reserve(std::size_t n) {
    time.reserve(n);
    name.reserve(n);
    shape.reserve(n);
    row.reserve(n);
}

} // namespace lanes
