#include "model/analysis/trust/TornArrows.h"

#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <string_view>

namespace lanes {

TornArrows::Numbers TornArrows::numbersOf(const Trace& trace) {
    Numbers numbers;
    ArgReader reader(trace.args(), trace.strings(), "correlation");
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const EventKind kind = segment->kind[i];
            const bool call = kind == EventKind::Runtime && trace.text(segment->name[i]).starts_with("cu");
            if (!call && !isDeviceWork(kind)) {
                continue;
            }
            const std::int64_t number =
                reader.integer(segment->layout[i], segment->row[i], trace.strings(), 0);
            if (number > 0) {
                (call ? numbers.calls : numbers.work).push_back(number);
            }
        }
    }
    std::ranges::sort(numbers.calls);
    std::ranges::sort(numbers.work);
    return numbers;
}

bool TornArrows::isTorn(StringId category, std::int64_t id, bool isStart) {
    const std::string_view name = category.valid() ? trace_.text(category) : std::string_view();
    if (name == "fwdbwd" || name == "forward_backward") {
        return true;
    }
    const ArgValue value = ArgValue::decode(id);
    if ((name != "ac2g" && name != "async_cpu_to_gpu") || value.type != ArgValue::Type::Integer) {
        return false;
    }
    if (!numbers_) {
        numbers_ = numbersOf(trace_);
    }
    return std::ranges::binary_search(numbers_->work, value.integer) &&
           (isStart || std::ranges::binary_search(numbers_->calls, value.integer));
}

} // namespace lanes
