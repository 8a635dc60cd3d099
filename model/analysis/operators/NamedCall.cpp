#include "model/analysis/operators/NamedCall.h"

#include "model/analysis/operators/Frames.h"

namespace lanes {

bool isInNamedCall(const Trace& trace, StackId frame) {
    const StackTable& stacks = trace.stacks();
    bool called = false; // nn.Module's own code that calls forward()
    StackId inner = frame;
    for (StackId at = stacks.node(frame).parent; stacks.has(at) && at < inner; at = stacks.node(at).parent) {
        const Frame& outer = stacks.node(at).frame;
        const bool calls = trace.text(outer.function).ends_with("_call_impl");
        if (outer.module.valid() || (called && !calls)) {
            return outer.module.valid();
        }
        called = called || calls;
        inner = at;
    }
    return false;
}

std::string_view moduleOfStack(const Trace& trace, StackId innermost) {
    const Frame& frame = trace.stacks().node(innermost).frame;
    const std::string_view module = moduleOfFrame(trace, frame);
    return frame.module.valid() || module.empty() || !isInNamedCall(trace, innermost) ? module
                                                                                      : std::string_view();
}

} // namespace lanes
