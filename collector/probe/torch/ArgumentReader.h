// Translates the inputs of an at::RecordFunction into an argument image (ring/ArgumentImage.h).
#pragma once

#include "collector/probe/ForeignMemory.h"
#include "collector/probe/torch/ArgumentBuffer.h"
#include "collector/probe/torch/TorchLayout.h"
#include "collector/ring/ArgumentImage.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanes::probe {

template<class Memory>
class ArgumentReader {
public:
    ArgumentReader(const TorchLayout& layout, ArgumentBuffer& out)
        : layout_(layout)
        , out_(out) {}

    void readAll(const std::byte* recordFunction) {
        const auto* values = Memory::template load<const std::byte*>(recordFunction, layout_.inputs);
        const auto count = Memory::template load<std::size_t>(recordFunction, layout_.inputs + 8);
        read(values, count);
    }

    // Reads the operator's outputs; called at its end.
    void readOutputs(const std::byte* recordFunction) {
        const auto* begin = Memory::template load<const std::byte*>(recordFunction, layout_.outputs);
        const auto* end = Memory::template load<const std::byte*>(recordFunction, layout_.outputs + 8);
        read(begin, static_cast<std::size_t>(end - begin) / static_cast<std::size_t>(layout_.valueBytes));
    }

private:
    static constexpr std::size_t kMaxArguments = 128;
    static constexpr std::size_t kInlineDimensions = 5; // SizesAndStrides keeps longer ones out of line
    static constexpr std::size_t kMaxStringBytes = 256;

    void read(const std::byte* values, std::size_t count) {
        for (std::size_t i = 0; i < count && i < kMaxArguments; ++i) {
            if (!out_.hasRoom(2 + 2 * ring::kMaxDimensions)) {
                out_.push(ring::argumentWord(ring::ArgumentKind::Truncated, 0, 0,
                                             static_cast<std::uint32_t>(count - i)));
                return;
            }
            readValue(values + i * static_cast<std::size_t>(layout_.valueBytes));
        }
    }

    void readValue(const std::byte* value) {
        using ring::ArgumentKind;
        const auto tag = Memory::template load<std::int32_t>(value, layout_.valueTag);
        if (tag == layout_.tagTensor) {
            readTensor(value);
        } else if (tag == layout_.tagInt) {
            out_.pushScalar(ArgumentKind::Int, Memory::template load<std::uint64_t>(value));
        } else if (tag == layout_.tagNone) {
            out_.push(ring::argumentWord(ArgumentKind::None));
        } else if (tag == layout_.tagBool) {
            out_.pushScalar(ArgumentKind::Bool, Memory::template load<std::uint8_t>(value) != 0 ? 1 : 0);
        } else if (tag == layout_.tagDouble) {
            out_.pushScalar(ArgumentKind::Double, Memory::template load<std::uint64_t>(value));
        } else if (tag == layout_.tagList) {
            readList(Memory::template load<const std::byte*>(value));
        } else if (tag == layout_.tagString) {
            readString(Memory::template load<const std::byte*>(value));
        } else if (tag == layout_.tagComplex) {
            const auto* holder = Memory::template load<const std::byte*>(value);
            out_.pushComplex(Memory::template load<std::uint64_t>(holder, layout_.complexParts),
                             Memory::template load<std::uint64_t>(holder, layout_.complexParts + 8));
        } else {
            out_.push(ring::argumentWord(ArgumentKind::Other, 0, static_cast<std::uint16_t>(tag)));
        }
    }

    void readTensor(const std::byte* value) {
        using ring::ArgumentKind;
        const auto* tensor = Memory::template load<const std::byte*>(value);
        if (reinterpret_cast<std::uintptr_t>(tensor) == layout_.undefinedTensor || tensor == nullptr) {
            out_.push(ring::argumentWord(ArgumentKind::Undefined));
            return;
        }
        const auto keys = Memory::template load<std::uint64_t>(tensor, layout_.keySet);
        const bool strided = (keys & layout_.sparseKeys) == 0;
        if ((keys & layout_.nestedKeys) != 0) {
            out_.push(ring::argumentWord(ArgumentKind::Undefined));
            return;
        }
        const auto dtype = Memory::template load<std::uint16_t>(tensor, layout_.dtype);
        const auto device = Memory::template load<std::uint16_t>(tensor, layout_.device);
        const auto typeAndDevice = static_cast<std::uint16_t>((dtype & 0xff) | (device & 0xff) << 8);
        const auto dimensions = Memory::template load<std::uint64_t>(tensor, layout_.sizes);
        if (dimensions == 1 && (keys & layout_.pythonKeys) != 0 && hasSymbols(tensor)) {
            out_.push(ring::argumentWord(ArgumentKind::Undefined));
            return;
        }
        if (dimensions > ring::kMaxDimensions || !out_.hasRoom(1 + 2 * dimensions)) {
            out_.push(ring::argumentWord(ArgumentKind::OpaqueTensor, 0, typeAndDevice, device >> 8));
            return;
        }
        const ArgumentKind kind = strided ? ArgumentKind::Tensor : ArgumentKind::SizedTensor;
        out_.push(
            ring::argumentWord(kind, static_cast<std::uint8_t>(dimensions), typeAndDevice, device >> 8));
        const std::byte* sizes = tensor + layout_.sizes + 8;
        const std::byte* strides = sizes + kInlineDimensions * 8;
        if (dimensions > kInlineDimensions) {
            sizes = Memory::template load<const std::byte*>(sizes);
            strides = sizes + dimensions * 8;
        }
        pushWords(sizes, dimensions);
        if (strided) {
            pushWords(strides, dimensions);
        }
    }

    // For a tensor that looks like one empty vector: true if its sizes are symbols, which are stored elsewhere.
    bool hasSymbols(const std::byte* tensor) const {
        return Memory::template load<std::uint64_t>(tensor, layout_.sizes + 8) == 0 &&
               (layout_.extra < 0 || Memory::template load<std::uint64_t>(tensor, layout_.extra) != 0);
    }

    void pushWords(const std::byte* from, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            out_.push(Memory::template load<std::uint64_t>(from, static_cast<std::int64_t>(8 * i)));
        }
    }

    void readList(const std::byte* list) {
        using ring::ArgumentKind;
        const auto* begin = Memory::template load<const std::byte*>(list, layout_.listVector);
        const auto* end = Memory::template load<const std::byte*>(list, layout_.listVector + 8);
        const std::size_t count =
            static_cast<std::size_t>(end - begin) / static_cast<std::size_t>(layout_.valueBytes);
        if (Memory::template load<std::uint64_t>(list, layout_.listElementType) == layout_.tensorType) {
            readTensorList(begin, count);
            return;
        }
        const auto tag =
            count == 0 ? layout_.tagInt : Memory::template load<std::int32_t>(begin, layout_.valueTag);
        if (tag == layout_.tagInt) {
            readNumberList(ArgumentKind::IntList, tag, begin, count);
        } else if (tag == layout_.tagDouble) {
            readNumberList(ArgumentKind::DoubleList, tag, begin, count);
        } else if (tag == layout_.tagBool) {
            readNumberList(ArgumentKind::BoolList, tag, begin, count);
        } else if (tag == layout_.tagComplex) {
            readMixedList(begin, count);
        } else {
            out_.push(
                ring::argumentWord(ArgumentKind::Other, 0, static_cast<std::uint16_t>(layout_.tagList)));
        }
    }

    void readTensorList(const std::byte* begin, std::size_t count) {
        const unsigned head = out_.words;
        out_.push(0);
        std::size_t present = 0;
        while (present < count && out_.hasRoom(4 + 2 * ring::kMaxDimensions)) {
            readTensor(begin + present * static_cast<std::size_t>(layout_.valueBytes));
            ++present;
        }
        out_.image[head] =
            ring::argumentWord(ring::ArgumentKind::TensorList, 0, static_cast<std::uint16_t>(present),
                               static_cast<std::uint32_t>(count));
    }

    void readNumberList(ring::ArgumentKind kind, std::int32_t tag, const std::byte* begin,
                        std::size_t count) {
        const unsigned head = out_.words;
        const std::size_t room = ring::kMaxImageWords - out_.words;
        const std::size_t present = std::min(count, room > kReserve ? room - kReserve : 0);
        out_.push(ring::argumentWord(kind, 0, static_cast<std::uint16_t>(present),
                                     static_cast<std::uint32_t>(count)));
        for (std::size_t i = 0; i < present; ++i) {
            const std::byte* value = begin + i * static_cast<std::size_t>(layout_.valueBytes);
            if (Memory::template load<std::int32_t>(value, layout_.valueTag) != tag) {
                out_.words = head;
                readMixedList(begin, count);
                return;
            }
            out_.push(kind == ring::ArgumentKind::BoolList ? Memory::template load<std::uint8_t>(value)
                                                           : Memory::template load<std::uint64_t>(value));
        }
    }

    // A list of Scalars, each of which may be of another kind.
    void readMixedList(const std::byte* begin, std::size_t count) {
        const unsigned head = out_.words;
        out_.push(0);
        std::size_t present = 0;
        while (present < count && out_.hasRoom(kReserve)) {
            readNumber(begin + present * static_cast<std::size_t>(layout_.valueBytes));
            ++present;
        }
        out_.image[head] =
            ring::argumentWord(ring::ArgumentKind::NumberList, 0, static_cast<std::uint16_t>(present),
                               static_cast<std::uint32_t>(count));
    }

    void readNumber(const std::byte* value) {
        using ring::ArgumentKind;
        const auto tag = Memory::template load<std::int32_t>(value, layout_.valueTag);
        if (tag == layout_.tagInt || tag == layout_.tagDouble) {
            out_.push(ring::argumentWord(tag == layout_.tagInt ? ArgumentKind::Int : ArgumentKind::Double));
            out_.push(Memory::template load<std::uint64_t>(value));
        } else if (tag == layout_.tagBool) {
            out_.push(ring::argumentWord(ArgumentKind::Bool));
            out_.push(Memory::template load<std::uint8_t>(value));
        } else if (tag == layout_.tagComplex) {
            out_.push(ring::argumentWord(ArgumentKind::Complex));
            pushWords(Memory::template load<const std::byte*>(value) + layout_.complexParts, 2);
        } else {
            out_.push(ring::argumentWord(ArgumentKind::Other, 0, static_cast<std::uint16_t>(tag)));
        }
    }

    void readString(const std::byte* holder) {
        const std::byte* string = holder + layout_.string;
        const auto* text = Memory::template load<const char*>(string);
        const auto length = layout_.stringIsNew != 0 ? Memory::template load<std::size_t>(string, 8)
                                                     : Memory::template load<std::size_t>(text, -24);
        const std::size_t kept = std::min(length, kMaxStringBytes);
        const std::size_t words = (kept + 7) / 8;
        if (!out_.hasRoom(1 + words)) {
            out_.push(ring::argumentWord(ring::ArgumentKind::Other));
            return;
        }
        out_.push(ring::argumentWord(ring::ArgumentKind::String, 0, 0, static_cast<std::uint32_t>(kept)));
        if (words != 0) {
            out_.image[out_.words + words - 1] = 0;
            Memory::copy(&out_.image[out_.words], text, kept);
            out_.words += static_cast<unsigned>(words);
        }
    }

    static constexpr std::size_t kReserve = 8; // words kept free behind a long list

    const TorchLayout& layout_;
    ArgumentBuffer& out_;
};

} // namespace lanes::probe
