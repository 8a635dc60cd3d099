// A view on a session, shown and settled; for the tests of all views.
#pragma once

#include "tests/support/Patience.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"

#include <QtTest>

#include <memory>
#include <string>

namespace lanes::test {

// Two steps of a model of two layers: each layer multiplies on the device and allocates its result; a copy waits.
inline std::shared_ptr<const Trace> twoSteps() {
    TraceSketch sketch;
    std::uint64_t address = 1;
    for (int step = 0; step < 2; ++step) {
        const TimeNs at = step * 10'000;
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step + 1), at, 9'000);
        sketch.slice("main", "python_function", "train.py(12): forward", at + 10, 8'000);
        for (int layer = 0; layer < 2; ++layer) {
            const TimeNs begin = at + 100 + layer * 3'000;
            sketch.slice("main", "python_function", "nn.Module: Linear_" + std::to_string(layer), begin,
                         2'000);
            sketch.op("main", "aten::linear", begin + 10, 1'900);
            sketch.op("main", "aten::mm", begin + 20, 1'000, "[[16, 32], [32, 8]]", "[\"float\", \"float\"]");
            sketch.kernel("main", begin + 40, "gpu0/7", "ampere_sgemm_128x64_nn", begin + 200,
                          500 + 100 * layer);
            sketch.memory("main", begin + 30, address, 4 << 20, std::int64_t(address) * (4 << 20), 64 << 20);
            ++address;
        }
    }
    return sketch.build();
}

// Operators alone, without a device, memory, shapes or Python.
inline std::shared_ptr<const Trace> bareOperators() {
    TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 100);
    return sketch.build();
}

template<class View>
struct ViewFixture {
    Appearance look{Appearance::Mode::Dark};
    std::unique_ptr<ViewState> state = std::make_unique<ViewState>();
    std::unique_ptr<View> view = std::make_unique<View>(look);

    explicit ViewFixture(std::shared_ptr<const Trace> trace) {
        state->setTrace(std::move(trace));
        view->resize(1300, 700);
        view->setState(state.get());
        view->show();
    }
    [[nodiscard]] bool settled() const {
        return QTest::qWaitFor([this] { return !view->busy(); }, kPatience);
    }
    [[nodiscard]] QString selected() const {
        const SliceId slice = state->selection();
        return slice.valid() ? QString::fromStdString(
                                   std::string(state->trace()->text(state->trace()->slice(slice).name)))
                             : QString();
    }
    void select(std::string_view name) const {
        for (std::uint32_t id = 0; id < state->trace()->sliceCount(); ++id) {
            if (state->trace()->text(state->trace()->slice(SliceId(id)).name) == name) {
                state->select(SliceId(id));
                return;
            }
        }
    }
};

} // namespace lanes::test
