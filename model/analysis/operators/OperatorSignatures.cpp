#include "model/analysis/operators/OperatorSignatures.h"

#include "model/analysis/operators/KeyIndex.h"
#include "model/base/PairKey.h"
#include "model/base/StopEvery.h"
#include "model/base/Threads.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace lanes {

namespace {

constexpr std::string_view kDims = "Input Dims";

// What a call's cost follows from: the texts of its arguments, where they matter.
struct Call {
    StringId name;
    StringId dims;
    StringId types;
    StringId concrete;
};

class SignatureReader {
public:
    SignatureReader(const Trace& trace)
        : trace_(trace)
        , dims_(trace.args(), trace.strings(), kDims)
        , types_(trace.args(), trace.strings(), "Input type")
        , concrete_(trace.args(), trace.strings(), "Concrete Inputs") {}

    [[nodiscard]] Call read(const Segment& segment, std::uint32_t i) {
        Call call{segment.name[i], {}, {}, {}};
        const LayoutId layout = segment.layout[i];
        const std::uint32_t row = segment.row[i];
        if (!dims_.column(layout)) {
            return call;
        }
        call.dims = dims_.text(layout, row);
        const CostRule rule = ruleOf(call.name);
        if (rule != CostRule::None) {
            call.types = types_.text(layout, row);
        }
        if (rule == CostRule::Convolution || rule == CostRule::ConvolutionBackward) {
            call.concrete = concrete_.text(layout, row);
        }
        return call;
    }

private:
    CostRule ruleOf(StringId name) {
        const std::uint32_t number = names_.add(name.value);
        if (number == rules_.size()) {
            rules_.push_back(costFormula(trace_.text(name)).rule);
        }
        return rules_[number];
    }

    const Trace& trace_;
    ArgReader dims_;
    ArgReader types_;
    ArgReader concrete_;
    KeyIndex names_;
    std::vector<CostRule> rules_;
};

constexpr std::uint32_t kTyped = 0x80000000u; // tells numbers of inputs from text ids

// Numbers calls that differ, in the order of their appearance.
class SignatureIndex {
public:
    explicit SignatureIndex(const Trace& trace)
        : plain_(trace.strings().size(), kNew) {}

    std::uint32_t add(const Call& call) {
        if (!call.dims.valid() && call.name.value < plain_.size()) {
            std::uint32_t& known = plain_[call.name.value];
            known = known == kNew ? append(call) : known;
            return known;
        }
        const std::uint32_t input = call.types.valid()
                                        ? inputs_.add(pairKey(call.dims.value, call.types.value)) | kTyped
                                        : call.dims.value;
        const std::uint32_t named = named_.add(pairKey(call.name.value, input));
        const std::uint32_t number = numbers_.add(pairKey(named, call.concrete.value));
        if (number == numberOf_.size()) {
            numberOf_.push_back(append(call));
        }
        return numberOf_[number];
    }
    [[nodiscard]] const std::vector<Call>& calls() const { return calls_; }

private:
    static constexpr std::uint32_t kNew = 0xffffffffu;

    std::uint32_t append(const Call& call) {
        calls_.push_back(call);
        return static_cast<std::uint32_t>(calls_.size() - 1);
    }

    std::vector<Call> calls_;
    std::vector<std::uint32_t> plain_;    // name -> number, for calls without shapes
    KeyIndex inputs_;                     // (dims, types)
    KeyIndex named_;                      // (name, inputs)
    KeyIndex numbers_;                    // (named, concrete)
    std::vector<std::uint32_t> numberOf_; // of numbers_ -> number
};

using Runs = std::vector<OperatorForest::Run>;

bool hasShapes(const Trace& trace) {
    const std::array<StringId, 2> keys{trace.strings().find(kDims), olderKeyOf(trace.strings(), kDims)};
    return std::ranges::any_of(trace.args().layouts, [&](const auto& layout) {
        return std::ranges::any_of(
            keys, [&](StringId key) { return key.valid() && layout->find(key).has_value(); });
    });
}

void numberCalls(const OperatorForest& forest, const Runs& runs, SignatureIndex& index,
                 std::uint32_t* numbers, const std::stop_token& stop) {
    SignatureReader reader(forest.trace());
    for (const OperatorForest::Run& run : runs) {
        const Segment& segment = forest.segmentOf(run);
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if ((op == run.first || op % kStopEvery == 0) && stop.stop_requested()) {
                return;
            }
            numbers[op] = index.add(reader.read(segment, forest.position(run, op)));
        }
    }
}

bool isIdentity(const std::vector<std::uint32_t>& numbers) {
    std::uint32_t i = 0;
    return std::ranges::all_of(numbers, [&](std::uint32_t n) { return n == i++; });
}

void renumber(const Runs& runs, const std::vector<std::uint32_t>& to, std::uint32_t* numbers) {
    for (const OperatorForest::Run& run : runs) {
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            numbers[op] = to[numbers[op]];
        }
    }
}

} // namespace

std::shared_ptr<const OperatorSignatures> OperatorSignatures::build(const OperatorForest& forest,
                                                                    const std::stop_token& stop) {
    const auto result = std::make_shared<OperatorSignatures>();
    if (!hasShapes(forest.trace())) {
        return result;
    }
    result->numbers_.resize(forest.size());
    const auto shares = forest.shares(std::nullopt);
    std::vector<SignatureIndex> found(shares.size(), SignatureIndex(forest.trace()));
    onThreads(static_cast<unsigned>(shares.size()),
              [&](unsigned i) { numberCalls(forest, shares[i], found[i], result->numbers_.data(), stop); });
    SignatureIndex all(forest.trace());
    for (std::size_t i = 0; i < shares.size() && !stop.stop_requested(); ++i) {
        std::vector<std::uint32_t> numbers; // of the share's -> of all
        for (const Call& call : found[i].calls()) {
            numbers.push_back(all.add(call));
        }
        if (!isIdentity(numbers)) {
            renumber(shares[i], numbers, result->numbers_.data());
        }
    }
    const Trace& trace = forest.trace();
    for (const Call& call : all.calls()) {
        result->signatures_.push_back({call.name, call.dims,
                                       operatorCost(trace.text(call.name), trace.text(call.dims),
                                                    trace.text(call.types), trace.text(call.concrete))});
    }
    result->hasCosts_ = std::ranges::any_of(
        result->signatures_, [](const OperatorSignature& s) { return s.cost.flops > 0 || s.cost.bytes > 0; });
    return stop.stop_requested() ? nullptr : result;
}

} // namespace lanes
