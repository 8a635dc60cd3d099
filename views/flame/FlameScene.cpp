#include "views/flame/FlameScene.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanes {

std::shared_ptr<const FlameScene> FlameScene::of(std::shared_ptr<const FlameTree> tree, FlameWeight weight) {
    if (!tree) {
        return nullptr;
    }
    auto scene = std::make_shared<FlameScene>();
    scene->children = tree->children(weight);
    scene->tree = std::move(tree);
    scene->weight = weight;
    return scene;
}

std::uint32_t FlameScene::firstFork() const {
    std::uint32_t node = 0;
    for (;;) {
        const std::span<const std::uint32_t> below = children[node];
        if (below.empty() || weightOf(below.front()) != weightOf(node) || weightOf(node) <= 0) {
            return node;
        }
        node = below.front();
    }
}

std::vector<std::string> FlameScene::pathOf(std::uint32_t node) const {
    std::vector<std::string> path;
    for (; node != 0 && node != FlameNode::kNone; node = tree->nodes()[node].parent) {
        path.emplace_back(tree->nodes()[node].name);
    }
    std::ranges::reverse(path);
    return path;
}

std::uint32_t FlameScene::find(const std::vector<std::string>& path) const {
    std::uint32_t node = 0;
    for (const std::string& name : path) {
        const auto below = children[node];
        const auto at = std::ranges::find_if(
            below, [&](std::uint32_t child) { return tree->nodes()[child].name == name; });
        if (at == below.end()) {
            break;
        }
        node = *at;
    }
    return node;
}

std::vector<FlameBar> layoutFlame(const FlameScene& scene, std::uint32_t root, double width, double least) {
    return layoutFlame(
        scene.children, [&scene](std::uint32_t node) { return scene.weightOf(node); }, root, width, least);
}

QString weightText(FlameWeight weight, std::int64_t value) {
    if (isTime(weight)) {
        return durationText(value);
    }
    if (weight == FlameWeight::AllocatedBytes) {
        return bytesText(value);
    }
    return QCoreApplication::translate("FlameScene", "%1 calls", nullptr, pluralOf(value))
        .arg(countText(value));
}

QString weightText(const FlameTree& tree, FlameWeight weight, std::int64_t value) {
    const ProfileMetric* metric = tree.metric(weight);
    return metric != nullptr ? toQString(metric->text(value)) : weightText(weight, value);
}

} // namespace lanes
