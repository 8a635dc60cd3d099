#include "model/analysis/compare/CallPaths.h"

#include "model/analysis/compare/StepThreads.h"
#include "model/base/SecretHash.h"
#include "model/base/StopEvery.h"
#include "model/trace/Profile.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

// The modules around each node of a context, as a tree of names: 0 is none.
class ModulePaths {
public:
    explicit ModulePaths(const CallContext& context)
        : context_(context)
        , of_(context.size(), 0) {
        for (std::uint32_t node = 0; node < context.size(); ++node) { // callers before what they call
            const CallContext::Node& at = context.node(node);
            const std::uint32_t outer = at.parent == CallContext::kNone ? 0 : of_[at.parent];
            of_[node] = at.module == node ? pathBelow(outer, std::string(context.text(node))) : outer;
        }
    }

    [[nodiscard]] std::uint32_t of(std::uint32_t op) const {
        const std::uint32_t node = context_.nodeOf(op);
        return node == CallContext::kNone ? 0 : of_[node];
    }
    // The modules from `outer` in to `inner`, outermost first; all of them if it is not around them.
    [[nodiscard]] std::vector<std::uint32_t> between(std::uint32_t outer, std::uint32_t inner) const {
        std::vector<std::uint32_t> list;
        for (; inner != 0 && inner != outer; inner = paths_[inner].outer) {
            list.push_back(inner);
        }
        std::ranges::reverse(list);
        return list;
    }
    [[nodiscard]] bool isAround(std::uint32_t outer, std::uint32_t inner) const {
        while (inner != outer && inner != 0) {
            inner = paths_[inner].outer;
        }
        return inner == outer;
    }
    [[nodiscard]] const std::string& name(std::uint32_t path) const { return paths_[path].name; }

private:
    struct Path {
        std::uint32_t outer = 0;
        std::string name;
    };
    std::uint32_t pathBelow(std::uint32_t outer, const std::string& name) {
        const auto [at, isNew] = known_.try_emplace({outer, name}, static_cast<std::uint32_t>(paths_.size()));
        if (isNew) {
            paths_.push_back({outer, name});
        }
        return at->second;
    }

    const CallContext& context_;
    std::vector<Path> paths_{1};
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> known_;
    std::vector<std::uint32_t> of_; // by node of the context
};

class PathBuilder {
public:
    PathBuilder(const OperatorForest& forest, const CallContext& context)
        : forest_(forest)
        , trace_(forest.trace())
        , modules_(context)
        , nodeOf_(forest.size(), CallPaths::kNone) {
        paths_.nodes.emplace_back();
        moduleOf_.push_back(0);
    }

    // The node of an operator, whatever stands around it included.
    std::uint32_t node(std::uint32_t op) {
        std::vector<std::uint32_t> missing;
        for (; op != OperatorForest::kNone && nodeOf_[op] == CallPaths::kNone; op = forest_.parent(op)) {
            missing.push_back(op);
        }
        std::uint32_t at = op == OperatorForest::kNone ? 0 : nodeOf_[op];
        for (; !missing.empty(); missing.pop_back()) {
            at = below(at, missing.back());
            nodeOf_[missing.back()] = at;
        }
        return at;
    }
    std::uint32_t kernel(std::uint32_t parent, StringId name) {
        return child(parent, std::string(trace_.text(name)), EventKind::Kernel, moduleOf_[parent]);
    }
    void add(std::uint32_t node, TimeNs self, SliceId slice) {
        CallPaths::Node& to = paths_.nodes[node];
        ++to.calls;
        to.self += self;
        if (self > to.longestTime) {
            to.longestTime = self;
            to.longest = slice;
        }
    }
    CallPaths take() { return std::move(paths_); }

private:
    std::uint32_t below(std::uint32_t parent, std::uint32_t op) {
        const Trace::Slice slice = trace_.slice(forest_.slice(op));
        const std::uint32_t own = modules_.of(op);
        const std::uint64_t key = std::uint64_t{parent} << 32 | slice.name.value;
        const auto [known, isNew] = known_.try_emplace({key, own}, CallPaths::kNone);
        if (!isNew) {
            return known->second;
        }
        std::uint32_t at = parent;
        if (!modules_.isAround(own, moduleOf_[parent])) {
            for (const std::uint32_t module : modules_.between(moduleOf_[parent], own)) {
                at = child(at, modules_.name(module), EventKind::PythonFunction, module);
            }
        }
        at = child(at, tableName(std::string(trace_.text(slice.name))), slice.kind, moduleOf_[at]);
        known->second = at;
        return at;
    }
    std::uint32_t child(std::uint32_t parent, std::string name, EventKind kind, std::uint32_t module) {
        const auto next = static_cast<std::uint32_t>(paths_.nodes.size());
        const auto [at, isNew] = paths_.nodes[parent].children.try_emplace(name, next);
        const std::uint32_t node = at->second;
        if (isNew) {
            paths_.nodes.push_back({std::move(name), kind, parent, 0, 0, {}, -1, {}});
            moduleOf_.push_back(module);
        }
        return node;
    }

    struct Hash {
        std::size_t operator()(const std::pair<std::uint64_t, std::uint32_t>& key) const noexcept {
            return hash.pair(key.first, key.second);
        }
        SecretHash hash;
    };
    const OperatorForest& forest_;
    const Trace& trace_;
    ModulePaths modules_;
    CallPaths paths_;
    std::vector<std::uint32_t> moduleOf_; // by node of the tree: a path of modules
    std::vector<std::uint32_t> nodeOf_;   // by operator
    // By parent, name and modules.
    std::unordered_map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t, Hash> known_;
};

bool addOperators(PathBuilder& builder, const OperatorData& data, std::optional<TimeRange> range,
                  const std::stop_token& stop) {
    const OperatorForest& forest = *data.forest;
    const StepThreads threads(data);
    for (const OperatorForest::Run& whole : forest.runs()) {
        const OperatorForest::Run run = range ? forest.within(whole, *range) : whole;
        const Segment& segment = forest.segmentOf(run);
        if (!threads.counts(segment.track)) {
            continue;
        }
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if ((op == run.first || op % kStopEvery == 0) && stop.stop_requested()) {
                return false;
            }
            const std::uint32_t i = forest.position(run, op);
            builder.add(builder.node(op), segment.duration[i] - forest.childTime(op), forest.slice(op));
        }
    }
    return true;
}

bool addKernels(PathBuilder& builder, const KernelData& data, std::optional<TimeRange> range,
                const std::stop_token& stop) {
    const auto work = data.forest->deviceWork();
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        if (data.kind[i] == EventKind::Kernel && (!range || range->contains(data.start[i]))) {
            const std::uint32_t caller = work[i].op == DeviceWork::kNoOperator ? 0 : builder.node(work[i].op);
            builder.add(builder.kernel(caller, data.name[i]), data.duration[i], work[i].slice);
        }
    }
    return true;
}

// Nodes of one name below one caller are one.
CallPaths profilePaths(const Trace& trace, const Profile& profile) {
    CallPaths paths;
    paths.nodes.emplace_back();
    const std::optional<std::size_t> counter = profile.counter();
    std::vector<std::uint32_t> at(profile.nodes.size());
    for (std::size_t i = 0; i < profile.nodes.size(); ++i) {
        const Profile::Node& node = profile.nodes[i];
        const std::uint32_t caller = node.parent == Profile::kNone ? 0 : at[node.parent];
        const auto next = static_cast<std::uint32_t>(paths.nodes.size());
        const auto [known, isNew] =
            paths.nodes[caller].children.try_emplace(std::string(trace.text(node.name)), next);
        at[i] = known->second;
        if (isNew) {
            const std::string name = known->first;
            paths.nodes.push_back(
                {name, node.device.valid() ? EventKind::Kernel : EventKind::PythonFunction, caller});
        }
        paths.nodes[at[i]].self += profile.metrics.empty() ? 0 : profile.value(i, 0);
        paths.nodes[at[i]].calls += counter ? profile.value(i, *counter) : 0;
    }
    return paths;
}

} // namespace

std::optional<CallPaths> callPathsOf(TraceAnalyses& analyses, bool kernels, std::optional<TimeRange> range,
                                     const std::stop_token& stop) {
    if (const auto profile = profileOf(*analyses.trace())) {
        return profilePaths(*analyses.trace(), *profile);
    }
    const auto operators = analyses.operators(stop);
    const auto context = operators ? operators->context.get(stop) : nullptr;
    if (!context) {
        return std::nullopt;
    }
    PathBuilder builder(*operators->forest, *context);
    if (!kernels) {
        return addOperators(builder, *operators, range, stop) ? std::optional(builder.take()) : std::nullopt;
    }
    const auto data = analyses.kernels(stop);
    return data && addKernels(builder, *data, range, stop) ? std::optional(builder.take()) : std::nullopt;
}

} // namespace lanes
