#include "model/analysis/flame/FlameTree.h"

#include "model/analysis/flame/FlameIndex.h"
#include "model/base/StopEvery.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanes {

namespace {

constexpr std::uint32_t kStopEveryNode = 1u << 12;
constexpr std::uint64_t kMostCallers = std::uint64_t{1} << 20; // of a tree upside down, or of larger ones
constexpr std::uint64_t kMostCallersOfNode = 64;               // so many for each node

// Makes a tree from paths of another one: nodes with equal names on equal paths become one.
class PathMerger {
public:
    explicit PathMerger(HugeVector<FlameNode>& nodes)
        : nodes_(nodes) {
        nodes_.assign(1, FlameNode());
    }

    std::uint32_t child(std::uint32_t parent, const FlameNode& like) {
        const auto [at, isNew] =
            children_.try_emplace({parent, like.name}, static_cast<std::uint32_t>(nodes_.size()));
        if (isNew) {
            FlameNode node;
            node.name = like.name;
            node.kind = like.kind;
            node.hue = like.hue;
            node.example = like.example;
            node.parent = parent;
            node.depth = nodes_[parent].depth + 1;
            nodes_.push_back(node);
        }
        return at->second;
    }
    void add(std::uint32_t node, const FlameNode::Weights& weights) {
        for (std::size_t w = 0; w < weights.size(); ++w) {
            nodes_[node].self[w] += weights[w];
        }
    }

    // The path of `tree` from `node` up towards its root, `levels` of it, as one from the root down.
    void addUpwards(const HugeVector<FlameNode>& tree, std::uint32_t node, std::uint32_t levels,
                    const FlameNode::Weights& weights) {
        std::uint32_t at = 0;
        for (; node != 0 && levels > 0; node = tree[node].parent, --levels) {
            at = child(at, tree[node]);
        }
        add(at, weights);
    }

private:
    HugeVector<FlameNode>& nodes_;
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> children_;
};

// How many levels of callers are taken of paths so deep, that they are no more than allowed; at least one.
std::uint32_t levelsOf(const std::vector<std::uint32_t>& pathsOfDepth, std::uint64_t allowed) {
    std::uint64_t longer = 0; // paths that have a level more
    for (const std::uint32_t paths : pathsOfDepth) {
        longer += paths;
    }
    std::uint64_t callers = 0;
    for (std::uint32_t level = 1; level < pathsOfDepth.size(); ++level) {
        longer -= pathsOfDepth[level - 1];
        callers += longer;
        if (level > 1 && callers > allowed) {
            return level - 1;
        }
    }
    return static_cast<std::uint32_t>(pathsOfDepth.size());
}

std::string_view withoutPrefix(std::string_view recorded) {
    return recorded.starts_with(CallContext::kModulePrefix)
               ? recorded.substr(CallContext::kModulePrefix.size())
               : recorded;
}

} // namespace

std::string_view moduleClass(std::string_view recorded) {
    const std::string_view name = withoutPrefix(recorded);
    if (const std::size_t open = name.rfind(" ("); name.ends_with(')') && open != std::string_view::npos) {
        return name.substr(open + 2, name.size() - open - 3);
    }
    const std::size_t line = name.rfind('_');
    const bool numbered = line != std::string_view::npos && line > 0 && line + 1 < name.size() &&
                          name.find_first_not_of("0123456789", line + 1) == std::string_view::npos;
    return numbered ? name.substr(0, line) : name;
}

std::string_view moduleBelow(std::string_view recorded, std::string_view outer) {
    const std::string_view name = withoutPrefix(recorded);
    std::string_view path = withoutPrefix(outer);
    path = path.substr(0, path.rfind(" ("));
    const bool below =
        !path.empty() && name.size() > path.size() + 1 && name.starts_with(path) && name[path.size()] == '.';
    return below ? name.substr(path.size() + 1) : name;
}

bool isWrapperFrame(std::string_view recorded) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWrappers = {{
        {"torch/nn/modules/module.py(", "_call_impl"},
        {"torch/nn/modules/module.py(", "_wrapped_call_impl"},
        {"torch/nn/modules/module.py(", "_slow_forward"},
        {"torch/utils/_contextlib.py(", "decorate_context"},
        {"torch/autograd/grad_mode.py(", "decorate_context"},
        {"torch/overrides.py(", "handle_torch_function"},
        {"torch/utils/_device.py(", "__torch_function__"},
    }};
    // From Python 3.11 on functions are named with what they stand in: "Module._call_impl".
    const std::size_t place = recorded.rfind("): ");
    const std::string_view function = recorded.substr(place == std::string_view::npos ? 0 : place + 3);
    const std::string_view name = function.substr(function.rfind('.') + 1); // npos + 1 is 0
    return std::ranges::any_of(kWrappers, [&](const auto& wrapper) {
        return name == wrapper.second && recorded.find(wrapper.first) != std::string_view::npos;
    });
}

std::shared_ptr<const FlameTree> FlameTree::build(const OperatorData& data, const FlameQuery& query,
                                                  const std::stop_token& stop) {
    if (const auto profile = profileOf(data.forest->trace())) {
        return ofProfile(data.forest->sharedTrace(), *profile, query, stop);
    }
    const auto index = data.flames->index(data, {query.source, query.collapseRecursion, query.tidy}, stop);
    return index ? index->tree(query.range, stop) : nullptr;
}

std::shared_ptr<const FlameTree> FlameTree::ofProfile(const std::shared_ptr<const Trace>& trace,
                                                      const Profile& profile, const FlameQuery& query,
                                                      const std::stop_token& stop) {
    const auto result = std::make_shared<FlameTree>();
    result->trace_ = trace;
    const std::optional<std::size_t> counter = profile.counter();
    const bool known = query.metric < profile.metrics.size();
    const ProfileMetric none{"calls", ProfileMetric::Unit::Count};
    result->metrics_ = {known ? profile.metrics[query.metric] : none,
                        counter ? profile.metrics[*counter] : none};
    PathMerger merger(result->nodes_);
    std::vector<std::uint32_t> image(profile.nodes.size());
    for (std::uint32_t i = 0; i < profile.nodes.size(); ++i) {
        if (i % kStopEveryNode == 0 && stop.stop_requested()) {
            return nullptr;
        }
        const Profile::Node& node = profile.nodes[i];
        const std::uint32_t caller = node.parent == Profile::kNone ? 0 : image[node.parent];
        FlameNode like;
        like.name = trace->text(node.name);
        like.kind = node.device.valid() ? EventKind::Kernel
                    : node.group        ? EventKind::Other
                                        : EventKind::PythonFunction;
        like.hue = hueOf(like.kind, like.name);
        const bool recurs = query.collapseRecursion && result->nodes_[caller].name == like.name;
        image[i] = recurs && caller != 0 ? caller : merger.child(caller, like);
        FlameNode::Weights weights{};
        weights[static_cast<std::size_t>(FlameWeight::CpuTime)] = known ? profile.value(i, query.metric) : 0;
        weights[static_cast<std::size_t>(FlameWeight::Count)] = counter ? profile.value(i, *counter) : 0;
        merger.add(image[i], weights);
    }
    return result->sumUp(stop) ? result : nullptr;
}

bool FlameTree::sumUp(const std::stop_token& stop) {
    for (FlameNode& node : nodes_) {
        node.total = node.self;
    }
    for (std::size_t i = nodes_.size(); i-- > 1;) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        FlameNode& parent = nodes_[nodes_[i].parent];
        for (std::size_t w = 0; w < parent.total.size(); ++w) {
            parent.total[w] += nodes_[i].total[w];
        }
    }
    return true;
}

ChildLists FlameTree::children(FlameWeight weight) const {
    const auto w = static_cast<std::size_t>(weight);
    return {static_cast<std::uint32_t>(nodes_.size()),
            [this](std::uint32_t node) { return nodes_[node].parent; },
            [this, w](std::uint32_t a, std::uint32_t b) { return nodes_[a].total[w] > nodes_[b].total[w]; }};
}

std::shared_ptr<FlameTree> FlameTree::bare() const {
    auto result = std::make_shared<FlameTree>();
    result->trace_ = trace_;
    result->context_ = context_;
    result->classes_ = classes_;
    result->metrics_ = metrics_;
    return result;
}

std::shared_ptr<const FlameTree> FlameTree::upsideDown(const std::vector<Upwards>& paths,
                                                       const std::stop_token& stop) const {
    const auto result = bare();
    std::vector<std::uint32_t> ofDepth;
    for (const Upwards& path : paths) {
        ofDepth.resize(std::max<std::size_t>(ofDepth.size(), nodes_[path.node].depth + 1));
        ++ofDepth[nodes_[path.node].depth];
    }
    const std::uint32_t levels =
        levelsOf(ofDepth, std::max(kMostCallers, kMostCallersOfNode * nodes_.size()));
    result->callerLevels_ = levels < ofDepth.size() ? levels : 0;
    PathMerger merger(result->nodes_);
    std::uint32_t done = 0;
    for (const Upwards& path : paths) {
        if (done++ % (kStopEveryNode / kMostCallersOfNode) == 0 && stop.stop_requested()) {
            return nullptr;
        }
        const FlameNode& node = nodes_[path.node];
        merger.addUpwards(nodes_, path.node, levels, path.whole ? node.total : node.self);
    }
    return result->sumUp(stop) ? result : nullptr;
}

std::shared_ptr<const FlameTree> FlameTree::bottomUp(const std::stop_token& stop) const {
    std::vector<Upwards> paths;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        if (i == 0 || std::ranges::any_of(nodes_[i].self, [](std::int64_t w) { return w != 0; })) {
            paths.push_back({i, false});
        }
    }
    return upsideDown(paths, stop);
}

std::shared_ptr<const FlameTree> FlameTree::calleesOf(std::string_view name,
                                                      const std::stop_token& stop) const {
    const auto result = bare();
    PathMerger merger(result->nodes_);
    std::vector<std::uint32_t> image(nodes_.size(),
                                     FlameNode::kNone); // node -> node of the result, inside a call
    for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
        if ((i == 1 || i % kStopEveryNode == 0) && stop.stop_requested()) {
            return nullptr;
        }
        const std::uint32_t above = image[nodes_[i].parent];
        if (above != FlameNode::kNone) {
            image[i] = merger.child(above, nodes_[i]);
        } else if (nodes_[i].name == name) {
            image[i] = merger.child(0, nodes_[i]);
        } else {
            continue;
        }
        merger.add(image[i], nodes_[i].self);
    }
    result->sumUp();
    return result;
}

std::shared_ptr<const FlameTree> FlameTree::callersOf(std::string_view name,
                                                      const std::stop_token& stop) const {
    std::vector<Upwards> paths;
    std::vector<bool> inside(nodes_.size());
    for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
        if ((i == 1 || i % kStopEveryNode == 0) && stop.stop_requested()) {
            return nullptr;
        }
        const bool nested = inside[nodes_[i].parent];
        inside[i] = nested || nodes_[i].name == name;
        if (inside[i] && !nested) {
            paths.push_back({i, true});
        }
    }
    return upsideDown(paths, stop);
}

std::vector<std::uint32_t> FlameTree::path(std::uint32_t node) const {
    std::vector<std::uint32_t> nodes;
    for (; node != 0 && node != FlameNode::kNone; node = nodes_[node].parent) {
        nodes.push_back(node);
    }
    std::ranges::reverse(nodes);
    return nodes;
}

namespace {

// How many slices of the source are at or around each slice of one track.
class DepthInSource {
public:
    // For the next segment of the track.
    std::uint32_t* add(const Segment& segment) {
        segments_.push_back({segment.first, std::vector<std::uint32_t>(segment.size())});
        return segments_.back().depth.data();
    }
    // Around slice `i` of the segment that was added last.
    [[nodiscard]] std::uint32_t around(const Segment& segment, std::uint32_t i) const {
        const SliceId outer = segment.parent[i];
        if (!outer.valid()) {
            return 0;
        }
        if (outer.value >= segment.first) {
            return segments_.back().depth[outer.value - segment.first];
        }
        const Part& earlier = *(std::ranges::upper_bound(segments_, outer.value, {}, &Part::first) - 1);
        return earlier.depth[outer.value - earlier.first];
    }

private:
    struct Part {
        std::uint32_t first; // slice
        std::vector<std::uint32_t> depth;
    };
    std::vector<Part> segments_;
};

} // namespace

std::vector<FlameBox> flameChart(const Trace& trace, TrackId thread, FlameSource source, TimeRange range,
                                 TimeNs shortest) {
    std::vector<FlameBox> boxes;
    DepthInSource known;
    for (const auto& segment : trace.segments()) {
        if (segment->track != thread) {
            continue;
        }
        std::uint32_t* const below = known.add(*segment);
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const std::uint32_t depth = known.around(*segment, i);
            const bool included = belongsTo(source, segment->kind[i], trace.text(segment->name[i]));
            below[i] = depth + (included ? 1 : 0);
            const TimeRange time{segment->start[i], segment->end(i)};
            if (included && time.length() >= shortest && time.begin < range.end && time.end > range.begin) {
                boxes.push_back({SliceId(segment->first + i), depth, time});
            }
        }
    }
    std::ranges::stable_sort(boxes, [](const FlameBox& a, const FlameBox& b) {
        return a.depth != b.depth ? a.depth < b.depth : a.range.begin < b.range.begin;
    });
    return boxes;
}

} // namespace lanes
