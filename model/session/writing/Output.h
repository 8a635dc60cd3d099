// Where the bytes of a session go.
#pragma once

#include "model/base/Result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanes::session {

// A session made of chunks of the one that is being written, between a begin and an end of its own.
struct Rewrite {
    struct Span {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
    };
    std::string head;
    std::vector<Span> kept;        // whole chunks, in the file as it is
    std::uint32_t firstNumber = 0; // of the first of them in the new file; the others count on
    std::string tail;
    // Where it goes: empty, to take the file's place; otherwise the name of a new file beside it, which gets a number.
    std::string saveAs;
    // Told of a save how it went, on the thread that writes: the path that it has. The file goes on in any case.
    std::function<void(const Result<std::string>&)> saved;
};

// One thread.
class Output {
public:
    virtual ~Output() = default;
    // Appends all of `bytes` or none of them. After a failure nothing more is taken.
    virtual Result<void> append(std::string bytes) = 0;
    // Of outputs that can read what they have. The old file stands until the new one is whole.
    virtual Result<void> rewrite(Rewrite /*plan*/) { return Error{path() + " cannot be written anew"}; }
    // Waits until all that was appended has got there. An error says why it has not.
    virtual Result<void> sync() = 0;
    // As messages call it.
    [[nodiscard]] virtual const std::string& path() const = 0;
};

} // namespace lanes::session
