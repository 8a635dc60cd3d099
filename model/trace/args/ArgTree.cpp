#include "model/trace/args/ArgTree.h"

#include "model/trace/args/JsonText.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr int kMaxDepth = 16;
constexpr int kMaxNodes = 4096;

class Parser {
public:
    explicit Parser(std::string_view json)
        : rest_(json) {}

    std::optional<ArgNode> parse() {
        ArgNode root;
        if (!value(root, 0)) {
            return std::nullopt;
        }
        skipSpace();
        return rest_.empty() ? std::optional(std::move(root)) : std::nullopt;
    }

private:
    void skipSpace() {
        const auto n = rest_.find_first_not_of(" \t\r\n");
        rest_.remove_prefix(n == std::string_view::npos ? rest_.size() : n);
    }

    bool take(char c) {
        skipSpace();
        if (rest_.empty() || rest_.front() != c) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }

    bool value(ArgNode& node, int depth) {
        skipSpace();
        if (rest_.empty() || ++nodes_ > kMaxNodes || depth > kMaxDepth) {
            return false;
        }
        switch (rest_.front()) {
        case '[':
            return list(node, depth);
        case '"':
            return text(node);
        default:
            return atom(node);
        }
    }

    bool list(ArgNode& node, int depth) {
        node.kind = ArgNode::Kind::List;
        rest_.remove_prefix(1);
        if (take(']')) {
            return true;
        }
        do {
            if (!value(node.items.emplace_back(), depth + 1)) {
                return false;
            }
        } while (take(','));
        return take(']');
    }

    bool text(ArgNode& node) {
        node.kind = ArgNode::Kind::Text;
        rest_.remove_prefix(1);
        std::size_t end = 0;
        while (end < rest_.size() && rest_[end] != '"') {
            end += rest_[end] == '\\' ? 2 : 1;
        }
        if (end >= rest_.size()) {
            return false;
        }
        node.text = unescapeJson(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return true;
    }

    bool atom(ArgNode& node) {
        const auto end = std::min(rest_.find_first_of(",[]\" \t\r\n"), rest_.size());
        node.text = std::string(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return end > 0;
    }

    std::string_view rest_;
    int nodes_ = 0;
};

} // namespace

std::optional<ArgNode> parseArgTree(std::string_view json) {
    return Parser(json).parse();
}

std::string textOf(const ArgNode& node) {
    if (node.kind != ArgNode::Kind::List) {
        return node.text;
    }
    std::string out = "[";
    for (const ArgNode& item : node.items) {
        out += (out.size() > 1 ? ", " : "") + textOf(item);
    }
    return out + "]";
}

} // namespace lanes
