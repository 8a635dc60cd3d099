#include "collector/probe/torch/CollectiveArguments.h"

#include "collector/probe/ForeignMemory.h"
#include "collector/probe/torch/RecordFunctionReader.h"

#include <algorithm>

namespace lanes::probe {

namespace {

class Reader {
public:
    explicit Reader(const TorchLayout& layout)
        : layout_(layout) {}

    CollectiveArguments read(const std::byte* record) {
        const auto* values = DirectMemory::load<const std::byte*>(record, layout_.inputs);
        const auto count = DirectMemory::load<std::size_t>(record, layout_.inputs + 8);
        for (std::size_t i = 0; i < std::min(count, kMostArguments); ++i) {
            readValue(at(values, i), 0);
        }
        return std::move(found_);
    }

private:
    static constexpr std::size_t kMostArguments = 16;
    static constexpr std::size_t kMostElements = 64; // of a list
    static constexpr unsigned kMostDepth = 2;        // of lists: one list of tensors for each rank
    static constexpr std::size_t kMostInTuple = 3;   // that a tuple holds itself
    static constexpr std::uint64_t kMostDimensions = 64;
    static constexpr std::uint64_t kInlineDimensions = 5;

    [[nodiscard]] const std::byte* at(const std::byte* values, std::size_t i) const {
        return values + i * static_cast<std::size_t>(layout_.valueBytes);
    }

    void readValue(const std::byte* value, unsigned depth) {
        const auto tag = DirectMemory::load<std::int32_t>(value, layout_.valueTag);
        const auto payload = DirectMemory::load<std::uint64_t>(value);
        if (tag == layout_.tagTensor) {
            readTensor(payload);
        } else if (tag == layout_.tagList) {
            readList(reinterpret_cast<const std::byte*>(payload), depth);
        } else if (tag == layout_.tagInt) {
            addNumber(static_cast<std::int64_t>(payload));
        } else if (tag == layout_.tagString) {
            if (found_.text.empty()) {
                found_.text = readText(payload);
                found_.numbersBeforeText = found_.numberCount;
            }
        } else if (isTuple(tag)) {
            readTuple(payload);
        } else if (tag != layout_.tagNone && tag != layout_.tagBool && tag != layout_.tagDouble &&
                   tag != layout_.tagComplex && found_.object == 0) {
            found_.object = payload;
        }
    }

    // It has always stood between the two.
    [[nodiscard]] bool isTuple(std::int32_t tag) const {
        return layout_.tagString == layout_.tagBool + 2 && tag == layout_.tagBool + 1;
    }

    void addNumber(std::int64_t number) {
        if (found_.numberCount < found_.numbers.size()) {
            found_.numbers[found_.numberCount++] = number;
        }
    }

    void readList(const std::byte* list, unsigned depth) {
        if (depth >= kMostDepth) {
            return;
        }
        const auto* begin = DirectMemory::load<const std::byte*>(list, layout_.listVector);
        const auto* end = DirectMemory::load<const std::byte*>(list, layout_.listVector + 8);
        const std::size_t count =
            static_cast<std::size_t>(end - begin) / static_cast<std::size_t>(layout_.valueBytes);
        for (std::size_t i = 0; i < std::min(count, kMostElements); ++i) {
            const auto tag = DirectMemory::load<std::int32_t>(at(begin, i), layout_.valueTag);
            if (tag == layout_.tagTensor || tag == layout_.tagList) {
                readValue(at(begin, i), depth + 1);
            }
        }
    }

    void readTensor(std::uint64_t tensor) {
        const auto* object = reinterpret_cast<const std::byte*>(tensor);
        if (tensor == layout_.undefinedTensor || tensor == 0) {
            return;
        }
        if (found_.tensorCount < found_.tensors.size()) {
            found_.tensors[found_.tensorCount++] = tensor;
        }
        const auto keys = DirectMemory::load<std::uint64_t>(object, layout_.keySet);
        const auto dimensions = DirectMemory::load<std::uint64_t>(object, layout_.sizes);
        if ((keys & layout_.nestedKeys) != 0 || dimensions > kMostDimensions) {
            return;
        }
        const std::byte* sizes = object + layout_.sizes + 8;
        if (dimensions > kInlineDimensions) {
            sizes = DirectMemory::load<const std::byte*>(sizes);
        }
        std::uint64_t elements = 1;
        for (std::uint64_t i = 0; i < dimensions; ++i) {
            elements *= DirectMemory::load<std::uint64_t>(sizes, static_cast<std::int64_t>(8 * i));
        }
        if (found_.elements < 0) {
            found_.elements = 0;
            found_.dtype = DirectMemory::load<std::uint8_t>(object, layout_.dtype);
        }
        found_.elements += static_cast<std::int64_t>(elements);
    }

    // c10::ivalue::Tuple starts as ConstantString does; it says how many it holds itself, and 0 where they stand elsewhere.
    void readTuple(std::uint64_t tuple) {
        const auto* elements = reinterpret_cast<const std::byte*>(tuple) + layout_.string;
        const auto count = GuardedMemory::load<std::uint64_t>(elements);
        if (count == 0 || count > kMostInTuple) {
            return;
        }
        const std::byte* first = elements + 8;
        const auto tag = GuardedMemory::load<std::int32_t>(first, layout_.valueTag);
        const auto payload = GuardedMemory::load<std::uint64_t>(first);
        if (tag == layout_.tagString && found_.pairText.empty()) {
            found_.pairText = readText(payload);
        } else if (tag == layout_.tagInt && count == 2 && !found_.pairNumber) {
            found_.pairNumber = static_cast<std::int64_t>(payload);
            found_.pairTruth = GuardedMemory::load<std::uint8_t>(at(first, 1)) != 0;
        }
    }

    [[nodiscard]] std::string readText(std::uint64_t holder) const {
        return readString(layout_, reinterpret_cast<const std::byte*>(holder) + layout_.string);
    }

    const TorchLayout& layout_;
    CollectiveArguments found_;
};

} // namespace

CollectiveArguments readCollectiveArguments(const TorchLayout& layout, const std::byte* record) {
    return Reader(layout).read(record);
}

} // namespace lanes::probe
