// One call of the runtime or the driver, from its entry to its exit, on the thread that makes it. Each has a correlation id
// of its own; work that is launched gets that of the innermost call.
#pragma once

#include "tests/played_gpu/model/Clock.h"

namespace played {

enum class Domain : uint8_t { Driver = 1, Runtime = 2 }; // as CUPTI numbers them

class ApiCall {
public:
    // `params`: the struct that the version's headers declare for it, or null; lives as long as the call. `kernel`: what it
    // launches, or null.
    ApiCall(Domain domain, uint32_t function, const char* name, const void* params,
            const void* kernel = nullptr);
    ~ApiCall();
    ApiCall(const ApiCall&) = delete;
    ApiCall& operator=(const ApiCall&) = delete;

    template<class Result>
    Result done(Result result) {
        result_ = int(result);
        return result;
    }

    Domain domain() const { return domain_; }
    uint32_t function() const { return function_; }
    const char* name() const { return name_; }
    const void* params() const { return params_; }
    const char* symbol() const { return symbol_; } // name of the kernel that it launches, or null
    const int& result() const { return result_; }
    uint32_t correlation() const { return correlation_; }

    uint64_t subscribersOwn = 0; // what a profiler keeps from entry to exit
    uint64_t start = 0;          // on the profiler's clock; 0: it does not record the call

private:
    Domain domain_;
    uint32_t function_;
    const char* name_;
    const void* params_;
    const char* symbol_;
    int result_ = 0;
    uint32_t correlation_;
    ApiCall* outer_;
    bool seen_ = false;
};

// A library of the vendor asks the driver something, as the real ones do: CUPTI's number of the function and its name.
void askDriver(uint32_t function, const char* name);

uint32_t currentCorrelation(); // 0 outside of calls
// Is this the child of a process that used CUDA? Its calls must fail.
bool forkedAfterUse();
void noteUse();

// Says once on stderr that a function is not played; returns `status`.
int notPlayed(const char* function, int status);

} // namespace played
