// Rules about what kernels compute with: number formats, sizes, layouts.
#include "model/analysis/advice/AdviceRules.h"
#include "model/analysis/operators/Shapes.h"
#include "model/analysis/text/KernelName.h"
#include "model/base/Format.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace lanes {

namespace {

struct Work {
    std::size_t at; // in KernelData's columns
    MarkedSlice slice;
    std::uint32_t op;
};

// Kernels in the focus whose names are wanted, by start.
template<class Wanted>
std::vector<Work> kernelsOf(const AdviceFacts& facts, const Wanted& wanted) {
    const KernelData& kernels = facts.data().kernels();
    const auto works = facts.data().forest().deviceWork();
    std::map<StringId, bool> known;
    std::vector<Work> found;
    for (std::size_t i = 0; i < kernels.start.size() && !facts.stop().stop_requested(); ++i) {
        if (kernels.kind[i] != EventKind::Kernel || !facts.focus().contains(kernels.start[i])) {
            continue;
        }
        const auto [name, isNew] = known.try_emplace(kernels.name[i], false);
        if (isNew) {
            name->second = wanted(facts.trace().text(kernels.name[i]));
        }
        if (name->second) {
            found.push_back({i,
                             {{kernels.start[i], kernels.start[i] + kernels.duration[i]}, works[i].slice},
                             works[i].op});
        }
    }
    std::ranges::sort(found, {}, [](const Work& w) { return w.slice.range.begin; });
    return found;
}

std::vector<MarkedSlice> slicesOf(const std::vector<Work>& works) {
    std::vector<MarkedSlice> slices;
    std::ranges::transform(works, std::back_inserter(slices), &Work::slice);
    return slices;
}

// Whose maker's rules of number formats we know: NVIDIA's, of that capability or later.
bool isNvidia(const AdviceFacts& facts, SliceId slice, std::int64_t major) {
    const ProcessId id = processOf(facts.trace(), facts.trace().slice(slice).track);
    if (!id.valid()) {
        return false;
    }
    const Process& process = facts.trace().processes()[id.value];
    const DeviceLimits* limits = limitsOf(facts.data().kernels().devices, process.deviceIndex, process.rank);
    return limits != nullptr && limits->major >= major && limits->name.find("AMD") == std::string::npos &&
           limits->name.find("Radeon") == std::string::npos;
}

struct Product {
    bool isHalf = false;
    bool fits = true; // its sizes are multiples
    std::string sizes;
};

// Whether the sizes that matter to tensor cores are multiples.
Product productOf(const AdviceFacts& facts, std::uint32_t op, std::int64_t multiple) {
    const Trace& trace = facts.trace();
    const SliceId slice = facts.data().forest().slice(op);
    const CostRule rule = costFormula(trace.text(trace.slice(slice).name)).rule;
    const auto dims = trace.arg(slice, "Input Dims");
    const auto types = trace.arg(slice, "Input type");
    Product product;
    if (!dims || !types || (rule != CostRule::Product && rule != CostRule::Convolution)) {
        return product;
    }
    const std::vector<InputShape> shapes = parseInputDims(argText(*dims, trace.strings()));
    const std::vector<std::string> elements = parseInputTypes(argText(*types, trace.strings()));
    product.isHalf = std::ranges::any_of(
        elements, [](const std::string& type) { return type == "c10::Half" || type == "c10::BFloat16"; });
    std::vector<Dims> tensors; // of a product the factors, of a convolution image and weights
    for (const InputShape& shape : shapes) {
        if (shape.dims.size() >= 2) {
            tensors.push_back(shape.dims);
        }
    }
    if (tensors.size() < 2) {
        return {};
    }
    const auto fits = [multiple](std::int64_t size) { return size % multiple == 0; };
    if (rule == CostRule::Convolution) { // channels in and out
        product.fits = fits(tensors[1][0]) && fits(tensors[0][1]);
    } else { // what is summed over, and what the result's rows are long; how many rows there are does not matter
        const Dims& second = tensors.back();
        product.fits = fits(second[second.size() - 2]) && fits(second.back());
    }
    product.sizes = formatShapes(shapes, "\u00d7");
    return product;
}

} // namespace

std::optional<Finding> findUnusedTensorCores(const AdviceFacts& facts, const Limits& limits) {
    const auto multiple = std::max<std::int64_t>(static_cast<std::int64_t>(limits.at("multiple")), 1);
    std::vector<Work> works = kernelsOf(facts, [](std::string_view name) {
        const TensorCoreVerdict verdict = tensorCoreUse(name);
        return verdict.use != TensorCoreUse::No || verdict.rule > 0;
    });
    std::map<std::uint32_t, Product> products; // by signature
    std::map<std::string, TimeNs> sizes;
    const OperatorSignatures& signatures = *facts.data().operators().signatures;
    std::map<StringId, bool> usedBy; // names of kernels
    std::erase_if(works, [&](const Work& work) {
        if (work.op == DeviceWork::kNoOperator || signatures.empty()) {
            return true; // no shapes: nobody can say
        }
        const auto [product, isNew] = products.try_emplace(signatures.of(work.op));
        if (isNew) {
            product->second = productOf(facts, work.op, multiple);
        }
        if (!product->second.isHalf) {
            return true;
        }
        const StringId name = facts.data().kernels().name[work.at];
        const auto [used, isNewName] = usedBy.try_emplace(name, false);
        if (isNewName) {
            used->second = tensorCoreUse(facts.trace().text(name)).use != TensorCoreUse::No;
        }
        if (product->second.fits && used->second) {
            return true;
        }
        sizes[product->second.sizes] += work.slice.range.length();
        return false;
    });
    const std::vector<MarkedSlice> slices = slicesOf(works);
    IntervalSet time = timeOf(slices);
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    const auto worst = std::ranges::max_element(sizes, {}, [](const auto& s) { return s.second; });
    const std::vector<LineGroup> lines = facts.byLine(slices);
    Finding found = facts.finding("Products in half precision whose sizes keep tensor cores from their speed",
                                  {0, cost / 3, cost * 3 / 4}, std::move(time), 0.6);
    found.seen = facts.eachCount(static_cast<std::int64_t>(works.size()), "kernel", "kernels") + ", " +
                 facts.each(cost) + "; most of it multiplies " + worst->first + mostAt(lines);
    found.remedy = "Pad sizes (features, vocabulary, sequence, channels) to multiples of " +
                   std::to_string(multiple) + ", better of 16 or 64.";
    found.where = placesOf(lines);
    return found;
}

std::optional<Finding> findFloatProducts(const AdviceFacts& facts, const Limits& limits) {
    std::vector<Work> works = kernelsOf(facts, [](std::string_view name) {
        std::string lower(name);
        std::ranges::transform(lower, lower.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return tensorCoreUse(name).use == TensorCoreUse::No &&
               (lower.find("sgemm") != std::string::npos || lower.find("scudnn") != std::string::npos);
    });
    constexpr std::int64_t kTf32 = 8; // compute capability that has it
    std::erase_if(works, [&](const Work& work) { return !isNvidia(facts, work.slice.slice, kTf32); });
    const std::vector<MarkedSlice> slices = slicesOf(works);
    IntervalSet time = timeOf(slices);
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    const std::vector<LineGroup> lines = facts.byLine(slices);
    Finding found = facts.finding("Products in float32 leave the tensor cores unused",
                                  {cost / 4, cost / 2, cost * 7 / 8}, std::move(time), 0.75);
    found.seen = facts.eachCount(static_cast<std::int64_t>(works.size()), "kernel", "kernels") + ", " +
                 facts.each(cost) + ", such as " +
                 foldedKernelName(facts.trace().text(facts.data().kernels().name[works.front().at])) +
                 mostAt(lines);
    found.remedy =
        "torch.set_float32_matmul_precision(\"high\") and torch.backends.cudnn.allow_tf32 = True, or "
        "torch.autocast(\"cuda\", dtype=torch.bfloat16), where that precision is enough.";
    found.where = placesOf(lines);
    return found;
}

std::optional<Finding> findLayoutChanges(const AdviceFacts& facts, const Limits& limits) {
    const auto changes = facts.marked(Mark::LayoutChange);
    IntervalSet time = timeOf(changes);
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    const std::vector<LineGroup> lines = facts.byLine(changes);
    Finding found = facts.finding("Convolutions change the layout of images and change it back",
                                  {cost / 2, cost * 3 / 4, cost}, std::move(time), 0.8);
    found.seen =
        facts.eachCount(static_cast<std::int64_t>(changes.size()), "layout change", "layout changes") + ", " +
        facts.each(cost) + " on the device" + mostAt(lines);
    found.remedy = "model.to(memory_format=torch.channels_last), and the images: "
                   "x.to(memory_format=torch.channels_last).";
    found.where = placesOf(lines);
    return found;
}

std::optional<Finding> findBiasBeforeNorm(const AdviceFacts& facts, const Limits& limits) {
    const OperatorForest& forest = facts.data().forest();
    const std::vector<MarkedSlice> convolutions = facts.operatorsNamed(
        [](std::string_view name) {
            return name == "aten::conv1d" || name == "aten::conv2d" || name == "aten::conv3d";
        },
        facts.focus());
    std::vector<MarkedSlice> found;
    HugeVector<TimeRange> device;
    TimeNs cost = 0;
    for (const MarkedSlice& convolution : convolutions) {
        const Trace::Slice slice = facts.trace().slice(convolution.slice);
        // The next operator on the thread, whatever Python stands around both.
        const auto norms = facts.data().marks().of(
            Mark::BatchNorm, {convolution.range.end, convolution.range.end + 10 * facts.step()});
        const auto norm = std::ranges::find_if(
            norms, [&](const MarkedSlice& m) { return facts.trace().slice(m.slice).track == slice.track; });
        const auto dims = facts.trace().arg(convolution.slice, "Input Dims");
        const auto op = forest.indexOf(convolution.slice);
        const auto normOp = norm != norms.end() ? forest.indexOf(norm->slice) : std::nullopt;
        if (!dims || !op || !normOp) {
            continue;
        }
        const auto shapes = parseInputDims(argText(*dims, facts.trace().strings()));
        const auto between = std::ranges::upper_bound(convolutions, convolution.range.begin, {},
                                                      [](const MarkedSlice& m) { return m.range.begin; });
        const bool isNext = between == convolutions.end() || between->range.begin > norm->range.begin;
        if (shapes.size() < 3 || shapes[2].dims.size() != 1 || !isNext) {
            continue;
        }
        found.push_back(convolution);
        // To add a bias takes at most what normalising takes: a pass over the same tensor.
        const TimeNs norming = facts.data().hasDevice() ? forest.totalDevice(*normOp) : norm->range.length();
        cost += norming / 2;
        device.push_back(norm->range);
    }
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    const std::vector<LineGroup> lines = facts.byLine(found);
    Finding finding = facts.finding("Convolutions add a bias that the batch norm after them takes away again",
                                    {0, cost / 2, cost}, IntervalSet(std::move(device)), 0.7);
    finding.seen = facts.eachCount(static_cast<std::int64_t>(found.size()), "convolution", "convolutions") +
                   " with a bias right before a batch norm" + mostAt(lines);
    finding.remedy = "nn.Conv2d(..., bias=False) where a batch norm follows.";
    finding.where = placesOf(lines);
    return finding;
}

} // namespace lanes
