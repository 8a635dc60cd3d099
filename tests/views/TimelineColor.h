// What colour the timeline gives a slice, for the tests of the views that show it with the same one.
#pragma once

#include "views/shared/look/Theme.h"
#include "views/timeline/painting/TimelinePrepare.h"

#include <QColor>

#include <memory>
#include <string_view>

namespace lanes::test {

// Of the first box of that name; invalid if the timeline shows none.
inline QColor colorOnTimeline(const std::shared_ptr<const Trace>& trace, std::string_view name,
                              const Theme& theme) {
    DrawRequest request;
    request.rows = TimelineRows::build(LodIndex::build(trace));
    request.range = trace->span();
    request.width = 1000;
    request.height = 1000;
    const auto list = TimelinePrepare().prepare(request);
    for (const DrawRow& row : list->rows) {
        for (const Band& band : row.bands) {
            for (const SliceBox& box : band.pixels.boxes) {
                if (trace->text(box.name) == name) {
                    return theme.hueColor(box.hue, box.shade);
                }
            }
        }
    }
    return {};
}

// An addition on the device whose recorded name, with its template arguments, has another shade than its short one.
inline constexpr std::string_view kAddition =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >(int)";

} // namespace lanes::test
