#include "collector/probe/torch/OutputWatch.h"

#include "collector/probe/ForeignMemory.h"

#include <atomic>
#include <new>

namespace lanes::probe {

namespace {

constexpr std::uint64_t kMostValues = 128; // of arguments and of outputs
constexpr std::uint64_t kMostInList = 4096;

// Which of the two have been told of in the recording of that number, for what came in from outside.
std::atomic<std::uint64_t> toldKinds{0};

// Whether `kinds` holds one that was not told of yet; it is from now on.
bool tellFirst(std::uint32_t recording, std::uint8_t kinds) {
    std::uint64_t before = toldKinds.load(std::memory_order_relaxed);
    for (;;) {
        const std::uint64_t of = before >> 8 == recording ? before & 0xff : 0;
        if ((kinds & ~of) == 0) {
            return false;
        }
        if (toldKinds.compare_exchange_weak(before, std::uint64_t{recording} << 8 | of | kinds,
                                            std::memory_order_relaxed)) {
            return true;
        }
    }
}

template<class Value>
Value loadOf(const std::byte* base, std::int64_t offset = 0) {
    return DirectMemory::load<Value>(base, offset);
}

struct Values {
    const std::byte* first = nullptr;
    std::uint64_t count = 0;
};

Values elementsOf(const TorchLayout& layout, const std::byte* list) {
    const auto* begin = loadOf<const std::byte*>(list, layout.listVector);
    const auto* end = loadOf<const std::byte*>(list, layout.listVector + 8);
    return {begin, static_cast<std::uint64_t>(end - begin) / static_cast<std::uint64_t>(layout.valueBytes)};
}

bool isTensorList(const TorchLayout& layout, const std::byte* list) {
    return loadOf<std::uint64_t>(list, layout.listElementType) == layout.tensorType;
}

} // namespace

void OutputWatch::takeNumber(std::uint64_t bits, Seen& seen) const {
    const NonFiniteCount found = countNonFinite(floatKindOf(7), &bits, 1);
    seen.nan = seen.nan || found.nans != 0;
    seen.infinity = seen.infinity || found.infinities != 0;
    seen.asked = seen.asked || found.any();
}

void OutputWatch::takeTensor(const TorchLayout& layout, const std::byte* tensor, Open& open, bool written) {
    const TensorPlace place = placeOf(layout, tensor);
    if (place.state == TensorPlace::State::Finite && place.storage == nullptr) {
        return;
    }
    if (inputs_ == kMostInputs) {
        open.seen.unknown = true;
        return;
    }
    if (written && open.writes == OperatorWrites::InPlace && place.state == TensorPlace::State::Readable) {
        const NonFiniteCount found = countNonFinite(place); // as it is before
        open.seen.nan = open.seen.nan || found.nans != 0;
        open.seen.infinity = open.seen.infinity || found.infinities != 0;
    }
    const bool counts = !written || open.writes == OperatorWrites::InPlace;
    open.seen.unknown = open.seen.unknown || (counts && place.state == TensorPlace::State::Unknown);
    const bool readable = place.state == TensorPlace::State::Readable;
    input_[inputs_++] = {readable ? place.kind : FloatKind{}, place.data, place.storage, place.span, written};
}

void OutputWatch::readInput(const TorchLayout& layout, const std::byte* value, Open& open, bool written) {
    const auto tag = loadOf<std::int32_t>(value, layout.valueTag);
    if (tag == layout.tagTensor) {
        takeTensor(layout, loadOf<const std::byte*>(value), open, written);
    } else if (tag == layout.tagDouble) {
        takeNumber(loadOf<std::uint64_t>(value), open.seen);
    } else if (tag == layout.tagComplex && layout.complexParts >= 0) {
        const auto* parts = loadOf<const std::byte*>(value);
        takeNumber(loadOf<std::uint64_t>(parts, layout.complexParts), open.seen);
        takeNumber(loadOf<std::uint64_t>(parts, layout.complexParts + 8), open.seen);
    } else if (tag == layout.tagList) {
        const auto* list = loadOf<const std::byte*>(value);
        if (isTensorList(layout, list)) {
            const Values elements = elementsOf(layout, list);
            for (std::uint64_t i = 0; i < elements.count && i < kMostInList; ++i) {
                takeTensor(layout,
                           loadOf<const std::byte*>(elements.first +
                                                    i * static_cast<std::uint64_t>(layout.valueBytes)),
                           open, written);
            }
        }
    }
}

void OutputWatch::begin(const TorchLayout& layout, const std::byte* record, std::uint32_t key,
                        OperatorWrites writes) {
    if (depth_ == kMostOpen) {
        return;
    }
    if (input_ == nullptr) {
        input_.reset(new (std::nothrow) Input[kMostInputs]);
        if (input_ == nullptr) {
            return;
        }
    }
    Open& open = open_[depth_++];
    open = {key, inputs_, found_, writes, {}};
    const auto* values = loadOf<const std::byte*>(record, layout.inputs);
    const auto count = loadOf<std::uint64_t>(record, layout.inputs + 8);
    open.seen.unknown = count > kMostValues;
    const bool first = writes == OperatorWrites::InPlace || writes == OperatorWrites::Anew;
    for (std::uint64_t i = 0; i < count && i < kMostValues; ++i) {
        readInput(layout, values + i * static_cast<std::uint64_t>(layout.valueBytes), open, first && i == 0);
    }
}

bool OutputWatch::isInput(const Open& open, const void* storage) const {
    for (std::uint32_t i = open.firstInput; i < inputs_; ++i) {
        if (input_[i].storage == storage) {
            return true;
        }
    }
    return false;
}

// What it has written and does not give back, as the foreach operators.
std::optional<OutputWatch::Found> OutputWatch::lookAtWritten(const Open& open) const {
    std::uint32_t written = 0;
    for (std::uint32_t i = open.firstInput; i < inputs_; ++i) {
        if (!input_[i].written) {
            continue;
        }
        NonFiniteCount count;
        if (input_[i].kind.bytes != 0 && countWithin(input_[i].kind, input_[i].data, input_[i].span, count) &&
            count.any()) {
            return Found{count, input_[i].storage, input_[i].span, written};
        }
        ++written;
    }
    return std::nullopt;
}

std::optional<OutputWatch::Found> OutputWatch::look(const TorchLayout& layout, const std::byte* record,
                                                    const Open& open) const {
    const auto* first = loadOf<const std::byte*>(record, layout.outputs);
    const auto* last = loadOf<const std::byte*>(record, layout.outputs + 8);
    const auto stride = static_cast<std::uint64_t>(layout.valueBytes);
    const std::uint64_t count = static_cast<std::uint64_t>(last - first) / stride;
    if (count == 0) {
        return lookAtWritten(open);
    }
    const auto tensor = [&](const std::byte* impl, std::uint32_t output) -> std::optional<Found> {
        const TensorPlace place = placeOf(layout, impl);
        // A view of what it was given holds what that held.
        const bool view = open.writes == OperatorWrites::Nothing && isInput(open, place.storage);
        if (place.state != TensorPlace::State::Readable || view) {
            return std::nullopt;
        }
        const NonFiniteCount found = countNonFinite(place);
        return found.any() ? std::optional(Found{found, place.storage, place.count, output}) : std::nullopt;
    };
    for (std::uint64_t i = 0; i < count && i < kMostValues; ++i) {
        const std::byte* value = first + i * stride;
        const auto tag = loadOf<std::int32_t>(value, layout.valueTag);
        std::optional<Found> found;
        if (tag == layout.tagTensor) {
            found = tensor(loadOf<const std::byte*>(value), static_cast<std::uint32_t>(i));
        } else if (tag == layout.tagDouble) {
            const auto bits = loadOf<std::uint64_t>(value);
            const NonFiniteCount number = countNonFinite(floatKindOf(7), &bits, 1);
            found = number.any() ? std::optional(Found{number, nullptr, 1, static_cast<std::uint32_t>(i)})
                                 : std::nullopt;
        } else if (tag == layout.tagList && isTensorList(layout, loadOf<const std::byte*>(value))) {
            const Values elements = elementsOf(layout, loadOf<const std::byte*>(value));
            for (std::uint64_t j = 0; !found && j < elements.count && j < kMostInList; ++j) {
                found = tensor(loadOf<const std::byte*>(elements.first + j * stride),
                               static_cast<std::uint32_t>(j));
            }
        }
        if (found) {
            return found;
        }
    }
    return std::nullopt;
}

void OutputWatch::judgeInputs(Open& open, const void* written) const {
    for (std::uint32_t i = open.firstInput; i < inputs_; ++i) {
        const Input& input = input_[i];
        // Finite, not to be looked at, looked at before, or what has just been written.
        if (input.kind.bytes == 0 || input.written || input.storage == written) {
            continue;
        }
        NonFiniteCount count;
        if (!countWithin(input.kind, input.data, input.span, count)) {
            open.seen.unknown = true;
        }
        open.seen.nan = open.seen.nan || count.nans != 0;
        open.seen.infinity = open.seen.infinity || count.infinities != 0;
    }
}

// Of what an operator made itself, and of what came in where it is the first of its kind.
std::optional<ring::NonFinite> OutputWatch::eventOf(const Open& open, const Found& found, std::uint32_t key,
                                                    std::uint32_t recording) {
    const bool nan = found.count.nans != 0;
    const bool infinity = found.count.infinities != 0;
    std::uint8_t flags = nan && !open.seen.nan ? ring::kMadeNan : 0;
    flags |= infinity && !open.seen.infinity && !open.seen.nan ? ring::kMadeInfinity : 0;
    flags |= open.seen.infinity ? ring::kOfInfinity : 0;
    const auto kinds =
        static_cast<std::uint8_t>((nan ? ring::kMadeNan : 0) | (infinity ? ring::kMadeInfinity : 0));
    const bool made = (flags & (ring::kMadeNan | ring::kMadeInfinity)) != 0 && !open.seen.unknown;
    const bool first = tellFirst(recording, kinds) && !open.seen.asked; // as masks of attention are
    if (!made && !first) {
        return std::nullopt;
    }
    ++found_;
    if (!made) {
        flags = ring::kCameIn;
    }
    ring::NonFinite event{};
    event.header = ring::RecordHeader{sizeof event / 8, ring::RecordType::NonFinite, flags, key};
    event.nans = found.count.nans;
    event.infinities = found.count.infinities;
    event.elements = found.elements;
    event.output = found.output;
    return event;
}

std::optional<ring::NonFinite> OutputWatch::end(const TorchLayout& layout, const std::byte* record,
                                                std::uint32_t key, std::uint32_t recording) {
    std::uint32_t at = depth_;
    while (at > 0 && open_[at - 1].key != key) {
        --at;
    }
    if (at == 0) {
        return std::nullopt; // too deep, or begun before the values were wanted
    }
    Open open = open_[at - 1];
    depth_ = at - 1;
    std::optional<ring::NonFinite> said;
    // What an operator inside of it made is told of there.
    if (open.writes != OperatorWrites::Unfilled && open.made == found_) {
        if (const std::optional<Found> found = look(layout, record, open)) {
            judgeInputs(open, found->storage);
            said = eventOf(open, *found, key, recording);
        }
    }
    inputs_ = open.firstInput;
    return said;
}

} // namespace lanes::probe
