#include "model/analysis/advice/AdviceRules.h"

#include <array>

namespace lanes {

namespace {

using Threshold = AdviceThreshold;

constexpr Threshold kShare{"share", 1, "%", "least share of the step that it costs"};
constexpr std::array kOfStep{kShare};
constexpr std::array kDataLoading{Threshold{"share", 5, "%", "least share of the step that waits for data"}};
constexpr std::array kPageable{
    kShare, Threshold{"bytes", 65536, "bytes", "copies up to this size are staged anyway and do not count"}};
constexpr std::array kSync{
    kShare,
    Threshold{"bytes", 65536, "bytes", "a copy to the host up to this size counts as a value that is read"}};
constexpr std::array kRepeated{kShare, Threshold{"copies", 10, "copies", "of one line per step"}};
constexpr std::array kLoop{Threshold{"share", 5, "%", "least share of the step that it costs"},
                           Threshold{"repeats", 10, "times", "that the same operators follow one another"},
                           Threshold{"length", 100'000, "ns", "operators up to this mean length are small"}};
constexpr std::array kIndexing{kShare,
                               Threshold{"repeats", 10, "times", "that an element is taken in a row"}};
constexpr std::array kLaunch{
    Threshold{"share", 10, "%", "least share of the step in which the device waits for launches"},
    Threshold{"length", 10'000, "ns", "kernels up to this length are small"}};
constexpr std::array kIdle{Threshold{"busy", 50, "%", "of the time that the device should be busy"}};
constexpr std::array kOptimizer{
    kShare, Threshold{"calls", 20, "calls", "least operators per call of the optimizer's step"}};
constexpr std::array kZeroed{
    Threshold{"share", 0.1, "%", "least share of the step that it costs"},
    Threshold{"calls", 2, "gradients", "least number that is filled with zeros per step"}};
constexpr std::array kTensor{kShare,
                             Threshold{"multiple", 8, "elements", "that sizes should be a multiple of"}};
constexpr std::array kLimit{Threshold{"share", 90, "%", "of the device's memory that is reserved"}};
constexpr std::array kWarmUp{Threshold{"times", 1.5, "times", "as long as the others' median"}};
constexpr std::array kOverhead{Threshold{"share", 5, "%", "least share of the time that the profiler took"}};
constexpr std::array kExposed{
    Threshold{"share", 10, "%", "least share of the step in exposed communication"}};
constexpr std::array kUneven{Threshold{"share", 10, "%", "by which the busiest rank exceeds the mean"},
                             Threshold{"cost", 1, "%", "least share of the step that it costs"}};
constexpr std::array kSmall{
    kShare, Threshold{"calls", 20, "collectives", "per step"},
    Threshold{"bytes", 1'048'576, "bytes", "collectives up to this size are small"},
    Threshold{"length", 50'000, "ns",
              "collectives up to this length are small where bytes are not recorded"}};

} // namespace

std::span<const AdviceRule> adviceRules() {
    static constexpr std::array kRules{
        AdviceRule{"data-loading", "DataLoader bound: the step waits for its data", kDataLoading,
                   findDataLoading},
        AdviceRule{"needless-sync",
                   "Needless synchronisation: .item(), .cpu(), nonzero(), prints and the like", kSync,
                   findNeedlessSyncs},
        AdviceRule{"pageable-copy", "Copies from or to pageable memory", kPageable, findPageableCopies},
        AdviceRule{"blocking-copy", "Synchronous copies and sets", kOfStep, findBlockingCopies},
        AdviceRule{"repeated-copies", "Repeated copies between host and device", kRepeated,
                   findRepeatedCopies},
        AdviceRule{"indexing-loop", "Tensors indexed element by element in a loop", kIndexing,
                   findIndexingLoops},
        AdviceRule{"python-loop", "A Python loop of small operators", kLoop, findPythonLoops},
        AdviceRule{"single-tensor-optimizer", "Optimizer that updates one tensor at a time", kOptimizer,
                   findSingleTensorOptimizer},
        AdviceRule{"zeroed-gradients", "Gradients filled with zeros instead of set to None", kZeroed,
                   findZeroedGradients},
        AdviceRule{"tensor-cores", "Tensor cores eligible but not used, or used badly: sizes", kTensor,
                   findUnusedTensorCores},
        AdviceRule{"float32-matmul", "float32 products without TF32 or autocast", kOfStep, findFloatProducts},
        AdviceRule{"channels-last", "Layout changes around convolutions", kOfStep, findLayoutChanges},
        AdviceRule{"bias-before-norm", "Bias of a convolution right before batch norm", kOfStep,
                   findBiasBeforeNorm},
        AdviceRule{"allocator-retries", "Device memory freed and allocated again in steps", kOfStep,
                   findAllocatorRetries},
        AdviceRule{"memory-limit", "Device memory near its limit", kLimit, findFullMemory},
        AdviceRule{"checkpoint-recomputation", "Forward computed again by activation checkpoints", kOfStep,
                   findRecomputation},
        AdviceRule{"garbage-collection", "Garbage collections inside steps", kOfStep, findCollections},
        AdviceRule{"recompilation", "Compiled code that is compiled again", kOfStep, findRecompilations},
        AdviceRule{"graph-breaks", "Graph breaks: one function compiled in several pieces", kOfStep,
                   findGraphBreaks},
        AdviceRule{"warm-up", "A first step that is warm-up counts in averages", kWarmUp, findWarmUp},
        AdviceRule{"profiler-overhead", "The profiler's own overhead", kOverhead, findOverhead},
        AdviceRule{"data-parallel", "DataParallel instead of DistributedDataParallel", {}, findDataParallel},
        AdviceRule{"ddp-without-nccl", "Distributed training of GPUs without NCCL", {}, findSlowBackend},
        AdviceRule{"exposed-communication", "Communication that no computation hides", kExposed,
                   findExposedCommunication},
        AdviceRule{"uneven-ranks", "Ranks with uneven work", kUneven, findUnevenRanks},
        AdviceRule{"small-collectives", "Many small collectives", kSmall, findSmallCollectives},
        AdviceRule{"launch-bound", "Small kernels: the device waits for launches", kLaunch, findLaunchBound,
                   true},
        AdviceRule{"low-gpu-use", "Low GPU use", kIdle, findIdleDevice, true},
    };
    return kRules;
}

} // namespace lanes
