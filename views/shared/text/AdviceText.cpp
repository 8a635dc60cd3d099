#include "views/shared/text/AdviceText.h"

#include "views/shared/text/SentencePatterns.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <span>

namespace lanes {
namespace {

// tst_translations looks for what the rules say here.
constexpr std::array kTitles = {
    QT_TRANSLATE_NOOP("AdviceText", "The step waits for its data"),
    QT_TRANSLATE_NOOP("AdviceText", "The host waits for the device"),
    QT_TRANSLATE_NOOP("AdviceText", "Copies from or to pageable memory block the host"),
    QT_TRANSLATE_NOOP("AdviceText", "Copies and sets block the host until they are done"),
    QT_TRANSLATE_NOOP("AdviceText", "The same line copies between host and device again and again"),
    QT_TRANSLATE_NOOP("AdviceText", "A loop of Python calls small operators one by one"),
    QT_TRANSLATE_NOOP("AdviceText", "A loop takes tensors apart element by element"),
    QT_TRANSLATE_NOOP("AdviceText", "Launch-bound: the GPU waits for launches"),
    QT_TRANSLATE_NOOP("AdviceText", "The device is idle most of the time"),
    QT_TRANSLATE_NOOP("AdviceText", "The optimizer updates one tensor at a time"),
    QT_TRANSLATE_NOOP("AdviceText", "Gradients are filled with zeros instead of being set to None"),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Products in half precision whose sizes keep tensor cores from their speed"),
    QT_TRANSLATE_NOOP("AdviceText", "Products in float32 leave the tensor cores unused"),
    QT_TRANSLATE_NOOP("AdviceText", "Convolutions change the layout of images and change it back"),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Convolutions add a bias that the batch norm after them takes away again"),
    QT_TRANSLATE_NOOP("AdviceText", "DataParallel copies the model to every device in every step"),
    QT_TRANSLATE_NOOP("AdviceText", "GPUs communicate through the host"),
    QT_TRANSLATE_NOOP("AdviceText", "Communication that no computation hides"),
    QT_TRANSLATE_NOOP("AdviceText", "One rank computes longer than the others, which wait for it"),
    QT_TRANSLATE_NOOP("AdviceText", "Many small collectives instead of few large ones"),
    QT_TRANSLATE_NOOP("AdviceText", "The allocator gives device memory back and takes it again"),
    QT_TRANSLATE_NOOP("AdviceText", "Device memory is nearly full"),
    QT_TRANSLATE_NOOP("AdviceText", "Checkpoints compute parts of the forward pass a second time"),
    QT_TRANSLATE_NOOP("AdviceText", "Python collects garbage inside steps"),
    QT_TRANSLATE_NOOP("AdviceText", "Compiled code is compiled again"),
    QT_TRANSLATE_NOOP("AdviceText", "A compiled function breaks into several graphs"),
    QT_TRANSLATE_NOOP("AdviceText", "The first step is warm-up, and counts in averages"),
    QT_TRANSLATE_NOOP("AdviceText", "The profiler itself takes part of the time"),
};

constexpr std::array kRemedies = {
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "DataLoader(..., num_workers=4, pin_memory=True, persistent_workers=True, prefetch_factor=4) loads "
        "data while the step runs; make the lines listed here faster, too."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "DataLoader(..., %1, prefetch_factor=4, persistent_workers=True, pin_memory=True), as "
                      "long as there are cores; else make what loads one item faster."),
    QT_TRANSLATE_NOOP("AdviceText", "num_workers=%1 instead of %2"),
    QT_TRANSLATE_NOOP("AdviceText", "more num_workers"),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Keep values on the device: sum losses as tensors, and call .item(), .cpu() or print() "
                      "once in many steps. Replace nonzero() and boolean masks by torch.where() where sizes "
                      "may stay as they are. Drop torch.cuda.synchronize()."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "DataLoader(..., pin_memory=True) or tensor.pin_memory(), then .to(device, non_blocking=True); back "
        "to the host into a pinned tensor with copy_(..., non_blocking=True)."),
    QT_TRANSLATE_NOOP("AdviceText",
                      ".to(device, non_blocking=True) from pinned memory; in C++ cudaMemcpyAsync and "
                      "cudaMemsetAsync on the stream instead of cudaMemcpy and cudaMemset."),
    QT_TRANSLATE_NOOP("AdviceText", "Create tensors on the device (device=...), move what does not change "
                                    "there once before the loop, and copy one batch instead of its parts."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "One operator over the whole tensor instead of the loop: batched products, broadcasting, torch.vmap, "
        "cumsum; else torch.compile(function), or torch._foreach_* over lists of tensors."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Index once, outside of the loop: x[indices], x.unbind(), gather(), index_select(), a "
                      "mask with torch.where(); on the host x.tolist() once."),
    QT_TRANSLATE_NOOP("AdviceText", "torch.compile(model, mode=\"reduce-overhead\") or torch.cuda.CUDAGraph "
                                    "where shapes stay the same; fused=True for optimizers; larger batches."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "The program replays CUDA graphs already: capture more of the step in them, with its "
                      "optimizer (capturable=True), and find what breaks them "
                      "(TORCH_LOGS=graph_breaks,cudagraphs); larger batches."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "Follow the other recommendations first. They do not explain this rest: use a larger batch, more "
        "work at a time, or a smaller device. overview --gaps names the cause of each gap."),
    QT_TRANSLATE_NOOP("AdviceText", "optimizer(..., foreach=True), or fused=True from torch 2.0 on."),
    QT_TRANSLATE_NOOP("AdviceText", "optimizer(..., foreach=True)."),
    QT_TRANSLATE_NOOP("AdviceText", "optimizer(..., fused=True), else foreach=True."),
    QT_TRANSLATE_NOOP("AdviceText", "Set p.grad = None instead, or call optimizer.zero_grad()."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Set p.grad = None instead, or call optimizer.zero_grad(set_to_none=True)."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "optimizer.zero_grad(): set_to_none=True is the default, leave set_to_none=False out."),
    QT_TRANSLATE_NOOP("AdviceText", "optimizer.zero_grad(set_to_none=True), the default from torch 2.0 on."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "Pad sizes (features, vocabulary, sequence, channels) to multiples of %1, better of 16 or 64."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "torch.set_float32_matmul_precision(\"high\") and torch.backends.cudnn.allow_tf32 = True, or "
        "torch.autocast(\"cuda\", dtype=torch.bfloat16), where that precision is enough."),
    QT_TRANSLATE_NOOP("AdviceText", "model.to(memory_format=torch.channels_last), and the images: "
                                    "x.to(memory_format=torch.channels_last)."),
    QT_TRANSLATE_NOOP("AdviceText", "nn.Conv2d(..., bias=False) where a batch norm follows."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "torch.nn.parallel.DistributedDataParallel with a process for each GPU (torchrun)."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "See first whether a rank comes late (lanescope ranks). Then: DistributedDataParallel(..., "
        "bucket_cap_mb=..., gradient_as_bucket_view=True, static_graph=True), no_sync() while gradients are "
        "accumulated, or a compression hook."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Share the data out evenly: lengths sorted into buckets, DistributedSampler(..., "
                      "drop_last=True), shards of the same size; or that machine is slower."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Collect tensors into one before they are reduced: DistributedDataParallel(..., "
                      "bucket_cap_mb=25) or more, all_reduce_coalesced, one flat buffer."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Leave out torch.cuda.empty_cache() in the loop; else memory is nearly full: a smaller "
                      "batch, or PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True against fragmentation."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "A smaller batch, activation checkpoints or a sharded optimizer before it fails; where much more is "
        "reserved than allocated, PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "Only if memory allows: checkpoint fewer modules, or only the cheap ones (torch.utils.checkpoint "
        "with a selective policy); this is what the saved memory costs."),
    QT_TRANSLATE_NOOP("AdviceText",
                      "Drop gc.collect() from the loop; gc.freeze() after setting up, gc.disable() and "
                      "gc.collect() every thousand steps, or gc.set_threshold(100_000, 50, 50)."),
    QT_TRANSLATE_NOOP("AdviceText", "TORCH_LOGS=recompiles says why. Mostly sizes that change: pad them, "
                                    "torch._dynamo.mark_dynamic(tensor, dimension), or torch.compile(..., "
                                    "dynamic=True); numbers that change as tensors instead of Python's."),
    QT_TRANSLATE_NOOP(
        "AdviceText",
        "torch.compile(..., fullgraph=True) or TORCH_LOGS=graph_breaks names the line: a print(), .item(), "
        "or a branch on a tensor's value. Take it out of the compiled function."),
    QT_TRANSLATE_NOOP("AdviceText", "Nothing is saved by it: leave the first step out of figures (--range), "
                                    "and record with schedule(wait=1, warmup=2, active=...)."),
    QT_TRANSLATE_NOOP("AdviceText", "Only profiling costs this: record fewer steps, without stacks, shapes "
                                    "or memory, and rely on shares, not on durations."),
    QT_TRANSLATE_NOOP("AdviceText", "torch.distributed.init_process_group(\"nccl\")."),
};

// What was seen is a list of these, each with a count or a time inside.
constexpr std::array kClauses = {
    QT_TRANSLATE_NOOP("AdviceText", "%1 in %2 step"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 in %2 steps"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 per step"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 in them"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 with the device idle"),
    QT_TRANSLATE_NOOP("AdviceText", "the loader has no workers"),
    QT_TRANSLATE_NOOP("AdviceText", "the loader has %1"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 with the device idle in and after them"),
    QT_TRANSLATE_NOOP("AdviceText", "no device is there to wait for"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of %2 each in %3"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of %2 each"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of %2"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 on the device"),
    QT_TRANSLATE_NOOP("AdviceText", "which was idle for %1"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of work on the device"),
    QT_TRANSLATE_NOOP("AdviceText", "The device waits %1 for launches"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of %2 take up to %3"),
    QT_TRANSLATE_NOOP("AdviceText", "The device is busy %1 of the time and idle %2"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 in the optimizer's step"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of that the device has nothing to do"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 filled with zeros in %2"),
    QT_TRANSLATE_NOOP("AdviceText", "and added to in %1"),
    QT_TRANSLATE_NOOP("AdviceText", "most of it multiplies %1"),
    QT_TRANSLATE_NOOP("AdviceText", "such as %1"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 with a bias right before a batch norm"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of torch.nn.DataParallel"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of that in copies of the model"),
    QT_TRANSLATE_NOOP("AdviceText", "its inputs and outputs"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of the host"),
    QT_TRANSLATE_NOOP("AdviceText", "no kernel of NCCL"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of communication"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of it while nothing was computed (%2 overlapped)"),
    QT_TRANSLATE_NOOP("AdviceText", "Rank %1 computes %2"),
    QT_TRANSLATE_NOOP("AdviceText", "the mean of %1 ranks is %2"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 and %2 of device memory"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of %2 reserved (%3)"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of it allocated at the peak"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 function runs in more than one version"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 functions run in more than one version"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 instead of one"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of Python between them"),
    QT_TRANSLATE_NOOP("AdviceText", "The first step took %1"),
    QT_TRANSLATE_NOOP("AdviceText", "the others %1 (median)"),
    QT_TRANSLATE_NOOP("AdviceText", "the mean of all is %1"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 of its own"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 fetch"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 worker"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 wait"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 copy"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 blocking call"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 call"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 loop"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 kernel"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 operator"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 gradient"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 layout change"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 convolution"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 collective"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 free"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 allocation"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 recomputation"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 collection"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 compilation"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 graph"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 slice"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 fetches"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 workers"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 waits"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 copies"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 blocking calls"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 calls"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 loops"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 kernels"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 operators"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 gradients"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 layout changes"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 convolutions"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 collectives"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 frees"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 allocations"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 recomputations"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 collections"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 compilations"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 graphs"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 slices"),
    // why a step is of its kind
    QT_TRANSLATE_NOOP("AdviceText", "%1 of %2 operators"),
    QT_TRANSLATE_NOOP("AdviceText", "compilers ran %1 of %2"),
    QT_TRANSLATE_NOOP("AdviceText", "a batch without backward"),
    QT_TRANSLATE_NOOP("AdviceText", "no backward"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 operators instead of %2"),
    QT_TRANSLATE_NOOP("AdviceText", "backward as usual"),
    QT_TRANSLATE_NOOP("AdviceText", "%1x the median after it"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 cudaMalloc"),
    QT_TRANSLATE_NOOP("AdviceText", "%1 loading kernels"),
    QT_TRANSLATE_NOOP("AdviceText", "%1x the steady median"),
    QT_TRANSLATE_NOOP("AdviceText", "in the DataLoader"),
};

// Behind what was seen: where, in the program's own words.
constexpr std::array kPlaces = {
    QT_TRANSLATE_NOOP("AdviceText", "%1, most in %2"),
    QT_TRANSLATE_NOOP("AdviceText", "%1, one of them in %2"),
};

QString adviceSentence(std::span<const char* const> patterns, const QString& said) {
    return translatedSentence("AdviceText", patterns, said);
}

// Clause by clause; what is none of ours is part of a name, and keeps its commas.
QString clauses(const QString& said) {
    QString whole;
    for (qsizetype from = 0; from < said.size();) {
        const qsizetype comma = said.indexOf(QLatin1String(", "), from);
        const qsizetype semicolon = said.indexOf(QLatin1String("; "), from);
        const qsizetype end = comma < 0 ? semicolon : semicolon < 0 ? comma : std::min(comma, semicolon);
        const QString clause = said.mid(from, end < 0 ? -1 : end - from);
        QString translated = adviceSentence(kClauses, clause);
        const bool known = translated != clause;
        if (known) { // a word of Chinese within another's place needs no space around it
            static const QRegularExpression kBetween(QStringLiteral("(?<=\\p{Han}) (?=\\p{Han})"));
            translated.remove(kBetween);
        }
        if (from > 0) {
            whole += known ? QCoreApplication::translate("AdviceText", ", ") : said.mid(from - 2, 2);
        }
        whole += translated;
        from = end < 0 ? said.size() : end + 2;
    }
    return whole;
}

} // namespace

QString adviceText(std::string_view english) {
    const QString said = toQString(english);
    for (const auto patterns :
         {std::span<const char* const>(kTitles), std::span<const char* const>(kRemedies)}) {
        if (const QString translated = adviceSentence(patterns, said); translated != said) {
            return translated;
        }
    }
    for (const char* const pattern : kPlaces) {
        const QString mark = QString::fromLatin1(pattern).mid(2).chopped(2);
        if (const qsizetype at = said.lastIndexOf(mark); at > 0) {
            return QCoreApplication::translate("AdviceText", pattern)
                .arg(clauses(said.left(at)), said.mid(at + mark.size()));
        }
    }
    return clauses(said);
}

} // namespace lanes
