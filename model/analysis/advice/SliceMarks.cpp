#include "model/analysis/advice/SliceMarks.h"

#include "model/analysis/gaps/HostRole.h"
#include "model/base/Contains.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr std::uint32_t kUnknown = 1U << 31; // a name that was not looked at yet

std::uint32_t bit(Mark mark) {
    return 1U << static_cast<unsigned>(mark);
}

std::uint32_t callMarks(std::string_view name) {
    const bool copies = contains(name, "Memcpy") || contains(name, "memcpy") || contains(name, "Memset");
    if (contains(name, "Synchronize")) {
        return bit(Mark::Sync);
    }
    if (copies && !contains(name, "Async")) {
        return bit(Mark::BlockingCopy);
    }
    if (name == "cudaMalloc" || name == "hipMalloc" || contains(name, "MemCreate")) {
        return bit(Mark::DeviceMalloc);
    }
    return name == "cudaFree" || name == "hipFree" || contains(name, "MemUnmap") ? bit(Mark::DeviceFree) : 0;
}

std::uint32_t deviceMarks(EventKind kind, std::string_view name, const OwnClasses* own) {
    if (kind == EventKind::Memcpy) {
        const bool host = contains(name, "HtoD") || contains(name, "DtoH") ||
                          contains(name, "HostToDevice") || contains(name, "DeviceToHost");
        return (contains(name, "Pageable") ? bit(Mark::PageableCopy) : 0) |
               (host ? bit(Mark::HostDeviceCopy) : 0);
    }
    if (isCollective(kind, name, own)) {
        return bit(Mark::Collective);
    }
    const bool layout =
        contains(name, "nchwToNhwc") || contains(name, "nhwcToNchw") || contains(name, "batched_transpose_");
    return layout ? bit(Mark::LayoutChange) : 0;
}

std::uint32_t spanMarks(EventKind kind, std::string_view name, const OwnClasses* own) {
    std::uint32_t marks = 0;
    if (name.starts_with(kFetchPrefix)) {
        marks |= bit(Mark::Fetch);
    } else if (name.starts_with("Optimizer.step#")) {
        marks |= bit(Mark::OptimizerStep);
    } else if (name.starts_with("Optimizer.zero_grad#")) {
        marks |= bit(Mark::ZeroGrad);
    } else if (name == "DataParallel.forward") {
        marks |= bit(Mark::DataParallel);
    } else if (name == "DistributedDataParallel.forward") {
        marks |= bit(Mark::Distributed);
    } else if (name.starts_with("Torch-Compiled Region")) {
        marks |= bit(Mark::Region);
    } else if (name == "aten::batch_norm" || name == "aten::instance_norm") {
        marks |= bit(Mark::BatchNorm);
    } else if (const OwnClass* const found = own != nullptr ? own->of(kind, name) : nullptr;
               found != nullptr ? found->runsOnHost()
                                : isCollective(kind, name, nullptr) && !contains(name, "nccl")) {
        marks |= bit(Mark::HostCollective);
    }
    return marks;
}

std::uint32_t functionMarks(std::string_view name) {
    // Own captures say whose method it is.
    const bool gets = name.ends_with("): __getitem__") || name.ends_with(".__getitem__");
    if (gets && !name.starts_with("torch/") && !contains(name, "/torch/")) {
        return bit(Mark::GetItem);
    }
    if (name == "Python GC") { // as torch.profiler has it among functions
        return bit(Mark::Collection);
    }
    if (contains(name, "nn.Module: DataParallel_")) {
        return bit(Mark::DataParallel);
    }
    return contains(name, "torch/utils/checkpoint.py(") && name.ends_with(": recompute_fn")
               ? bit(Mark::Recompute)
               : 0;
}

std::uint32_t marksOf(EventKind kind, std::string_view name, const OwnClasses* own) {
    std::uint32_t marks = 0;
    if (kind == EventKind::Runtime) {
        marks = callMarks(name);
    } else if (isDeviceWork(kind)) {
        marks = deviceMarks(kind, name, own);
    } else if (kind == EventKind::PythonFunction) {
        marks = functionMarks(name);
    } else {
        marks = spanMarks(kind, name, own);
    }
    const HostRole role = hostRoleOf(kind, name);
    if (role.layer != HostRole::Layer::Mark || kind == EventKind::Runtime) {
        return marks;
    }
    switch (role.cause) {
    case WaitCause::Gc:
        return marks | bit(Mark::Collection);
    case WaitCause::Profiler:
        return kind == EventKind::Overhead ? marks | bit(Mark::Overhead) : marks;
    case WaitCause::Compile:
        return marks | bit(Mark::Compile);
    default:
        return marks;
    }
}

} // namespace

SliceMarks::SliceMarks(const Trace& trace, const std::stop_token& stop) {
    std::array<std::vector<std::uint32_t>, kEventKinds> known; // kind, name
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return;
        }
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            std::vector<std::uint32_t>& ofKind = known[static_cast<std::size_t>(segment->kind[i])];
            if (ofKind.empty()) {
                ofKind.assign(trace.strings().size() + 1, kUnknown);
            }
            std::uint32_t& marks = ofKind[std::min<std::size_t>(segment->name[i].value, ofKind.size() - 1)];
            if (marks == kUnknown) {
                marks = marksOf(segment->kind[i], trace.text(segment->name[i]), trace.ownClasses());
            }
            for (std::uint32_t left = marks; left != 0; left &= left - 1) {
                marked_[static_cast<std::size_t>(std::countr_zero(left))].push_back(
                    {{segment->start[i], segment->end(i)}, SliceId(segment->first + i)});
            }
        }
    }
    for (std::vector<MarkedSlice>& marked : marked_) {
        std::ranges::sort(marked, {}, [](const MarkedSlice& m) {
            return std::tuple(m.range.begin, -m.range.end, m.slice);
        });
    }
}

std::span<const MarkedSlice> SliceMarks::of(Mark mark, TimeRange range) const {
    const std::vector<MarkedSlice>& marked = marked_[static_cast<std::size_t>(mark)];
    const auto begin = [](const MarkedSlice& m) { return m.range.begin; };
    const auto first = std::ranges::lower_bound(marked, range.begin, {}, begin);
    const auto last = std::ranges::lower_bound(first, marked.end(), range.end, {}, begin);
    return {first, last};
}

std::vector<MarkedSlice> outermost(std::span<const MarkedSlice> marked) {
    std::vector<MarkedSlice> outer;
    for (const MarkedSlice& m : marked) {
        if (outer.empty() || m.range.end > outer.back().range.end) {
            outer.push_back(m);
        }
    }
    return outer;
}

IntervalSet timeOf(std::span<const MarkedSlice> marked) {
    HugeVector<TimeRange> ranges;
    for (const MarkedSlice& m : marked) {
        ranges.push_back(m.range);
    }
    return IntervalSet(std::move(ranges));
}

} // namespace lanes
