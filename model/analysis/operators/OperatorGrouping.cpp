#include "model/analysis/operators/OperatorGrouping.h"

#include "model/analysis/operators/KeyIndex.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lanes {

OperatorGrouping::OperatorGrouping(const OperatorData& data, OperatorGroup group,
                                   std::shared_ptr<const CallContext> context)
    : data_(data)
    , group_(group)
    , context_(std::move(context)) {
    if (group == OperatorGroup::Shapes) {
        numberShapes();
    }
    if (group == OperatorGroup::Module) {
        numberModules();
    }
}

void OperatorGrouping::numberShapes() {
    const auto& all = data_.signatures->all();
    byShapes_.reserve(all.size());
    KeyIndex keys;
    const StringId none = data_.forest->trace().strings().find("[]"); // no inputs: as if no shapes
    for (const OperatorSignature& s : all) {
        const StringId dims = s.dims == none ? StringId() : s.dims;
        byShapes_.push_back(keys.add(std::uint64_t{s.name.value} << 32 | dims.value));
    }
}

void OperatorGrouping::numberModules() {
    const CallContext& context = *context_;
    std::vector<std::string_view> names{std::string_view{}};
    for (std::uint32_t node = 0; node < context.size(); ++node) {
        names.push_back(context.moduleOf(node));
    }
    std::ranges::sort(names);
    const auto last = std::ranges::unique(names);
    names.erase(last.begin(), last.end());
    for (std::uint32_t node = 0; node < context.size(); ++node) {
        const auto at = std::ranges::lower_bound(names, context.moduleOf(node));
        modules_.push_back(static_cast<std::uint32_t>(at - names.begin()));
    }
}

std::size_t OperatorGrouping::keyLimit() const {
    constexpr std::size_t kMostTexts = std::size_t(1)
                                       << 24; // beyond, a table of all texts costs more than hashing
    const std::size_t texts = data_.forest->trace().strings().size();
    const std::size_t names = texts < kMostTexts ? texts : 0;
    switch (group_) {
    case OperatorGroup::Name:
        return names;
    case OperatorGroup::Shapes:
        return data_.signatures->empty() ? names : byShapes_.size();
    case OperatorGroup::Module:
        return (modules_.size() + 1) * kPasses;
    case OperatorGroup::Step:
        return data_.steps.all().size() + 1;
    case OperatorGroup::Thread:
        return data_.forest->trace().tracks().size();
    case OperatorGroup::Category:
        return kAllHues;
    case OperatorGroup::Stack:
    case OperatorGroup::Tree:
        break;
    }
    return 0;
}

OperatorRow OperatorGrouping::newRow(const Segment& segment, std::uint32_t i, std::uint32_t op) const {
    OperatorRow row;
    row.kind = segment.kind[i];
    row.hue = segment.hue[i];
    label(row, segment, i, op);
    return row;
}

void OperatorGrouping::label(OperatorRow& row, const Segment& segment, std::uint32_t i,
                             std::uint32_t op) const {
    const Trace& trace = data_.forest->trace();
    switch (group_) {
    case OperatorGroup::Shapes:
        row.shapes = data_.signatures->dimsOf(op);
        break;
    case OperatorGroup::Stack:
        row.context = context_->nodeOf(op);
        row.pass = context_->passOf(op);
        break;
    case OperatorGroup::Module:
        row.pass = context_->passOf(op);
        row.label = context_->moduleOf(context_->nodeOf(op));
        return;
    case OperatorGroup::Step: {
        const Step* step = data_.steps.at(rankOf(segment.track), segment.start[i]);
        row.label = step != nullptr ? data_.steps.nameOf(*step) : std::string();
        return;
    }
    case OperatorGroup::Thread: {
        const Track& track = trace.tracks()[segment.track.value];
        row.label = track.name.empty() ? track.key : track.name;
        return;
    }
    case OperatorGroup::Category:
        row.label = categoryName(segment.hue[i], trace.ownClasses());
        return;
    case OperatorGroup::Name:
    case OperatorGroup::Tree:
        break;
    }
    row.name = segment.name[i];
    row.label = trace.text(row.name);
}

} // namespace lanes
