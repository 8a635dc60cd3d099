#include "collector/recorder/sink/OperatorRows.h"

#include "collector/ring/ShapeSignature.h"

namespace lanes::recorder {

namespace {

// Bits of a variant, in the order of its columns.
constexpr std::size_t kHasSequence = 1;
constexpr std::size_t kHasForward = 2;
constexpr std::size_t kHasArguments = 4;
constexpr std::size_t kHasStack = 8;
constexpr std::size_t kHasOverload = 16;
constexpr std::size_t kIsCollective = 32;
constexpr std::size_t kHasNumber = 64;
constexpr std::size_t kHasElements = 128;
constexpr std::size_t kHasTarget = 256;
constexpr std::size_t kHasOrigin = 512;
constexpr std::size_t kMostConcrete = 4096;
// In a session all texts of scalars together, some million different ones.
constexpr std::size_t kMostScalarBytes = 64u << 20;

std::int64_t text(StringId id) {
    return ArgValue::ofText(id).encode();
}

std::int64_t number(std::int64_t value) {
    return ArgValue::ofInteger(ArgValue::fitsInteger(value) ? value : -1).encode();
}

} // namespace

OperatorRows::OperatorRows(session::SessionWriter& writer)
    : writer_(writer)
    , empty_(writer.string("")) {}

Signature OperatorRows::signature(std::span<const std::uint64_t> image) {
    Signature signature;
    signature.image.assign(image.begin(), image.end());
    bool damaged = false; // or only without the scalars
    const auto arguments = ring::parseArguments(image, {}, damaged);
    const ring::ArgumentTexts texts = ring::toTexts(arguments);
    signature.dims = writer_.string(texts.dims);
    signature.types = writer_.string(texts.types);
    signature.strides = writer_.string(texts.strides);
    signature.device = writer_.string(texts.device);
    return signature;
}

StringId OperatorRows::concreteText(Signature& signature, std::span<const std::uint64_t> scalars) {
    std::vector<std::uint64_t> key(scalars.begin(), scalars.end());
    const auto known = signature.concrete.find(key);
    if (known != signature.concrete.end()) {
        return known->second;
    }
    if (signature.concrete.size() >= kMostConcrete) {
        signature.concrete.clear();
    }
    if (scalarBytes_ >= kMostScalarBytes) {
        ++scalarsLeftOut_;
        return empty_;
    }
    bool damaged = false; // then the text ends early
    const auto arguments = ring::parseArguments(signature.image, scalars, damaged);
    const StringId made = writer_.string(ring::toTexts(arguments).concrete);
    scalarBytes_ += writer_.text(made).size();
    signature.concrete.emplace(std::move(key), made);
    return made;
}

LayoutId OperatorRows::layout(bool range, std::size_t variant) {
    LayoutId& known = layouts_[range ? 1 : 0][variant];
    if (known.valid()) {
        return known;
    }
    ArgLayout layout;
    layout.category = writer_.string(range ? "user_annotation" : "cpu_op");
    const auto add = [&](std::size_t bit, std::string_view key, ArgColumn::Form form) {
        if ((variant & bit) != 0) {
            layout.columns.push_back({writer_.string(key), form});
        }
    };
    add(kHasSequence, "Sequence number", ArgColumn::Form::Number);
    add(kHasForward, "Fwd thread id", ArgColumn::Form::Number);
    add(kHasArguments, "Input Dims", ArgColumn::Form::Raw);
    add(kHasArguments, "Input type", ArgColumn::Form::Raw);
    add(kHasArguments, "Input Strides", ArgColumn::Form::Raw);
    add(kHasArguments, "Concrete Inputs", ArgColumn::Form::Raw);
    add(kHasArguments, "Device", ArgColumn::Form::String);
    add(kHasStack, "Call stack", ArgColumn::Form::Number);
    add(kHasOverload, "Overload", ArgColumn::Form::String);
    add(kIsCollective, "Collective name", ArgColumn::Form::String);
    add(kIsCollective, "Process Group Name", ArgColumn::Form::String);
    add(kIsCollective, "Group size", ArgColumn::Form::Number);
    add(kIsCollective, "Rank", ArgColumn::Form::Number);
    add(kHasNumber, "Seq", ArgColumn::Form::Number);
    add(kHasElements, "In msg nelems", ArgColumn::Form::Number);
    add(kHasElements, "dtype", ArgColumn::Form::String);
    add(kHasTarget, "Dst Rank", ArgColumn::Form::Number);
    add(kHasOrigin, "Src Rank", ArgColumn::Form::Number);
    known = writer_.layout(layout);
    return known;
}

std::size_t OperatorRows::addCollective(const CollectiveFacts& facts,
                                        std::vector<std::int64_t>& cells) const {
    std::size_t variant = kIsCollective;
    cells.push_back(text(facts.name));
    cells.push_back(text(facts.group));
    cells.push_back(number(facts.size));
    cells.push_back(number(facts.rank));
    if (facts.sequence >= 0) {
        variant |= kHasNumber;
        cells.push_back(number(facts.sequence));
    }
    if (facts.elements >= 0) {
        variant |= kHasElements;
        cells.push_back(number(facts.elements));
        cells.push_back(text(facts.dtype));
    }
    if (facts.peer >= 0) {
        variant |= facts.sends ? kHasTarget : kHasOrigin;
        cells.push_back(number(facts.peer));
    }
    return variant;
}

LayoutId OperatorRows::row(const OperatorFacts& facts, std::vector<std::int64_t>& cells) {
    cells.clear();
    std::size_t variant = 0;
    if (facts.sequence >= 0) {
        variant |= kHasSequence;
        cells.push_back(number(facts.sequence));
    }
    if (facts.forwardThread != 0) {
        variant |= kHasForward;
        cells.push_back(number(facts.forwardThread));
    }
    if (facts.signature != nullptr) {
        variant |= kHasArguments;
        Signature& signature = *facts.signature;
        cells.push_back(text(signature.dims));
        cells.push_back(text(signature.types));
        cells.push_back(text(signature.strides));
        cells.push_back(text(concreteText(signature, facts.scalars)));
        cells.push_back(text(signature.device));
    }
    if (facts.stack.valid()) {
        variant |= kHasStack;
        cells.push_back(ArgValue::ofStack(facts.stack).encode());
    }
    if (facts.overload.valid() && facts.overload != empty_) {
        variant |= kHasOverload;
        cells.push_back(text(facts.overload));
    }
    if (facts.collective != nullptr) {
        variant |= addCollective(*facts.collective, cells);
    }
    return layout(facts.scope == ring::Scope::User, variant);
}

LayoutId OperatorRows::outOfMemory(const ring::OutOfMemory& event, std::vector<std::int64_t>& cells) {
    if (!outOfMemory_.valid()) {
        ArgLayout layout;
        layout.category = writer_.string("cpu_instant_event");
        for (const char* key : {"Bytes", "Total Allocated", "Total Reserved", "Device Type", "Device Id"}) {
            layout.columns.push_back({writer_.string(key), ArgColumn::Form::Number});
        }
        outOfMemory_ = writer_.layout(layout);
    }
    cells.clear();
    for (const std::int64_t value : {event.bytes, event.allocated, event.reserved,
                                     static_cast<std::int64_t>(event.header.key >> 8 & 0xff),
                                     std::int64_t{static_cast<std::int8_t>(event.header.key & 0xff)}}) {
        cells.push_back(number(value));
    }
    return outOfMemory_;
}

} // namespace lanes::recorder
