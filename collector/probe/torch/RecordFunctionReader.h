// Reads the fixed fields of an at::RecordFunction.
#pragma once

#include "collector/probe/ForeignMemory.h"
#include "collector/probe/torch/TorchLayout.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::probe {

template<class Memory>
class RecordFunctionReader {
public:
    RecordFunctionReader(const TorchLayout& layout, const std::byte* record)
        : layout_(layout)
        , record_(record) {}

    // Returns the address of the c10::FunctionSchema, stable while the operator is registered; 0 for an operator with
    // only a name.
    [[nodiscard]] std::uint64_t schema() const {
        return Memory::template load<std::uint8_t>(record_, layout_.functionIndex) == 1
                   ? Memory::template load<std::uint64_t>(record_, layout_.function)
                   : 0;
    }
    [[nodiscard]] std::uint8_t scope() const {
        return Memory::template load<std::uint8_t>(record_, layout_.scope);
    }
    [[nodiscard]] std::int64_t sequence() const {
        return Memory::template load<std::int64_t>(record_, layout_.sequence);
    }
    [[nodiscard]] std::uint64_t forwardThread() const {
        return Memory::template load<std::uint64_t>(record_, layout_.forwardThread);
    }

private:
    const TorchLayout& layout_;
    const std::byte* record_;
};

struct SchemaName {
    std::string name;     // "aten::add"
    std::string overload; // "Tensor"
};
struct SchemaView {
    std::string_view name;
    std::string_view overload;
};

// Reads a std::string of that torch's ABI. Guarded; empty if it cannot be read.
[[nodiscard]] std::string readString(const TorchLayout& layout, const std::byte* string);
// Guarded; empty if it cannot be read.
[[nodiscard]] SchemaName readSchemaName(const TorchLayout& layout, std::uint64_t schema);
// As readSchemaName(), without a copy, clipped. For an operator that is running, once the layout is proven.
[[nodiscard]] SchemaView viewSchemaName(const TorchLayout& layout, std::uint64_t schema);

} // namespace lanes::probe
