// Reads a Python pickle of plain data without executing anything: an own machine for the opcodes that None, booleans, numbers,
// texts, bytes, tuples, lists, dicts and sets need. Every other opcode (GLOBAL, REDUCE, BUILD, INST ...) is refused. Protocols 2 to 5.
// Source: the comments of Python's pickletools; torch's torch/csrc/jit/serialization/pickler.cpp writes protocol 2.
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

// One thread. Memory is that of the values, and 8 bytes for each that the pickle may refer to again.
class PickleReader {
public:
    PickleReader(ByteStream& bytes, plain::Values& values, const StopLook& look)
        : bytes_(bytes)
        , values_(values)
        , look_(look) {}

    // The value of the pickle. An Error says at which byte what is wrong. Of a pickle that ends in the middle it is what had come whole,
    // if its root was a dict or list. Throws Stopped.
    [[nodiscard]] Result<plain::Value> read();
    // Where the pickle ends in the middle, as a sentence's part; empty: it is whole.
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
    // Whether the pickle goes on.
    [[nodiscard]] bool step(std::uint8_t opcode);
    [[nodiscard]] bool stepNumbersAndTexts(std::uint8_t opcode);
    [[nodiscard]] bool stepContainers(std::uint8_t opcode);

    ByteStream& bytes_;
    plain::Values& values_;
    const StopLook& look_;
    std::vector<char> buffer_;
    std::size_t bufferAt_ = 0;
    std::size_t bufferEnd_ = 0;
    std::uint64_t at_ = 0; // bytes taken
    std::uint64_t steps_ = 0;
    std::string cut_;
    std::vector<plain::Value> memo_;
};

} // namespace lanes::pickle
