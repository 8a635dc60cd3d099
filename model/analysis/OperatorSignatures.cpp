#include "model/analysis/OperatorSignatures.h"

#include "model/analysis/KeyIndex.h"

#include <optional>

namespace lanes {

namespace {

// Where a layout keeps what costs follow from.
struct Columns {
    bool known = false;
    std::optional<std::uint32_t> dims;
    std::optional<std::uint32_t> types;
    std::optional<std::uint32_t> concrete;
};

class SignatureReader {
public:
    SignatureReader(const Trace& trace)
        : trace_(trace)
        , dimsKey_(trace.strings().find("Input Dims"))
        , typesKey_(trace.strings().find("Input type"))
        , concreteKey_(trace.strings().find("Concrete Inputs"))
        , columns_(trace.args().layouts.size()) {}

    struct Texts {
        StringId dims;
        StringId types;
        StringId concrete;
    };

    [[nodiscard]] Texts read(const Segment& segment, std::uint32_t i) {
        const LayoutId layout = segment.layout[i];
        if (layout.value >= columns_.size()) {
            return {};
        }
        const Columns& columns = columnsOf(layout);
        if (!columns.dims) {
            return {};
        }
        Texts texts;
        const std::uint32_t row = segment.row[i];
        texts.dims = text(layout, row, columns.dims);
        const CostRule rule = ruleOf(segment.name[i]);
        if (rule != CostRule::None) {
            texts.types = text(layout, row, columns.types);
        }
        if (rule == CostRule::Convolution || rule == CostRule::ConvolutionBackward) {
            texts.concrete = text(layout, row, columns.concrete);
        }
        return texts;
    }

private:
    const Columns& columnsOf(LayoutId id) {
        Columns& c = columns_[id.value];
        if (!c.known) {
            const ArgLayout& layout = *trace_.args().layout(id);
            c = {true, layout.find(dimsKey_), layout.find(typesKey_), layout.find(concreteKey_)};
        }
        return c;
    }
    [[nodiscard]] StringId text(LayoutId layout, std::uint32_t row,
                                std::optional<std::uint32_t> column) const {
        const auto value = column ? trace_.args().value(layout, row, *column) : std::nullopt;
        return value && value->type == ArgValue::Type::Text ? StringId(value->id) : StringId();
    }
    CostRule ruleOf(StringId name) {
        const std::uint32_t number = names_.add(name.value);
        if (number == rules_.size()) {
            rules_.push_back(costFormula(trace_.text(name)).rule);
        }
        return rules_[number];
    }

    const Trace& trace_;
    StringId dimsKey_;
    StringId typesKey_;
    StringId concreteKey_;
    std::vector<Columns> columns_;
    KeyIndex names_;
    std::vector<CostRule> rules_;
};

constexpr std::uint32_t kStopEvery = 1 << 16;
constexpr std::uint32_t kTyped = 0x80000000u; // tells numbers of inputs from text ids

std::uint64_t pair(std::uint32_t high, std::uint32_t low) {
    return (std::uint64_t(high) << 32) | low;
}

} // namespace

std::shared_ptr<const OperatorSignatures> OperatorSignatures::build(const OperatorForest& forest,
                                                                    const std::stop_token& stop) {
    const auto result = std::make_shared<OperatorSignatures>();
    const Trace& trace = forest.trace();
    SignatureReader reader(trace);
    constexpr std::uint32_t kNew = 0xffffffffu;
    std::vector<std::uint32_t> plain(trace.strings().size(),
                                     kNew); // name -> number, for calls without shapes
    KeyIndex inputs;                        // (dims, types)
    KeyIndex calls;                         // (name, inputs)
    KeyIndex numbers;                       // (call, concrete)
    std::vector<std::uint32_t> numberOf;    // of `numbers` -> signature
    const auto add = [&](StringId name, const SignatureReader::Texts& texts) {
        result->signatures_.push_back({name, texts.dims,
                                       operatorCost(trace.text(name), trace.text(texts.dims),
                                                    trace.text(texts.types), trace.text(texts.concrete))});
        return static_cast<std::uint32_t>(result->signatures_.size() - 1);
    };
    result->numbers_.reserve(forest.size());
    for (const OperatorForest::Run& run : forest.runs()) {
        const Segment& segment = forest.segmentOf(run);
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if ((op == run.first || op % kStopEvery == 0) && stop.stop_requested()) {
                return nullptr;
            }
            const std::uint32_t i = forest.slice(op).value - segment.first;
            const StringId name = segment.name[i];
            const SignatureReader::Texts texts = reader.read(segment, i);
            if (!texts.dims.valid() && name.value < plain.size()) {
                std::uint32_t& known = plain[name.value];
                known = known == kNew ? add(name, texts) : known;
                result->numbers_.push_back(known);
                continue;
            }
            const std::uint32_t input = texts.types.valid()
                                            ? inputs.add(pair(texts.dims.value, texts.types.value)) | kTyped
                                            : texts.dims.value;
            const std::uint32_t call = calls.add(pair(name.value, input));
            const std::uint32_t number = numbers.add(pair(call, texts.concrete.value));
            if (number == numberOf.size()) {
                numberOf.push_back(add(name, texts));
            }
            result->numbers_.push_back(numberOf[number]);
        }
    }
    return result;
}

} // namespace lanes
