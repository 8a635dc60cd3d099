// The one filter language: of the search box, of the tables and of `--where`.
//
//   text        terms separated by blanks, all must hold; "..." keeps blanks; a leading - negates
//   word        name contains it; case matters only if the word has a capital letter; a|b: one of them
//   /regex/     name matches the regular expression (PCRE2); /regex/i ignores case
//   op:word     operators (cpu_op) whose name contains it; "op:" alone: every operator. In the same way
//               kernel: python: range: runtime: copy: (copies and sets) comm: (collectives) gpu: (anything on
//               a device)
//   shape:word  the input shapes contain it, written 16x5185x64 or [16, 5185, 64]
//   module:word runs inside an nn.Module whose name contains it; backward work runs inside of its forward's
//   pass:backward  operators of a pass and their launched work; passes are forward, backward and optimizer
//   stream:7    on the stream with that key or name; thread:word in the same way
//   kernel:/gemm.*f16/  a pattern in place of the word, behind any of these keys; it ends in a slash or /i
//   dur>1ms     duration; > >= < <= =; ns us ms s; a bare number is nanoseconds
//   tc:yes|no|? kernels whose name implies tensor cores, or not (see KernelName.h)
#pragma once

#include "model/analysis/operators/CallContext.h"
#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct FilterTerm;

// A parsed filter. Immutable and cheap to copy; any thread.
class Filter {
public:
    Filter(); // matches everything
    // The error names the wrong term and a correct form.
    [[nodiscard]] static Result<Filter> parse(std::string_view text);

    [[nodiscard]] bool empty() const { return terms_->empty(); }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<FilterTerm>& terms() const { return *terms_; }

private:
    std::string text_;
    std::shared_ptr<const std::vector<FilterTerm>> terms_;
};

// A filter applied to one trace. It tests each distinct name once, when the first slice with it is tested. One thread;
// make one per worker.
class FilterMatcher {
public:
    // `context` is of the trace; without one it is made when a term first needs a module or a pass, in O(slices).
    FilterMatcher(Filter filter, std::shared_ptr<const Trace> trace, LazyContext context = {});
    ~FilterMatcher();
    FilterMatcher(FilterMatcher&&) noexcept;
    FilterMatcher& operator=(FilterMatcher&&) noexcept;

    // O(1) for names, kinds, durations and tracks. Shapes cost a look-up, modules and passes a walk to outer slices.
    [[nodiscard]] bool matches(const Segment& segment, std::uint32_t index);
    [[nodiscard]] bool matches(SliceId slice); // trace->has(slice)
    // Tests a point of the trace as an event of `kind` without a duration, in no module or pass.
    [[nodiscard]] bool matchesPoint(std::uint32_t point, EventKind kind);
    [[nodiscard]] const Filter& filter() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace lanes
