#include "views/details/ArgTree.h"

#include <algorithm>
#include <charconv>

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

void appendUtf8(std::string& out, std::uint32_t code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += {static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 0x3f))};
    } else if (code < 0x10000) {
        out += {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3f)),
                static_cast<char>(0x80 | (code & 0x3f))};
    } else {
        out += {static_cast<char>(0xf0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 0x3f)),
                static_cast<char>(0x80 | (code >> 6 & 0x3f)), static_cast<char>(0x80 | (code & 0x3f))};
    }
}

// The four digits of a \uXXXX at `at`; nothing if they are not there.
std::optional<std::uint32_t> hexAt(std::string_view text, std::size_t at) {
    std::uint32_t code = 0;
    if (at + 4 > text.size()) {
        return std::nullopt;
    }
    const char* end = text.data() + at + 4;
    return std::from_chars(text.data() + at, end, code, 16).ptr == end ? std::optional(code) : std::nullopt;
}

// Appends what the \u escape at `at` means, both halves of a surrogate pair; returns its length.
std::size_t appendUnicode(std::string& out, std::string_view text, std::size_t at) {
    const auto code = hexAt(text, at + 2);
    if (!code) {
        out += "\\u";
        return 2;
    }
    if (*code >= 0xd800 && *code < 0xdc00 && text.substr(at + 6, 2) == "\\u") {
        const auto low = hexAt(text, at + 8);
        if (low && *low >= 0xdc00 && *low < 0xe000) {
            appendUtf8(out, 0x10000 + ((*code - 0xd800) << 10) + (*low - 0xdc00));
            return 12;
        }
    }
    appendUtf8(out, *code >= 0xd800 && *code < 0xe000 ? 0xfffd : *code);
    return 6;
}

char plainOf(char escaped) {
    switch (escaped) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    default:
        return escaped;
    }
}

} // namespace

std::string unescapeJson(std::string_view inside) {
    std::string out;
    out.reserve(inside.size());
    for (std::size_t i = 0; i < inside.size();) {
        if (inside[i] != '\\' || i + 1 == inside.size()) {
            out += inside[i++];
        } else if (inside[i + 1] == 'u') {
            i += appendUnicode(out, inside, i);
        } else {
            out += plainOf(inside[i + 1]);
            i += 2;
        }
    }
    return out;
}

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
