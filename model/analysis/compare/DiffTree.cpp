#include "model/analysis/compare/DiffTree.h"

#include "model/analysis/compare/CallPaths.h"
#include "model/analysis/compare/NamePairs.h"

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

// A node of the result, and those of both sides that it is.
struct Pair {
    std::uint32_t a = CallPaths::kNone;
    std::uint32_t b = CallPaths::kNone;
};

class Merger {
public:
    Merger(const CallPaths& a, const CallPaths& b)
        : a_(a)
        , b_(b) {
        add({0, 0}, DiffNode::kNone);
        for (std::uint32_t node = 0; node < tree_.nodes.size(); ++node) {
            addChildren(node);
        }
        sumUp();
    }
    DiffTree take() { return std::move(tree_); }

private:
    static DiffNode::Side sideOf(const CallPaths& paths, std::uint32_t node) {
        if (node == CallPaths::kNone) {
            return {};
        }
        const CallPaths::Node& at = paths.nodes[node];
        return {at.calls, at.self, at.self, at.longest};
    }
    void add(const Pair& pair, std::uint32_t parent) {
        const CallPaths::Node& named = pair.a != CallPaths::kNone ? a_.nodes[pair.a] : b_.nodes[pair.b];
        DiffNode node;
        node.name = named.name;
        node.kind = named.kind;
        node.parent = parent;
        node.depth = parent == DiffNode::kNone ? 0 : tree_.nodes[parent].depth + 1;
        node.inA = pair.a != CallPaths::kNone;
        node.inB = pair.b != CallPaths::kNone;
        node.a = sideOf(a_, pair.a);
        node.b = sideOf(b_, pair.b);
        node.extent = std::max(node.a.self, node.b.self);
        tree_.nodes.push_back(std::move(node));
        pairs_.push_back(pair);
    }
    void addChildren(std::uint32_t node) {
        const Pair pair = pairs_[node];
        const auto& ofA = pair.a == CallPaths::kNone ? none_ : a_.nodes[pair.a].children;
        const auto& ofB = pair.b == CallPaths::kNone ? none_ : b_.nodes[pair.b].children;
        std::vector<std::string> onlyA;
        std::vector<std::string> onlyB;
        for (const auto& [name, at] : ofA) {
            if (!ofB.contains(name)) {
                onlyA.push_back(name);
            }
        }
        for (const auto& [name, at] : ofB) {
            if (!ofA.contains(name)) {
                onlyB.push_back(name);
            }
        }
        const auto renamed = renamedNames(onlyA, onlyB, false);
        std::map<std::string, Pair> children;
        for (const auto& [name, at] : ofA) {
            children[name].a = at;
        }
        for (const auto& [name, at] : ofB) {
            const auto other = renamed.find(name);
            children[other == renamed.end() ? name : other->second].b = at;
        }
        for (const auto& [name, child] : children) {
            add(child, node);
        }
    }
    void sumUp() {
        for (auto i = static_cast<std::uint32_t>(tree_.nodes.size()); i-- > 1;) {
            const DiffNode& node = tree_.nodes[i];
            DiffNode& parent = tree_.nodes[node.parent];
            parent.a.total += node.a.total;
            parent.b.total += node.b.total;
            parent.extent += node.extent;
        }
        const std::vector<DiffNode>& nodes = tree_.nodes;
        tree_.children = {
            static_cast<std::uint32_t>(nodes.size()),
            [&nodes](std::uint32_t node) { return nodes[node].parent; },
            [&nodes](std::uint32_t a, std::uint32_t b) { return nodes[a].extent > nodes[b].extent; }};
    }

    const CallPaths& a_;
    const CallPaths& b_;
    const std::map<std::string, std::uint32_t> none_; // the children of what a side has not
    DiffTree tree_;
    std::vector<Pair> pairs_; // by node of the tree
};

// Of another session of the same side: its slices are none of the first one's.
void addPaths(CallPaths& to, const CallPaths& more) {
    std::vector<std::uint32_t> at(more.nodes.size(), 0);
    for (std::uint32_t i = 0; i < more.nodes.size(); ++i) {
        const CallPaths::Node& node = more.nodes[i];
        if (i > 0) {
            const auto next = static_cast<std::uint32_t>(to.nodes.size());
            const auto [known, isNew] = to.nodes[at[node.parent]].children.try_emplace(node.name, next);
            at[i] = known->second;
            if (isNew) {
                to.nodes.push_back({node.name, node.kind, at[node.parent]});
            }
        }
        to.nodes[at[i]].calls += node.calls;
        to.nodes[at[i]].self += node.self;
    }
}

// Of all sessions that a side is.
std::optional<CallPaths> pathsOf(const DiffSide& side, bool kernels, const std::stop_token& stop) {
    auto all = callPathsOf(side.analyses, kernels, side.range, stop);
    for (const DiffPart& part : side.more) {
        const auto more = all ? callPathsOf(part.analyses, kernels, part.range, stop) : std::nullopt;
        if (!more) {
            return std::nullopt;
        }
        addPaths(*all, *more);
    }
    return all;
}

// Whether two profiles weigh by the same, in the same fractions.
bool weighAlike(const std::optional<Profile>& a, const std::optional<Profile>& b) {
    const auto weighs = [](const std::optional<Profile>& one) { return one && !one->metrics.empty(); };
    if (!weighs(a) || !weighs(b)) {
        return false;
    }
    const ProfileMetric& ofA = a->metrics.front();
    const ProfileMetric& ofB = b->metrics.front();
    return ofA.name == ofB.name && ofA.unit == ofB.unit && ofA.perUnit == ofB.perUnit;
}

} // namespace

std::optional<DiffTree> diffTreeOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                   const std::stop_token& stop) {
    if (by == DiffBy::Step) {
        return DiffTree();
    }
    const auto profileA = profileOf(*a.analyses.trace());
    const auto profileB = profileOf(*b.analyses.trace());
    if ((profileA || profileB) && (by != DiffBy::Name || !weighAlike(profileA, profileB))) {
        return DiffTree();
    }
    const bool kernels = by == DiffBy::Kernel;
    const auto pathsA = pathsOf(a, kernels, stop);
    const auto pathsB = pathsA ? pathsOf(b, kernels, stop) : std::nullopt;
    if (!pathsB) {
        return std::nullopt;
    }
    DiffTree tree = Merger(*pathsA, *pathsB).take();
    tree.metric = profileA ? std::optional(profileA->metrics.front()) : std::nullopt;
    return tree;
}

} // namespace lanes
