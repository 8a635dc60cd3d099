// Reads a Python pickle of plain data without executing anything. Its own machine knows the opcodes for None, booleans,
// numbers, texts, bytes, tuples, lists, dicts and sets. Every other opcode (GLOBAL, REDUCE, BUILD, INST ...) is refused.
// Protocols 2 to 5. Source: the comments of Python's pickletools; torch's torch/csrc/jit/serialization/pickler.cpp writes
// protocol 2.
#pragma once

#include "model/base/Result.h"
#include "model/base/StopLook.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/plain/Values.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanes::pickle {

// One thread. Takes the memory of the values, and 8 bytes for each value that the pickle may refer to again.
class PickleReader {
public:
    PickleReader(ByteStream& bytes, plain::Values& values, const StopLook& look)
        : bytes_(bytes)
        , values_(values)
        , look_(look) {}

    // The value of the pickle. An Error gives the byte and the problem. For a pickle that ends in the middle, the values
    // that are complete, if its root is a dict or list. Throws Stopped.
    [[nodiscard]] Result<plain::Value> read();
    // The place where the pickle ends in the middle, as part of a sentence; empty: it is complete.
    [[nodiscard]] const std::string& cut() const { return cut_; }

private:
    struct Cut : plain::Fault {
        using plain::Fault::Fault;
    };
    [[noreturn]] void refuse(const std::string& what) const;
    void run();
    [[nodiscard]] const char* take(std::size_t size);
    template<class T>
    [[nodiscard]] T number();
    void pushLong(std::size_t size);
    void pushFloat();
    void pushText(std::size_t size, bool bytes);
    void memoize(std::size_t place);
    void recall(std::size_t place);
    // True if the pickle continues.
    [[nodiscard]] bool step(std::uint8_t opcode);
    [[nodiscard]] bool stepNumbersAndTexts(std::uint8_t opcode);
    [[nodiscard]] bool stepContainers(std::uint8_t opcode);

    ByteStream& bytes_;
    plain::Values& values_;
    const StopLook& look_;
    std::vector<char> buffer_;
    std::size_t bufferAt_ = 0;
    std::size_t bufferEnd_ = 0;
    std::uint64_t at_ = 0; // number of consumed bytes
    std::uint64_t steps_ = 0;
    std::string cut_;
    std::vector<plain::Value> memo_;
};

} // namespace lanes::pickle
