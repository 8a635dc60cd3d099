#include "model/trace/OwnClasses.h"

#include "model/trace/KernelClasses.h"
#include "model/trace/Trace.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace lanes {

namespace {

struct Repainted {
    std::shared_ptr<const void> columns; // of the segment it was made from
    std::vector<Hue> hues;
};

// The user's classes of names, each asked for once.
class ClassesOfNames {
public:
    ClassesOfNames(const Trace& trace, const OwnClasses* own)
        : trace_(trace)
        , own_(own)
        , known_(trace.strings().size() * std::size_t(2), kUnknown) {}

    // The hue that a slice should have.
    Hue of(const Segment& segment, std::uint32_t i) {
        const StringId name = segment.name[i];
        const std::uint8_t index =
            name.value < trace_.strings().size() ? indexOf(segment.kind[i], name) : kNone;
        if (index != kNone) {
            return OwnClasses::hueOf(index);
        }
        return isOwn(segment.hue[i]) ? hueOf(segment.kind[i], trace_.text(name)) : segment.hue[i];
    }

private:
    static constexpr std::uint8_t kUnknown = 0xff;
    static constexpr std::uint8_t kNone = 0xfe;

    std::uint8_t indexOf(EventKind kind, StringId name) {
        std::uint8_t& index = known_[name.value * std::size_t(2) + (runsOnDevice(kind) ? 1 : 0)];
        if (index == kUnknown) {
            const std::size_t found =
                own_ != nullptr ? own_->indexOf(kind, trace_.text(name)) : OwnClasses::kNone;
            index = found == OwnClasses::kNone ? kNone : static_cast<std::uint8_t>(found);
        }
        return index;
    }

    const Trace& trace_;
    const OwnClasses* own_;
    std::vector<std::uint8_t> known_; // by StringId: on the host, on the device
};

// The segment itself where no hue changes.
std::shared_ptr<const Segment> painted(const std::shared_ptr<const Segment>& segment, ClassesOfNames& names) {
    const std::uint32_t size = segment->size();
    std::uint32_t same = 0;
    while (same < size && names.of(*segment, same) == segment->hue[same]) {
        ++same;
    }
    if (same == size) {
        return segment;
    }
    auto storage = std::make_shared<Repainted>();
    storage->columns = segment->storage;
    storage->hues.assign(segment->hue.begin(), segment->hue.end());
    for (std::uint32_t i = same; i < size; ++i) {
        storage->hues[i] = names.of(*segment, i);
    }
    auto repainted = std::make_shared<Segment>(*segment);
    repainted->hue = storage->hues;
    repainted->storage = std::move(storage);
    return repainted;
}

} // namespace

OwnClasses::OwnClasses(std::vector<OwnClass> classes)
    : classes_(std::move(classes)) {
    assert(classes_.size() <= kMostOwnClasses);
}

std::size_t OwnClasses::indexOf(EventKind kind, std::string_view name) const {
    const OwnClass::Side other = runsOnDevice(kind) ? OwnClass::Side::Host : OwnClass::Side::Device;
    std::string plain(name);
    std::ranges::transform(plain, plain.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    const auto found = std::ranges::find_if(classes_, [&](const OwnClass& one) {
        return one.side != other && std::ranges::any_of(one.patterns, [&](const std::string& words) {
                   return holdsWords(plain, words);
               });
    });
    return found == classes_.end() ? kNone : static_cast<std::size_t>(found - classes_.begin());
}

const OwnClass* OwnClasses::of(EventKind kind, std::string_view name) const {
    const std::size_t index = indexOf(kind, name);
    return index == kNone ? nullptr : &classes_[index];
}

bool isCollective(EventKind kind, std::string_view name, const OwnClasses* own) {
    const bool mayBe = kind == EventKind::Kernel || kind == EventKind::DeviceRange ||
                       kind == EventKind::Operator || kind == EventKind::UserRange;
    const OwnClass* const found = mayBe && own != nullptr ? own->of(kind, name) : nullptr;
    return found != nullptr ? found->communication : isCollective(kind, name);
}

std::string_view categoryName(Hue hue, const OwnClasses* own) {
    const auto index = static_cast<std::size_t>(hue) - kHueCount;
    return isOwn(hue) && own != nullptr && index < own->all().size() ? own->all()[index].name : hueName(hue);
}

std::shared_ptr<const Trace> withOwnClasses(const std::shared_ptr<const Trace>& trace,
                                            std::shared_ptr<const OwnClasses> own) {
    return OwnClassPainter(std::move(own)).paint(trace);
}

struct OwnClassPainter::State {
    std::shared_ptr<const OwnClasses> own;
    Segments asRead; // of the last snapshot
    Segments painted;
};

OwnClassPainter::OwnClassPainter(std::shared_ptr<const OwnClasses> own)
    : state_(std::make_unique<State>()) {
    state_->own = std::move(own);
}

OwnClassPainter::~OwnClassPainter() = default;

std::shared_ptr<const Trace> OwnClassPainter::paint(const std::shared_ptr<const Trace>& trace) {
    if (trace == nullptr || trace->ownClasses() == state_->own.get()) {
        return trace;
    }
    ClassesOfNames names(*trace, state_->own.get());
    Segments all;
    for (const auto& segment : trace->segments()) {
        const std::size_t at = all.size();
        const bool known = at < state_->asRead.size() && state_->asRead[at] == segment;
        all.push_back(known ? state_->painted[at] : painted(segment, names));
    }
    state_->asRead = trace->segments();
    state_->painted = all;
    TraceData data = trace->data();
    data.segments = std::move(all);
    data.ownClasses = state_->own;
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace lanes
