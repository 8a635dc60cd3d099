#include "model/io/rocm/RocmRecords.h"

#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>

namespace lanes::rocm {

namespace {

using Form = ArgColumn::Form;

// rocprofiler-sdk's kinds of buffer tracing: HIP_RUNTIME_API_EXT, HSA_CORE_API, ROCDECODE_API; MARKER_CORE_API, RCCL_API;
// MEMORY_ALLOCATION, SCRATCH_MEMORY.
std::string_view categoryOf(std::string_view kind) {
    const bool device = kind.starts_with("HIP") || kind.starts_with("HSA") || kind.starts_with("ROC");
    return device                                                      ? "hip_runtime"
           : kind.starts_with("MEMORY") || kind.starts_with("SCRATCH") ? "memory"
                                                                       : "user_annotation";
}

std::string listOf(const RocmKernel::Dimensions& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) {
        text += (text.empty() ? "[" : ", ") + std::to_string(number);
    }
    return text + "]";
}

// A launch of CUDA counts blocks, which is what "grid" means elsewhere.
RocmKernel::Dimensions blocksOf(const RocmKernel::Dimensions& items, const RocmKernel::Dimensions& group) {
    RocmKernel::Dimensions blocks{};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i] = (std::max<std::int64_t>(items[i], 1) - 1) / std::max<std::int64_t>(group[i], 1) + 1;
    }
    return blocks;
}

} // namespace

RocmRecords::RocmRecords(ImportBuilder& builder, RocmPlaces& places)
    : builder_(builder)
    , places_(places)
    , kernels_(builder.shape({'X',
                              "kernel",
                              {{"device"},
                               {"stream"},
                               {"queue"},
                               {"grid", Form::Raw},
                               {"block", Form::Raw},
                               {"shared memory"},
                               {"private memory"},
                               {"counters", Form::Raw}}}))
    , copies_(builder.shape({'X', "gpu_memcpy", {{"device"}, {"stream"}, {"queue"}, {"bytes"}}})) {}

ImportedSlice RocmRecords::call(const RocmCall& call, const RocmSpan& span) {
    const std::string kind(call.kind.valid() ? builder_.plain(call.kind) : std::string_view());
    const std::string category(categoryOf(kind));
    const auto [shape, fresh] = calls_.try_emplace(category);
    if (fresh) {
        shape->second =
            builder_.shape({'X', category, {{"kind", Form::String}, {"arguments", Form::String}}});
    }
    ImportArgs args;
    if (!kind.empty()) {
        args.text(0, builder_.quoted(kind));
    }
    if (!call.arguments.empty()) {
        args.text(1, builder_.quoted(call.arguments));
    }
    const EventKind role = kind.starts_with("RCCL") ? EventKind::Communication : EventKind::Other;
    return builder_.slice(places_.thread(call.pid, call.tid),
                          {call.name.valid() ? call.name : builder_.text("call without a name"), span.start,
                           lasting(span.start, span.end), role},
                          shape->second, args);
}

ImportedSlice RocmRecords::kernel(const RocmKernel& kernel, const RocmSpan& span) {
    ImportArgs args;
    args.integer(0, kernel.device).integer(1, kernel.stream).integer(2, kernel.queue);
    if (kernel.grid && kernel.group) {
        args.text(3, builder_.json(listOf(blocksOf(*kernel.grid, *kernel.group))));
        args.text(4, builder_.json(listOf(*kernel.group)));
    }
    args.integer(5, kernel.sharedMemory).integer(6, kernel.privateMemory).text(7, kernel.counters);
    const std::string place =
        "queue " + std::to_string(kernel.queue) + " stream " + std::to_string(kernel.stream);
    return builder_.slice(places_.queue(kernel.owner, kernel.device, place),
                          {kernel.name.valid() ? kernel.name : builder_.text("kernel without a name"),
                           span.start, lasting(span.start, span.end)},
                          kernels_, args);
}

ImportedSlice RocmRecords::copy(const RocmCopy& copy, const RocmSpan& span) {
    ImportArgs args;
    args.integer(0, copy.device).integer(1, copy.stream);
    std::string place = "stream " + std::to_string(copy.stream) + " (copies)";
    if (copy.queue >= 0) {
        args.integer(2, copy.queue);
        place = "queue " + std::to_string(copy.queue) + " " + place;
    }
    args.integer(3, copy.bytes);
    const std::string name =
        std::string("Memcpy ") + (copy.fromDevice ? "D" : "H") + "to" + (copy.toDevice ? "D" : "H");
    return builder_.slice(places_.queue(copy.owner, copy.device, place),
                          {builder_.text(name), span.start, lasting(span.start, span.end)}, copies_, args);
}

void RocmRecords::allocation(const RocmAllocation& allocation) {
    std::int64_t bytes = boundedBytes(allocation.bytes);
    const std::pair key(allocation.pid, allocation.address);
    if (allocation.freed) {
        const auto known = allocated_.find(key);
        if (known != allocated_.end()) {
            bytes = known->second;
            allocated_.erase(known);
        }
    } else {
        constexpr std::size_t kBytesPerAllocation = 64;
        builder_.account(kBytesPerAllocation);
        allocated_[key] = bytes;
    }
    const bool onGpu = allocation.device >= 0;
    builder_.memory(
        {allocation.time, allocation.address, allocation.freed ? -bytes : bytes,
         static_cast<std::int8_t>(onGpu ? 1 : 0),
         static_cast<std::int8_t>(onGpu ? std::min<std::int64_t>(allocation.device, INT8_MAX) : -1),
         places_.thread(allocation.pid, allocation.tid), StackId()});
}

} // namespace lanes::rocm
