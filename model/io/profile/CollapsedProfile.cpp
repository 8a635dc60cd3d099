#include "model/io/profile/CollapsedProfile.h"

#include "model/base/Utf8.h"
#include "model/io/import/BuildTrace.h"
#include "model/io/profile/ProfileBuilder.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanes {

namespace {

using profile::Amount;
using profile::ProfileBuilder;

struct WeighedStack {
    std::string_view frames; // "outer;inner"
    Amount weight;
};

std::string_view trimmed(std::string_view line) {
    const std::size_t last = line.find_last_not_of(" \t\r\n\f\v");
    return last == line.npos ? std::string_view() : line.substr(0, last + 1);
}

// Whole weights only, as the tools write them.
std::optional<WeighedStack> stackIn(std::string_view line) {
    line = trimmed(line);
    const std::size_t space = line.rfind(' ');
    if (space == line.npos || space == 0) {
        return std::nullopt;
    }
    const std::string_view number = line.substr(space + 1);
    const std::string_view digits = number.substr(std::min(number.find_first_not_of('-'), number.size()));
    if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) {
        return std::nullopt;
    }
    const auto weight = profile::amountOf(number);
    return weight ? std::optional(WeighedStack{line.substr(0, space), *weight}) : std::nullopt;
}

std::string_view withoutMark(std::string_view text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

bool hasControls(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 && c != '\t'; });
}

class CollapsedReader {
public:
    explicit CollapsedReader(ImportBuilder& builder)
        : builder_(builder)
        , profile_(builder, "collapsed stacks")
        , metric_(profile_.metric("samples", ProfileMetric::Unit::Count)) {}

    // Why there is no profile, as a sentence's part; empty: there is one.
    std::string read(ByteStream& bytes) {
        constexpr std::size_t kPiece = std::size_t{1} << 18;
        constexpr std::size_t kLongestLine = std::size_t{64} << 20;
        std::string text;
        std::size_t got = kPiece;
        for (bool first = true; got == kPiece && !profile_.isFull(); first = false) {
            builder_.look().now();
            const std::size_t kept = text.size();
            text.resize(kept + kPiece);
            got = bytes.read(text.data() + kept, kPiece);
            text.resize(kept + got);
            const std::size_t end = got == kPiece ? text.rfind('\n') + 1 : text.size(); // npos + 1 is 0
            readLines(first ? withoutMark(std::string_view(text).substr(0, end))
                            : std::string_view(text).substr(0, end));
            text.erase(0, end);
            if (text.size() > kLongestLine) {
                return "a line of it is longer than 64 MiB";
            }
        }
        finish();
        return profile_.isEmpty() ? "none of its lines is a stack with a weight" : "";
    }

private:
    void readLines(std::string_view text) {
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            if (const auto stack = stackIn(line)) {
                add(*stack);
            } else if (!trimmed(line).empty()) {
                ++bad_;
            }
        }
    }

    void add(const WeighedStack& stack) {
        ProfileBuilder::Node at = ProfileBuilder::kTop;
        std::string_view rest = stack.frames;
        for (bool more = true; more && !profile_.isFull();) {
            const std::size_t end = rest.find(';');
            const std::string_view name = rest.substr(0, end);
            at = profile_.child(at, builder_.text(isUtf8(name) ? name : repairUtf8(name)));
            more = end != rest.npos;
            rest.remove_prefix(more ? end + 1 : 0);
        }
        profile_.add(at, metric_, stack.weight);
    }

    void finish() {
        if (bad_ > 0) {
            builder_.diagnostics().add("lines-left-out", Severity::Loss,
                                       "Lines that are no stack with a whole weight are left out.", -1, bad_);
        }
        profile_.finish();
    }

    ImportBuilder& builder_;
    ProfileBuilder profile_;
    ProfileBuilder::Metric metric_;
    std::uint64_t bad_ = 0;
};

} // namespace

// Text of which most whole lines are stacks with a weight, one with a caller at least: many a text ends in a number.
bool recognisesCollapsed(const TraceHead& head) {
    constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
    std::string_view text = withoutMark(head.bytes);
    if (head.bytes.size() == kHeadBytes) { // the last line may go on
        const std::size_t end = text.rfind('\n');
        if (end == text.npos) { // one line, and the weight is at its end
            return std::ranges::count(text, ';') > 1 && !hasControls(text);
        }
        text = text.substr(0, end);
    }
    std::size_t good = 0;
    std::size_t bad = 0;
    bool called = false;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (hasControls(trimmed(line))) {
            return false;
        }
        const auto stack = stackIn(line);
        good += stack ? 1 : 0;
        bad += !stack && !trimmed(line).empty() ? 1 : 0;
        called = called || (stack && stack->frames.find(';') != std::string_view::npos);
    }
    return good > bad && called;
}

Result<std::shared_ptr<const Trace>> readCollapsed(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(
        path, options,
        [&](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) -> std::optional<Error> {
            const std::string problem = CollapsedReader(builder).read(*bytes);
            return problem.empty() ? std::nullopt
                                   : std::optional(Error{path + " is no profile: " + problem + "."});
        });
}

} // namespace lanes
