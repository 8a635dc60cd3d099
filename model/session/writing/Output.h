// The destination of a session's bytes.
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
    std::vector<Span> kept;        // whole chunks of the current file
    std::uint32_t firstNumber = 0; // number of the first kept chunk in the new file; the others follow
    std::string tail;
    // Empty: the result replaces the file. Otherwise the name of a new file beside it, to which a number is added.
    std::string saveAs;
    // Called with the result of a save, on the thread that writes: the path of the new file, or an error. The file goes
    // on in any case.
    std::function<void(const Result<std::string>&)> saved;
};

// One thread.
class Output {
public:
    virtual ~Output() = default;
    // Appends all of `bytes` or none of them. After a failure nothing more is taken.
    virtual Result<void> append(std::string bytes) = 0;
    // Rewrites the output; only for outputs that can read their own bytes. The old file stays until the new one is
    // complete.
    virtual Result<void> rewrite(Rewrite /*plan*/) { return Error{path() + " cannot be written anew"}; }
    // Waits until all appended bytes have arrived. An error gives the reason if they have not.
    virtual Result<void> sync() = 0;
    // The name of the output in messages.
    [[nodiscard]] virtual const std::string& path() const = 0;
};

} // namespace lanes::session
