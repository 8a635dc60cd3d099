// A tree of calls from who called whom. cProfile does not record stacks, so a function's time is split over its callers: what a call
// takes within one path is in proportion to what that path has of its caller's time.
#pragma once

#include "model/base/StopLook.h"
#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace lanes::profile {

struct CallGraph {
    struct Call {
        std::size_t callee = 0; // a function
        TimeNs total = 0;       // with what it called, as far as this caller called it
        std::int64_t calls = 0;
    };
    struct Function {
        StringId name;
        TimeNs own = 0;
        TimeNs total = 0;
        std::int64_t calls = 0;
        std::vector<Call> made;
        std::int64_t callers = 0;
    };
    std::vector<Function> functions;
};

struct EstimatedCall {
    static constexpr std::size_t kNone = SIZE_MAX;

    std::size_t function = 0;
    std::size_t caller = kNone; // an earlier call
    TimeNs own = 0;
    std::int64_t calls = 0;
};

// Takes calls, callers first. Begins at functions that nobody calls. A path ends where a function would call itself again, and where
// less than a ten thousandth of all is left: the rest is that call's own time. O(functions + calls taken), of which there is a bound.
void estimateCalls(CallGraph graph, const StopLook& look,
                   const std::function<void(const EstimatedCall& call)>& take);

} // namespace lanes::profile
