#include "model/io/json/JsonScan.h"

#include <algorithm>
#include <string>

namespace lanes::json {

namespace {

// Bit i of the result: an odd number of quotes stands at or before bit i.
std::uint64_t insideQuotes(std::uint64_t quotes) {
    for (int i = 1; i < 64; i *= 2) {
        quotes ^= quotes << i;
    }
    return quotes;
}

// What is open while brackets are skipped.
struct Open {
    std::int64_t depth = 0;
    bool string = false;

    // One byte; true when it closes the outermost bracket.
    bool take(const char*& p) {
        if (string) {
            if (*p == '\\') {
                ++p;
            } else if (*p == '"') {
                string = false;
            }
            return false;
        }
        switch (*p) {
        case '"':
            string = true;
            return false;
        case '[':
        case '{':
            ++depth;
            return false;
        case ']':
        case '}':
            return --depth == 0;
        default:
            return false;
        }
    }

    // 64 bytes without a backslash; the offset behind the outermost bracket, or 0.
    unsigned takeBlock(const Block64& block) {
        const std::uint64_t text = insideQuotes(block.equal('"')) ^ (string ? ~std::uint64_t{0} : 0);
        string = (text >> 63) != 0;
        const std::uint64_t opens = block.equalWith0x20('{') & ~text;
        const std::uint64_t closes = block.equalWith0x20('}') & ~text;
        for (std::uint64_t all = opens | closes; all != 0; all &= all - 1) {
            const int at = std::countr_zero(all);
            if ((opens >> at & 1) != 0) {
                ++depth;
            } else if (--depth == 0) {
                return static_cast<unsigned>(at) + 1;
            }
        }
        return 0;
    }
};

} // namespace

const char* skipBalanced(const char* p, const char* end) {
    Open open;
    while (p < end) {
        const Block64 block(p);
        if (block.equal('\\') != 0) {
            const char* stop = std::min(p + 64, end);
            for (; p < stop; ++p) {
                if (open.take(p)) {
                    return p + 1;
                }
            }
            continue;
        }
        if (const unsigned closed = open.takeBlock(block); closed != 0) {
            p += closed;
            return p <= end ? p : nullptr;
        }
        p += 64;
    }
    return nullptr;
}

bool validNesting(const char* p, const char* end) {
    std::string open;
    bool string = false;
    for (; p < end; ++p) {
        if (string) {
            if (*p == '\\') {
                ++p;
            } else if (*p == '"') {
                string = false;
            } else if (*p == '\n') {
                return false;
            }
            continue;
        }
        if (*p == '"') {
            string = true;
        } else if (*p == '[' || *p == '{') {
            open.push_back(*p);
        } else if (*p == ']' || *p == '}') {
            if (open.empty() || open.back() != (*p == ']' ? '[' : '{')) {
                return false;
            }
            open.pop_back();
        }
    }
    return open.empty() && !string;
}

} // namespace lanes::json
