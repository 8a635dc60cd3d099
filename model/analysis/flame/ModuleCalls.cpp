#include "model/analysis/flame/ModuleCalls.h"

#include "model/analysis/flame/FlameTree.h"

namespace lanes {

std::map<std::string, std::int64_t, std::less<>>
moduleCalls(const OperatorData& data, const std::optional<TimeRange>& range, const std::stop_token& stop) {
    std::map<std::string, std::int64_t, std::less<>> calls;
    const auto tree = FlameTree::build(data, {.source = FlameSource::Modules, .range = range}, stop);
    if (!tree) {
        return calls;
    }
    for (const FlameNode& node : tree->nodes()) {
        if (node.name.starts_with(kModulePrefix)) {
            calls[std::string(node.name.substr(kModulePrefix.size()))] +=
                node.self[static_cast<std::size_t>(FlameWeight::Count)];
        }
    }
    return calls;
}

} // namespace lanes
