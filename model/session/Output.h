// Where the bytes of a session go.
#pragma once

#include "model/base/Result.h"

#include <string>

namespace lanes::session {

// One thread.
class Output {
public:
    virtual ~Output() = default;
    // Appends all of `bytes` or none of them. After a failure nothing more is taken.
    virtual Result<void> append(std::string bytes) = 0;
    // Waits until all that was appended has got there. An error says why it has not.
    virtual Result<void> sync() = 0;
    // As messages call it.
    [[nodiscard]] virtual const std::string& path() const = 0;
};

} // namespace lanes::session
