#include "model/analysis/operators/SliceModules.h"

#include "model/analysis/operators/Frames.h"
#include "model/base/SecretHash.h"

namespace lanes {

class SliceModules::Builder {
public:
    Builder(SliceModules& out, const std::stop_token& stop)
        : out_(out)
        , trace_(*out.trace_)
        , stop_(stop) {}

    // False if asked to stop.
    bool build() {
        out_.names_.assign(1, {});
        out_.first_ = trace_.firstSlice();
        out_.modules_.assign(trace_.sliceCount() - out_.first_, kNone);
        addOperators();
        return addTree() && addDeviceWork();
    }

private:
    static constexpr std::uint32_t kNone = 0;

    [[nodiscard]] std::uint32_t& moduleOf(SliceId slice) { return out_.modules_[slice.value - out_.first_]; }

    std::uint32_t idOf(std::string_view module) {
        if (module.empty()) {
            return kNone;
        }
        const auto [at, isNew] = ids_.try_emplace(module, static_cast<std::uint32_t>(out_.names_.size()));
        if (isNew) {
            out_.names_.push_back(module);
        }
        return at->second;
    }

    // That of a slice which is a module's call.
    std::uint32_t ownModule(const Segment& segment, std::uint32_t i) {
        if (segment.kind[i] != EventKind::PythonFunction) {
            return kNone;
        }
        const auto [at, isNew] = calls_.try_emplace(segment.name[i].value, kNone);
        if (isNew) {
            const std::string_view name = trace_.text(segment.name[i]);
            at->second = name.starts_with(kModulePrefix) ? idOf(name.substr(kModulePrefix.size())) : kNone;
        }
        return at->second;
    }

    // `node` of the context, or none.
    std::uint32_t moduleAt(std::uint32_t node) {
        const CallContext& context = *out_.context_;
        const std::uint32_t module = node == CallContext::kNone ? node : context.node(node).module;
        if (module == CallContext::kNone) {
            return kNone;
        }
        const auto [at, isNew] = nodes_.try_emplace(module, kNone);
        if (isNew) {
            at->second = idOf(context.moduleOf(module));
        }
        return at->second;
    }

    void addOperators() {
        const OperatorForest& forest = out_.context_->forest();
        for (std::uint32_t op = 0; op < forest.size(); ++op) {
            moduleOf(forest.slice(op)) = moduleAt(out_.context_->nodeOf(op));
        }
    }

    bool addTree() {
        for (const auto& segment : trace_.segments()) {
            if (stop_.stop_requested()) {
                return false;
            }
            for (std::uint32_t i = 0; i < segment->size(); ++i) { // parents come first: they are less deep
                std::uint32_t& module = moduleOf(SliceId(segment->first + i));
                if (const std::uint32_t own = ownModule(*segment, i); own != kNone) {
                    module = own;
                } else if (const SliceId parent = segment->parent[i]; module == kNone && trace_.has(parent)) {
                    module = moduleOf(parent);
                }
            }
        }
        return true;
    }

    bool addDeviceWork() {
        for (const Link& link : trace_.links().all()) {
            if (link.kind == LinkKind::Launch && trace_.has(link.from) && trace_.has(link.to)) {
                moduleOf(link.to) = moduleOf(link.from);
            }
        }
        // What a graph replays belongs to what was captured, not to where the replay was asked for.
        for (const DeviceWork& work : out_.context_->forest().deviceWork()) {
            const std::uint32_t node = work.op != DeviceWork::kNoOperator
                                           ? out_.context_->nodeOf(work.op)
                                           : out_.context_->nodeOfWork(work.slice);
            if (const std::uint32_t module = moduleAt(node); module != kNone) {
                moduleOf(work.slice) = module;
            }
        }
        return !stop_.stop_requested();
    }

    SliceModules& out_;
    const Trace& trace_;
    std::stop_token stop_;
    std::unordered_map<std::string_view, std::uint32_t, SecretHash> ids_;
    std::unordered_map<std::uint32_t, std::uint32_t> calls_; // by StringId
    std::unordered_map<std::uint32_t, std::uint32_t> nodes_; // by node of the context
};

std::shared_ptr<const SliceModules> SliceModules::build(const std::shared_ptr<const Trace>& trace,
                                                        const std::stop_token& stop) {
    auto modules = std::make_shared<SliceModules>();
    modules->trace_ = trace;
    modules->context_ = LazyContext(trace).get(stop);
    if (modules->context_ == nullptr || !Builder(*modules, stop).build()) {
        return nullptr;
    }
    return modules;
}

} // namespace lanes
