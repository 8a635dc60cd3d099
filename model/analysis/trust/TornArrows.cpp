#include "model/analysis/trust/TornArrows.h"

#include "model/analysis/device/Devices.h"
#include "model/trace/args/IdReader.h"

#include <algorithm>
#include <string_view>

namespace lanes {

TornArrows::Numbers TornArrows::numbersOf(const Trace& trace) {
    Numbers numbers;
    IdReader reader(trace, "correlation");
    const HomeProcesses homes(trace);
    for (const auto& segment : trace.segments()) {
        const ProcessId home = homes.of(segment->track);
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const EventKind kind = segment->kind[i];
            const bool call = kind == EventKind::Runtime && trace.text(segment->name[i]).starts_with("cu");
            if (!call && !isDeviceWork(kind)) {
                continue;
            }
            if (const auto id = reader.of(*segment, i); id && id->number() > 0) {
                (call ? numbers.calls : numbers.work).emplace_back(home, id->number());
            }
        }
    }
    std::ranges::sort(numbers.calls);
    std::ranges::sort(numbers.work);
    return numbers;
}

bool TornArrows::isTorn(StringId category, const FileId& id, bool isStart) {
    const std::string_view name = category.valid() ? trace_.text(category) : std::string_view();
    if (name == "fwdbwd" || name == "forward_backward") {
        return true;
    }
    const ArgValue value = ArgValue::decode(id.number());
    if ((name != "ac2g" && name != "async_cpu_to_gpu") || value.type != ArgValue::Type::Integer) {
        return false;
    }
    if (!numbers_) {
        numbers_ = numbersOf(trace_);
    }
    const FileId number(id.process(), value.integer);
    return std::ranges::binary_search(numbers_->work, number) &&
           (isStart || std::ranges::binary_search(numbers_->calls, number));
}

} // namespace lanes
