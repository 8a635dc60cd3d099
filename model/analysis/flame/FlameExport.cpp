#include "model/analysis/flame/FlameExport.h"

#include "model/base/Format.h"
#include "model/base/SecretHash.h"
#include "model/base/XmlText.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ranges>
#include <sstream>
#include <unordered_map>

namespace lanes {

namespace {

constexpr double kWidth = 1200;
constexpr int kRow = 18;
constexpr double kNarrowest = 0.5;
constexpr double kLetter = 6.6; // of the 11 px font, on average

std::int64_t weightOf(const FlameNode::Weights& weights, FlameWeight weight) {
    return weights[static_cast<std::size_t>(weight)];
}

// "12.35 ms", "120 calls", "1.4 GiB".
std::string formatWeight(const FlameTree& tree, FlameWeight weight, std::int64_t value) {
    if (const ProfileMetric* metric = tree.metric(weight)) {
        return metric->text(value);
    }
    if (isTime(weight)) {
        return formatDuration(value);
    }
    if (weight == FlameWeight::AllocatedBytes) {
        return formatBytes(value);
    }
    return formatCount(value, "call", "calls");
}

// As speedscope names units.
std::string_view unitOf(const FlameTree& tree, FlameWeight weight) {
    const ProfileMetric* metric = tree.metric(weight);
    const bool time = metric != nullptr ? metric->unit == ProfileMetric::Unit::Time : isTime(weight);
    const bool bytes = metric != nullptr ? metric->unit == ProfileMetric::Unit::Bytes
                                         : weight == FlameWeight::AllocatedBytes;
    return time ? "nanoseconds" : bytes ? "bytes" : "none";
}

// As a number of JSON.
std::string plainWeight(const FlameTree& tree, FlameWeight weight, std::int64_t value) {
    const ProfileMetric* metric = tree.metric(weight);
    return metric != nullptr ? metric->plain(value) : std::to_string(value);
}

std::string oneLine(std::string_view name) {
    std::string out(name);
    std::ranges::replace_if(
        out, [](unsigned char c) { return c == ';' || c < 0x20; }, ' ');
    return out.empty() ? "(no name)" : out;
}

// The text of one path after another. Most paths begin as the one before did, and only the rest is written anew.
class StackText {
public:
    explicit StackText(const FlameTree& tree)
        : nodes_(tree.nodes()) {}

    // "outer;inner" of a node with `end` behind it; until the next call.
    std::string_view with(std::uint32_t node, std::string_view end) {
        std::uint32_t common = node;
        added_.clear();
        while (common != 0 && !holds(common)) {
            added_.push_back(common);
            common = nodes_[common].parent;
        }
        frames_.resize(nodes_[common].depth);
        text_.resize(frames_.empty() ? 0 : frames_.back().end);
        for (const std::uint32_t frame : std::views::reverse(added_)) {
            if (!frames_.empty()) {
                text_ += ';';
            }
            text_ += oneLine(nodes_[frame].name);
            frames_.push_back({frame, text_.size()});
        }
        text_ += end;
        return text_;
    }

private:
    struct Frame {
        std::uint32_t node;
        std::size_t end; // of its name in the text
    };
    [[nodiscard]] bool holds(std::uint32_t node) const {
        const std::size_t depth = nodes_[node].depth;
        return depth <= frames_.size() && frames_[depth - 1].node == node;
    }

    const HugeVector<FlameNode>& nodes_;
    std::vector<Frame> frames_; // by depth, from 1 on
    std::vector<std::uint32_t> added_;
    std::string text_;
};

// Writes the list of all names; which of them is whose, by node.
std::vector<std::int64_t> writeFrames(const FlameTree& tree, JsonWriter& json) {
    std::unordered_map<std::string_view, std::int64_t, SecretHash> places;
    std::vector<std::int64_t> frames;
    json.key("frames");
    json.beginArray();
    for (const FlameNode& node : tree.nodes()) {
        const auto [at, isNew] = places.try_emplace(node.name, static_cast<std::int64_t>(places.size()));
        frames.push_back(at->second);
        if (isNew) {
            json.beginObject();
            json.field("name", node.name);
            json.endObject();
        }
    }
    json.endArray();
    return frames;
}

// Writes begin and end of each node, its own weight before that of what it calls; where the last one ends. An explicit stack:
// trees are as deep as the recursion of the program was.
std::int64_t writeCalls(const FlameTree& tree, FlameWeight weight, const std::vector<std::int64_t>& frames,
                        JsonWriter& json, const TextTaker& out) {
    const ChildLists children = tree.children(weight);
    std::int64_t at = 0;
    const auto write = [&](std::string_view type, std::uint32_t node) {
        json.beginObject();
        json.field("type", type);
        json.field("frame", frames[node]);
        json.key("at");
        json.raw(plainWeight(tree, weight, at));
        json.endObject();
        out(json.takePart());
    };
    std::vector<std::pair<std::uint32_t, std::size_t>> open{
        {0, 0}}; // and how many of its children are written
    while (!open.empty()) {
        auto& [node, done] = open.back();
        const auto below = children[node];
        // lightest last: those without weight end the list
        if (done < below.size() && weightOf(tree.nodes()[below[done]].total, weight) > 0) {
            const std::uint32_t child = below[done++];
            write("O", child);
            at += std::max<std::int64_t>(weightOf(tree.nodes()[child].self, weight), 0);
            open.emplace_back(child, 0);
            continue;
        }
        if (node != 0) {
            write("C", node);
        }
        open.pop_back();
    }
    return at;
}

// Whole UTF-8 characters only.
std::string elided(std::string_view text, std::size_t letters) {
    if (text.size() <= letters) {
        return std::string(text);
    }
    if (letters < 4) {
        return {};
    }
    std::size_t end = letters - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) {
        --end;
    }
    return std::string(text.substr(0, end)) + "\u2026";
}

// The light theme's colours, in the order of Hue.
constexpr std::array<std::string_view, kHueCount> kColours{
    "#D1D7EC", "#9AC5FB", "#A199FB", "#8DB9C6", "#ECC472", "#F06F5A", "#EAAD99",
    "#39C181", "#DFEA9C", "#79BAAB", "#9EF0C6", "#D4BA31", "#CA79C8", "#DDDDE0"};

class SvgWriter {
public:
    SvgWriter(const FlameTree& tree, FlameWeight weight)
        : tree_(tree)
        , weight_(weight)
        , children_(tree.children(weight))
        , total_(std::max<std::int64_t>(tree.total(weight), 1)) {}

    [[nodiscard]] std::string write(std::string_view title) {
        boxes(0, 0);
        std::ostringstream out;
        const int height = kRow * static_cast<int>(deepest_ + 2);
        out << R"(<svg xmlns="http://www.w3.org/2000/svg" width=")" << kWidth << R"(" height=")" << height
            << R"(" font-family="Inter, sans-serif" font-size="11"><rect width="100%" height="100%" fill="#FFFFFF"/>)"
            << R"(<text x="4" y="13" font-weight="600" fill="#1A1E24">)" << xmlEscaped(title) << "  "
            << xmlEscaped(formatWeight(tree_, weight_, tree_.total(weight_))) << "</text>\n"
            << body_.str() << "</svg>\n";
        return out.str();
    }

private:
    // An explicit stack: trees are as deep as the recursion of the program was.
    void boxes(std::uint32_t root, double left) {
        std::vector<std::pair<std::uint32_t, double>> todo{{root, left}};
        while (!todo.empty()) {
            const auto [node, x] = todo.back();
            todo.pop_back();
            double at = x;
            for (const std::uint32_t child : children_[node]) {
                const double width = box(child, at);
                if (width < kNarrowest) {
                    break; // the rest is lighter still
                }
                todo.emplace_back(child, at);
                at += width;
            }
        }
    }

    [[nodiscard]] std::string colourOf(Hue hue) const {
        const auto at = static_cast<std::size_t>(hue);
        if (!isOwn(hue)) {
            return std::string(kColours[at]);
        }
        std::array<char, 8> text{};
        std::snprintf(text.data(), text.size(), "#%06X",
                      static_cast<unsigned>(tree_.ownClasses()->all()[at - kHueCount].color));
        return text.data();
    }

    double box(std::uint32_t index, double x) {
        const FlameNode& node = tree_.nodes()[index];
        const std::int64_t value = weightOf(node.total, weight_);
        const double width = kWidth * static_cast<double>(value) / static_cast<double>(total_);
        if (width < kNarrowest) {
            return width;
        }
        deepest_ = std::max(deepest_, node.depth);
        const int y = kRow * static_cast<int>(node.depth);
        body_ << R"(<g><title>)" << xmlEscaped(node.name) << "\n"
              << xmlEscaped(formatWeight(tree_, weight_, value)) << R"(</title><rect x=")" << x << R"(" y=")"
              << y << R"(" width=")" << std::max(width - 0.5, kNarrowest) << R"(" height=")" << kRow - 1
              << R"(" fill=")" << colourOf(node.hue) << R"("/>)";
        const std::string label =
            elided(node.name, static_cast<std::size_t>(std::max(width - 8, 0.0) / kLetter));
        if (!label.empty()) {
            body_ << R"(<text x=")" << x + 4 << R"(" y=")" << y + 13 << R"(" fill="#14181D">)"
                  << xmlEscaped(label) << "</text>";
        }
        body_ << "</g>\n";
        return width;
    }

    const FlameTree& tree_;
    FlameWeight weight_;
    ChildLists children_;
    std::int64_t total_;
    std::uint32_t deepest_ = 0;
    std::ostringstream body_;
};

} // namespace

std::uint64_t collapsedStacksBytes(const FlameTree& tree, FlameWeight weight) {
    const HugeVector<FlameNode>& nodes = tree.nodes();
    std::vector<std::uint64_t> length(nodes.size()); // of the path to each, which stands behind its callers
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 1; i < nodes.size(); ++i) {
        length[i] = length[nodes[i].parent] + nodes[i].name.size() + 1;
        bytes += weightOf(nodes[i].self, weight) > 0 ? length[i] : 0;
    }
    return bytes;
}

void writeCollapsedStacks(const FlameTree& tree, FlameWeight weight, const TextTaker& out) {
    StackText stack(tree);
    std::string end;
    for (std::uint32_t i = 1; i < tree.nodes().size(); ++i) {
        const std::int64_t value = weightOf(tree.nodes()[i].self, weight);
        if (value > 0) {
            end = " ";
            end += plainWeight(tree, weight, value);
            end += '\n';
            out(stack.with(i, end));
        }
    }
}

void writeSpeedscopeProfile(const FlameTree& tree, FlameWeight weight, std::string_view name,
                            const TextTaker& out) {
    JsonWriter json;
    json.beginObject();
    json.field("$schema", "https://www.speedscope.app/file-format-schema.json");
    json.field("exporter", "lanescope");
    json.field("name", name);
    json.key("shared");
    json.beginObject();
    const std::vector<std::int64_t> frames = writeFrames(tree, json);
    json.endObject();
    json.key("profiles");
    json.beginArray();
    json.beginObject();
    json.field("type", "evented");
    json.field("name", name);
    json.field("unit", unitOf(tree, weight));
    json.field("startValue", 0);
    json.key("events");
    json.beginArray();
    const std::int64_t end = writeCalls(tree, weight, frames, json, out);
    json.endArray();
    json.key("endValue");
    json.raw(plainWeight(tree, weight, end));
    json.endObject();
    json.endArray();
    json.endObject();
    out(json.take());
}

std::string flameSvg(const FlameTree& tree, FlameWeight weight, std::string_view title) {
    return SvgWriter(tree, weight).write(title);
}

} // namespace lanes
