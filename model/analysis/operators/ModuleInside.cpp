#include "model/analysis/operators/ModuleInside.h"

#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/operators/KeyIndex.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr int kWrappers = 6; // frames of nn.Module between a module's slice and its forward()

// The first function inside the module's slice that is called forward.
void findForward(const Trace& trace, SliceId module, ModuleInside& inside) {
    SliceId at = module;
    for (int depth = 0; depth < kWrappers && at.valid(); ++depth) {
        SliceId next;
        for (const SliceId child : trace.children(at)) {
            if (trace.slice(child).kind != EventKind::PythonFunction) {
                continue;
            }
            const std::string_view name = trace.text(trace.slice(child).name);
            if (name.ends_with(": forward")) {
                inside.forward = std::string(name);
                inside.forwardSlice = child;
                return;
            }
            next = isWrapperFrame(name) && !next.valid() ? child : next;
        }
        at = next;
    }
}

} // namespace

std::vector<bool> nodesInside(const CallContext& context, const std::set<std::string_view>& modules) {
    std::vector<bool> inside(context.size());
    for (std::uint32_t node = 0; node < context.size(); ++node) {
        const std::uint32_t caller = context.node(node).parent;
        inside[node] =
            (caller != CallContext::kNone && inside[caller]) || modules.contains(context.text(node));
    }
    return inside;
}

std::optional<ModuleInside> moduleInside(const OperatorData& data, const std::set<std::string_view>& modules,
                                         bool onDevice, TimeRange range, SliceId call,
                                         const std::stop_token& stop) {
    const OperatorForest& forest = *data.forest;
    const std::shared_ptr<const CallContext> context = data.context.get(stop);
    if (!context || stop.stop_requested()) {
        return std::nullopt;
    }
    const std::vector<bool> inside = nodesInside(*context, modules);
    ModuleInside result;
    std::vector<TimeNs> longest;
    KeyIndex names;
    for (const OperatorForest::Run& run : forest.runs()) {
        const OperatorForest::Run part = forest.within(run, range);
        const Segment& segment = forest.segmentOf(run);
        for (std::uint32_t op = part.first; op < part.end; ++op) {
            const std::uint32_t node = context->nodeOf(op);
            const std::uint32_t i = forest.position(part, op);
            const TimeNs time = onDevice ? forest.selfDevice(op) : segment.duration[i] - forest.childTime(op);
            if (node == CallContext::kNone || !inside[node] || time <= 0 ||
                segment.kind[i] != EventKind::Operator) {
                continue;
            }
            const std::uint32_t number = names.add(segment.name[i].value);
            if (number == result.operators.size()) {
                result.operators.push_back({segment.name[i], 0, 0, {}});
                longest.push_back(0);
            }
            ModuleInside::Operator& known = result.operators[number];
            known.time += time;
            ++known.calls;
            if (time > longest[number]) {
                longest[number] = time;
                known.longest = forest.slice(op);
            }
        }
    }
    std::ranges::stable_sort(result.operators, std::ranges::greater{}, &ModuleInside::Operator::time);
    if (call.valid()) {
        findForward(forest.trace(), call, result);
    }
    return result;
}

} // namespace lanes
