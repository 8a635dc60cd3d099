// Reads marshalled plain data of Python without executing anything: an own machine for dicts, tuples, whole numbers, floats, texts,
// None and references to them. Every other type (code, bytes, lists, sets, complex ...) is refused.
// Source: Python's Python/marshal.c (w_object, r_object), versions 2 to 5.
#pragma once

#include "model/base/StopLook.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/plain/Values.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanes::profile {

// One thread. Memory is that of the values, and 8 bytes for each that may be referred to again.
class MarshalReader {
public:
    MarshalReader(ByteStream& bytes, plain::Values& values, const StopLook& look)
        : bytes_(bytes)
        , values_(values)
        , look_(look) {}

    // The value. Throws Fault, which says at which byte what is wrong, and Stopped.
    [[nodiscard]] plain::Value read();

private:
    static constexpr std::int64_t kUntilNull = -1;
    // A dict or tuple that goes on.
    struct Open {
        std::int64_t left = 0; // items; kUntilNull: a dict's end with a mark of its own
        std::int64_t taken = 0;
    };

    [[noreturn]] void refuse(const char* what) const;
    [[nodiscard]] const char* take(std::size_t size);
    template<class T>
    [[nodiscard]] T number();
    [[nodiscard]] std::size_t size();
    void step(std::uint8_t type, bool kept);
    void pushText(std::size_t size, bool kept);
    void pushLong(bool kept);
    void begin(bool dict, std::int64_t items, bool kept);
    void keep(bool kept);
    void closeFull();

    ByteStream& bytes_;
    plain::Values& values_;
    const StopLook& look_;
    std::vector<char> piece_;
    std::vector<Open> open_;
    std::vector<plain::Value> kept_;
    std::uint64_t at_ = 0; // bytes taken
};

} // namespace lanes::profile
