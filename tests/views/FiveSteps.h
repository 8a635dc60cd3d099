// Sessions that comparisons are made of.
#pragma once

#include "tests/views/ViewFixture.h"

namespace lanes::test {

// Five steps; in each aten::mm takes `product` and a little more from step to step, all else always about the same.
inline std::shared_ptr<const Trace> fiveSteps(TimeNs product, bool withExtra) {
    TraceSketch sketch;
    for (int step = 0; step < 5; ++step) {
        const TimeNs at = step * 100'000;
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step), at,
                     50'000 + product + (withExtra ? 1'000 : 0));
        sketch.op("main", "aten::mm", at + 1'000, product + step * 10, "[[16, 32], [32, 8]]");
        sketch.op("main", "aten::add", at + 50'000, 5'000 + (step % 2) * 20, "[[16, 8], [16, 8]]");
        if (withExtra) {
            sketch.op("main", "aten::relu", at + 60'000, 1'000, "[[16, 8]]");
        }
    }
    return sketch.build();
}

} // namespace lanes::test
