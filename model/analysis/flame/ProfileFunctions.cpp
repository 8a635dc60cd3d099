#include "model/analysis/flame/ProfileFunctions.h"

#include "model/base/ChildLists.h"
#include "model/base/StopEvery.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

std::vector<ProfileFunction> functionsOfFile(const Profile& profile) {
    std::vector<ProfileFunction> rows;
    rows.reserve(profile.functions.size());
    const std::size_t metrics = profile.metrics.size();
    for (std::size_t i = 0; i < profile.functions.size(); ++i) {
        const Profile::Function& function = profile.functions[i];
        const auto sums = profile.functionSums.begin() + static_cast<std::ptrdiff_t>(i * metrics);
        rows.push_back({.name = function.name,
                        .self = {sums, sums + static_cast<std::ptrdiff_t>(metrics)},
                        .total = function.total,
                        .callers = function.callers,
                        .devices = {}});
    }
    return rows;
}

// Sums nodes up by name.
class FunctionSums {
public:
    explicit FunctionSums(const Profile& profile)
        : profile_(profile)
        , row_(profile.nodes.size()) {}

    std::optional<std::vector<ProfileFunction>> run(const std::stop_token& stop) {
        const std::size_t metrics = profile_.metrics.size();
        for (std::size_t i = 0; i < profile_.nodes.size(); ++i) {
            const Profile::Node& node = profile_.nodes[i];
            const auto [at, isNew] = places_.try_emplace(node.name.value, rows_.size());
            row_[i] = at->second;
            if (isNew) {
                rows_.push_back({.name = node.name,
                                 .self = std::vector<std::int64_t>(metrics),
                                 .callers = {},
                                 .devices = {}});
                isFunction_.push_back(false);
            }
            ProfileFunction& row = rows_[at->second];
            isFunction_[at->second] = isFunction_[at->second] || !node.group;
            for (std::size_t m = 0; m < metrics; ++m) {
                row.self[m] += profile_.value(i, m);
            }
            if (node.device.valid() && std::ranges::find(row.devices, node.device) == row.devices.end()) {
                row.devices.push_back(node.device);
            }
        }
        return metrics == 0 || addTotals(stop) ? std::optional(taken()) : std::nullopt;
    }

private:
    // Goes down from call to call and counts how often each name is open: recursion counts once. No recursion of its own, as
    // profiles may be deep. False if asked to stop.
    bool addTotals(const std::stop_token& stop) {
        const auto count = static_cast<std::uint32_t>(profile_.nodes.size());
        std::vector<std::int64_t> total(count);
        for (std::uint32_t i = count; i-- > 0;) {
            total[i] += profile_.value(i, 0);
            if (profile_.nodes[i].parent != Profile::kNone) {
                total[profile_.nodes[i].parent] += total[i];
            }
        }
        const ChildLists children(
            count + 1,
            [this](std::uint32_t node) {
                const std::uint32_t parent = profile_.nodes[node - 1].parent;
                return parent == Profile::kNone ? 0 : parent + 1;
            },
            [](std::uint32_t, std::uint32_t) { return false; });
        std::vector<std::uint32_t> open(rows_.size());
        std::vector<std::pair<std::uint32_t, std::size_t>> path{
            {0, 0}}; // and how many of its children are done
        for (std::size_t steps = 0; !path.empty(); ++steps) {
            if (steps % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            auto& [at, done] = path.back();
            const auto below = children[at];
            if (done < below.size()) {
                const std::uint32_t child = below[done++];
                if (open[row_[child - 1]]++ == 0) {
                    rows_[row_[child - 1]].total += total[child - 1];
                }
                path.emplace_back(child, 0);
                continue;
            }
            if (at != 0) {
                --open[row_[at - 1]];
            }
            path.pop_back();
        }
        return true;
    }

    std::vector<ProfileFunction> taken() {
        std::vector<ProfileFunction> functions;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (isFunction_[i]) {
                functions.push_back(std::move(rows_[i]));
            }
        }
        return functions;
    }

    const Profile& profile_;
    std::vector<std::size_t> row_;                          // by node
    std::unordered_map<std::uint32_t, std::size_t> places_; // of rows, by name
    std::vector<ProfileFunction> rows_;
    std::vector<bool> isFunction_;
};

} // namespace

std::optional<std::vector<ProfileFunction>> functionsOf(const Profile& profile, const std::stop_token& stop) {
    return profile.functions.empty() ? FunctionSums(profile).run(stop) : functionsOfFile(profile);
}

} // namespace lanes
