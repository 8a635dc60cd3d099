#include "model/analysis/flame/FrameCalls.h"

#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/operators/RangeEntry.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr std::uint64_t kFunction = std::uint64_t{1} << 63; // tells called functions from operators

// The length of the shortest sequence that `deeds` repeats.
template<class Deed>
std::size_t periodOf(const std::vector<Deed>& deeds) {
    std::vector<std::size_t> border(deeds.size() + 1,
                                    0); // of every prefix, as Knuth, Morris and Pratt find it
    for (std::size_t i = 1, length = 0; i < deeds.size(); ++i) {
        while (length > 0 && !(deeds[i] == deeds[length])) {
            length = border[length];
        }
        length += deeds[i] == deeds[length] ? 1 : 0;
        border[i + 1] = length;
    }
    const std::size_t period = deeds.size() - border[deeds.size()];
    return period > 0 && deeds.size() % period == 0 ? period : deeds.size();
}

} // namespace

FrameCalls::FrameCalls(const CallContext& context, Take take)
    : context_(context)
    , take_(std::move(take)) {
    for (std::uint32_t node = 0; node < context.size(); ++node) {
        isWrapper_.push_back(isWrapperFrame(context.text(node)));
    }
}

void FrameCalls::add(std::uint32_t op, TimeNs start, std::uint32_t name) {
    const std::vector<std::uint32_t> frames = path(context_.nodeOf(op));
    std::size_t common = 0;
    while (common < frames.size() && common < open_.size() &&
           isSameCall(frames[common], open_[common].node)) {
        open_[common].node = frames[common]; // it may have gone on to another line
        ++common;
    }
    close(common);
    for (std::size_t depth = common; depth < frames.size(); ++depth) {
        if (depth > 0) {
            const std::uint64_t what = kFunction | std::uint64_t{context_.node(frames[depth]).text} << 31 |
                                       (context_.node(frames[depth - 1]).text & 0x7fffffffu);
            open_[depth - 1].deeds.push_back({what, op, start});
        }
        open_.push_back({frames[depth], {}});
    }
    if (!open_.empty()) {
        const std::uint64_t line = context_.node(open_.back().node).text;
        open_.back().deeds.push_back({line << 32 | name, op, start});
    }
}

bool FrameCalls::isModule(std::size_t depth) const {
    return context_.node(open_[depth].node).module == open_[depth].node;
}

void FrameCalls::close(std::size_t depth) {
    std::vector<Deed> calls; // of the frame before, by what each began with
    for (std::size_t at = open_.size(); at-- > depth;) {
        const std::vector<Deed>& deeds = open_[at].deeds;
        // A module and the function that is its call are two frames: how often the inner one was called, the outer one was.
        const bool hasFunction = isModule(at) && deeds.size() == 1 && !calls.empty();
        if (!hasFunction) {
            const bool mayRepeat = isModule(at) || (at > 0 && isModule(at - 1));
            const std::size_t period = mayRepeat ? periodOf(deeds) : deeds.size();
            calls.clear();
            for (std::size_t i = 0; i < deeds.size(); i += period) {
                calls.push_back(deeds[i]);
            }
        }
        for (const Deed& first : calls) {
            take_(at, first.op, first.start);
        }
    }
    open_.resize(std::min(open_.size(), depth));
}

std::vector<std::uint32_t> FrameCalls::path(std::uint32_t node) const {
    std::vector<std::uint32_t> nodes;
    for (; node != CallContext::kNone; node = context_.node(node).parent) {
        if (!isWrapper_[node]) {
            nodes.push_back(node);
        }
    }
    std::ranges::reverse(nodes);
    return nodes;
}

bool FrameCalls::isSameCall(std::uint32_t a, std::uint32_t b) const {
    return a == b || isSameFunction(context_.text(a), context_.text(b));
}

} // namespace lanes
