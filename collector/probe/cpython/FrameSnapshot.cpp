#include "collector/probe/cpython/FrameSnapshot.h"

#include "collector/probe/ForeignMemory.h"

#include <algorithm>

namespace lanes::probe {

namespace {

void* pointer(std::uint64_t address, std::int32_t offset = 0) {
    return reinterpret_cast<void*>(address + static_cast<std::uint64_t>(offset));
}

} // namespace

FrameSnapshot::FrameSnapshot(const PythonLayout& layout)
    : layout_(layout) {
    layout_.moduleCode = ~std::uint64_t{0}; // its argument lies behind what is looked at
    const std::int32_t end = std::max(
        {layout.frameCode + 8, layout.framePrevious + 8, layout.frameInstruction + 8, layout.frameOwner + 1});
    bytes_ = std::min<std::size_t>(static_cast<std::size_t>(end), kMostBytes);
}

bool FrameSnapshot::readTwice(std::uint64_t threadState, const Places& places) {
    std::size_t parts = 0;
    const auto add = [&](void* to, const void* from, std::size_t bytes) {
        to_[parts] = {to, bytes};
        from_[parts++] = {const_cast<void*>(from), bytes};
    };
    for (Image* image : {&first_, &second_}) {
        add(&image->state, pointer(threadState, layout_.threadFrame), sizeof image->state);
        if (places.middle != 0) {
            add(&image->middle, pointer(places.middle, layout_.threadIndirect), sizeof image->middle);
        }
        for (unsigned i = 0; i < places.count; ++i) {
            add(image->frames[i].data(), pointer(places.frames[i]), bytes_);
        }
    }
    return GuardedMemory::copyAll(to_.data(), from_.data(), parts);
}

bool FrameSnapshot::isSame(unsigned frame) const {
    const auto word = [&](const Image& image, std::int32_t offset) {
        return DirectMemory::load<std::uint64_t>(image.frames[frame].data(), offset);
    };
    return word(first_, layout_.frameCode) == word(second_, layout_.frameCode) &&
           word(first_, layout_.framePrevious) == word(second_, layout_.framePrevious);
}

void FrameSnapshot::findPlaces(Places& places, unsigned from, std::uint64_t frame) const {
    std::array<std::uint64_t, kMaxFrames> rest{};
    const unsigned known = places.count - from;
    std::copy_n(places.frames.begin() + from, known, rest.begin());
    unsigned count = from;
    unsigned next = known;
    while (frame != 0 && count < kMaxFrames) {
        const auto* at = std::find(rest.begin(), rest.begin() + known, frame);
        if (next = static_cast<unsigned>(at - rest.begin()); next < known) {
            break; // from here on it is as it was
        }
        places.frames[count++] = frame;
        frame = GuardedMemory::load<std::uint64_t>(pointer(frame), layout_.framePrevious);
    }
    while (next < known && count < kMaxFrames) {
        places.frames[count++] = rest[next++];
    }
    places.count = count;
}

FrameSnapshot::Answer FrameSnapshot::follow(Places& places, PythonFrame* frames, unsigned& count) {
    if (layout_.threadIndirect >= 0 && first_.state != places.middle) {
        places.middle = first_.state;
        return Answer::Moved;
    }
    std::uint64_t frame = layout_.threadIndirect >= 0 ? first_.middle : first_.state;
    bool same = first_.state == second_.state && first_.middle == second_.middle;
    count = 0;
    unsigned at = 0;
    for (; frame != 0 && at < kMaxFrames; ++at) {
        if (at == places.count || places.frames[at] != frame) {
            findPlaces(places, at, frame);
            return Answer::Moved;
        }
        same = same && isSame(at);
        const std::byte* image = first_.frames[at].data();
        count += readFrame<DirectMemory>(layout_, image, frames[count]) ? 1 : 0;
        frame = DirectMemory::load<std::uint64_t>(image, layout_.framePrevious);
    }
    places.count = at;
    return same ? Answer::Whole : Answer::Changing;
}

std::optional<unsigned> FrameSnapshot::read(std::uint64_t threadState, Places& places, PythonFrame* frames) {
    for (int tries = 0; tries < kTries; ++tries) {
        first_.middle = second_.middle = 0;
        if (!readTwice(threadState, places)) {
            places.middle = 0; // something of it is gone
            places.count = 0;
            continue;
        }
        unsigned count = 0;
        if (follow(places, frames, count) == Answer::Whole) {
            return count;
        }
    }
    return std::nullopt;
}

} // namespace lanes::probe
