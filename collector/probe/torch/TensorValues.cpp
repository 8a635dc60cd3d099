#include "collector/probe/torch/TensorValues.h"

#include "collector/probe/ForeignMemory.h"
#include "collector/ring/ArgumentImage.h"

#include <algorithm>

namespace lanes::probe {

namespace {

constexpr std::size_t kSizesInside = 5;             // SizesAndStrides keeps more of them elsewhere
constexpr std::uint8_t kCpu = 0;                    // c10::DeviceType
constexpr std::uint64_t kMostElements = 1ULL << 48; // of a span; more is no address space
constexpr std::size_t kCopiedBytes = 8 * 1024;      // on the stack of a thread of the program

template<class Value>
Value loadAt(const std::byte* base, std::int64_t offset) {
    return DirectMemory::load<Value>(base, offset);
}

std::int64_t wordOf(const std::byte* words, std::size_t index) {
    return loadAt<std::int64_t>(words, static_cast<std::int64_t>(8 * index));
}

// Elements and span; false for what makes no sense.
bool measure(TensorPlace& place) {
    place.count = 1;
    place.span = 1;
    for (std::uint32_t i = 0; i < place.dimensions; ++i) {
        if (wordOf(place.sizes, i) == 0) {
            place.count = 0;
            return true;
        }
    }
    for (std::uint32_t i = 0; i < place.dimensions; ++i) {
        const std::int64_t size = wordOf(place.sizes, i);
        const std::int64_t stride = wordOf(place.strides, i);
        if (size < 0 || stride < 0 || static_cast<std::uint64_t>(size) > kMostElements ||
            static_cast<std::uint64_t>(stride) > kMostElements ||
            __builtin_mul_overflow(place.count, static_cast<std::uint64_t>(size), &place.count)) {
            return false;
        }
        std::uint64_t reach = 0;
        if (__builtin_mul_overflow(static_cast<std::uint64_t>(size - 1), static_cast<std::uint64_t>(stride),
                                   &reach) ||
            reach > kMostElements || place.span > kMostElements) {
            return false;
        }
        place.span += reach;
        place.repeats = place.repeats || (stride == 0 && size > 1);
    }
    return true;
}

// Numbers of elements that lie `stride` apart.
NonFiniteCount countRow(const FloatKind& kind, const std::byte* data, std::uint64_t size,
                        std::uint64_t stride) {
    if (stride == 1) {
        return countNonFinite(kind, data, size * kind.parts);
    }
    NonFiniteCount found;
    const std::size_t step = stride * kind.parts * kind.bytes;
    for (std::uint64_t i = 0; i < size; ++i) {
        const NonFiniteCount here = countNonFinite(kind, data + i * step, kind.parts);
        found.nans += here.nans;
        found.infinities += here.infinities;
    }
    return found;
}

} // namespace

TensorPlace placeOf(const TorchLayout& layout, const std::byte* tensor) {
    TensorPlace place;
    if (tensor == nullptr || reinterpret_cast<std::uintptr_t>(tensor) == layout.undefinedTensor) {
        return place;
    }
    place.storage = loadAt<const void*>(tensor, layout.storage);
    place.kind = floatKindOf(loadAt<std::uint16_t>(tensor, layout.dtype));
    if (place.kind.bytes == 0) {
        return place;
    }
    place.state = TensorPlace::State::Unknown;
    const auto keys = loadAt<std::uint64_t>(tensor, layout.keySet);
    const auto dimensions = loadAt<std::uint64_t>(tensor, layout.sizes);
    if ((keys & ~layout.denseKeys) != 0 || loadAt<std::uint8_t>(tensor, layout.device) != kCpu ||
        place.storage == nullptr || dimensions > ring::kMaxDimensions) {
        return place;
    }
    place.dimensions = static_cast<std::uint32_t>(dimensions);
    place.sizes = tensor + layout.sizes + 8;
    place.strides = place.sizes + kSizesInside * 8;
    if (dimensions > kSizesInside) {
        place.sizes = loadAt<const std::byte*>(place.sizes, 0);
        place.strides = place.sizes + dimensions * 8;
    }
    if (!measure(place)) {
        return place;
    }
    if (place.count == 0) {
        place.state = TensorPlace::State::Finite;
        return place;
    }
    const auto* storage = static_cast<const std::byte*>(place.storage);
    const auto* data = loadAt<const std::byte*>(storage, layout.storageData);
    const auto bytes = loadAt<std::int64_t>(storage, layout.storageBytes);
    const auto offset = loadAt<std::int64_t>(tensor, layout.storageOffset);
    const std::uint64_t element = std::uint64_t{place.kind.bytes} * place.kind.parts;
    // A storage may have been emptied under its tensors, as FSDP does.
    if (data == nullptr || offset < 0 || bytes < 0 || static_cast<std::uint64_t>(offset) > kMostElements ||
        (static_cast<std::uint64_t>(offset) + place.span) * element > static_cast<std::uint64_t>(bytes)) {
        return place;
    }
    place.data = data + static_cast<std::uint64_t>(offset) * element;
    place.state = TensorPlace::State::Readable;
    return place;
}

NonFiniteCount countNonFinite(const TensorPlace& place) {
    if (place.span == place.count && !place.repeats) { // side by side, in whatever order
        return countNonFinite(place.kind, place.data, place.count * place.kind.parts);
    }
    // Rows of the dimension that lies closest; what a stride of 0 repeats is looked at once.
    std::uint32_t inner = place.dimensions;
    for (std::uint32_t i = 0; i < place.dimensions; ++i) {
        const std::int64_t stride = wordOf(place.strides, i);
        if (wordOf(place.sizes, i) > 1 && stride > 0 &&
            (inner == place.dimensions || stride < wordOf(place.strides, inner))) {
            inner = i;
        }
    }
    if (inner == place.dimensions) {
        return countNonFinite(place.kind, place.data, place.kind.parts);
    }
    const std::uint64_t element = std::uint64_t{place.kind.bytes} * place.kind.parts;
    std::uint64_t index[ring::kMaxDimensions] = {};
    const std::byte* row = place.data;
    NonFiniteCount found;
    for (;;) {
        const NonFiniteCount here =
            countRow(place.kind, row, static_cast<std::uint64_t>(wordOf(place.sizes, inner)),
                     static_cast<std::uint64_t>(wordOf(place.strides, inner)));
        found.nans += here.nans;
        found.infinities += here.infinities;
        std::uint32_t at = 0;
        for (; at < place.dimensions; ++at) {
            const auto stride = static_cast<std::uint64_t>(wordOf(place.strides, at));
            if (at == inner || stride == 0) {
                continue;
            }
            row += stride * element;
            if (++index[at] < static_cast<std::uint64_t>(wordOf(place.sizes, at))) {
                break;
            }
            row -= index[at] * stride * element;
            index[at] = 0;
        }
        if (at == place.dimensions) {
            return found;
        }
    }
}

bool countWithin(const FloatKind& kind, const std::byte* data, std::uint64_t span, NonFiniteCount& found) {
    alignas(16) std::byte copied[kCopiedBytes];
    const std::uint64_t bytes = span * kind.parts * kind.bytes;
    for (std::uint64_t at = 0; at < bytes; at += kCopiedBytes) {
        const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(kCopiedBytes, bytes - at));
        if (!GuardedMemory::copy(copied, data + at, length)) {
            return false;
        }
        const NonFiniteCount here = countNonFinite(kind, copied, length / kind.bytes);
        found.nans += here.nans;
        found.infinities += here.infinities;
    }
    return true;
}

} // namespace lanes::probe
