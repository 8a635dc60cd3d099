#include "collector/recorder/rings/OutputRecords.h"

#include "model/base/Format.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes::recorder {

namespace {

constexpr std::array<std::string_view, 3> kOutputKeys = {"Output Dims", "Output type", "Output Strides"};
// What the row repeats of the operator.
constexpr std::array<std::string_view, 5> kRepeated = {"Input Dims", "Input type", "Concrete Inputs",
                                                       "Output Dims", "Output type"};

std::string kindsOf(const ring::NonFinite& found) {
    const std::uint8_t made = found.header.flags & (ring::kMadeNan | ring::kMadeInfinity);
    const bool nan = made != 0 ? (made & ring::kMadeNan) != 0 : found.nans != 0;
    const bool infinity = made != 0 ? (made & ring::kMadeInfinity) != 0 : found.infinities != 0;
    return nan && infinity ? "NaN and Inf" : nan ? "NaN" : "Inf";
}

std::int64_t countOf(std::uint64_t count) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(count, INT64_MAX));
}

} // namespace

LayoutId OutputRecords::withOutputs(LayoutId layout) {
    LayoutId& known = layouts_[layout];
    if (!known.valid()) {
        session::SessionWriter& writer = context_.sink.writer();
        ArgLayout made = writer.layoutOf(layout);
        for (const std::string_view key : kOutputKeys) {
            made.columns.push_back({writer.string(key), ArgColumn::Form::Raw});
        }
        known = writer.layout(made);
    }
    return known;
}

void OutputRecords::add(const SliceHandle& slice, const Signature& outputs) {
    active_ = true;
    const auto waiting = context_.sink.argumentsOf(slice);
    if (!waiting) {
        left_ += slice && !context_.sink.failed() ? 1 : 0;
        return;
    }
    cells_.assign(waiting->cells.begin(), waiting->cells.end());
    for (const StringId text : {outputs.dims, outputs.types, outputs.strides}) {
        cells_.push_back(ArgValue::ofText(text).encode());
    }
    context_.sink.setArguments(slice, withOutputs(waiting->layout), cells_);
}

std::string OutputRecords::placeOf(StackId stack) const {
    if (!stack.valid()) {
        return {};
    }
    const session::SessionWriter& writer = context_.sink.writer();
    const Frame& frame = writer.stackNode(stack).frame;
    std::string place = frame.file.valid()
                            ? " at " + std::string(writer.text(frame.file)) + ":" + std::to_string(frame.line)
                            : std::string();
    for (StackId at = stack; at.valid(); at = writer.stackNode(at).parent) {
        if (const StringId module = writer.stackNode(at).frame.module; module.valid()) {
            return place + " in " + std::string(writer.text(module));
        }
    }
    return place;
}

void OutputRecords::nonFinite(const ring::NonFinite& found, const SliceHandle& slice, StackId stack,
                              TimeNs at) {
    const auto waiting = context_.sink.argumentsOf(slice);
    active_ = true;
    const bool cameIn = (found.header.flags & ring::kCameIn) != 0;
    session::SessionWriter& writer = context_.sink.writer();
    const std::string name = waiting ? std::string(writer.text(waiting->name)) : "an operator";
    SliceRecord event;
    event.start = waiting ? std::min(waiting->start, at) : at;
    event.duration = at - event.start;
    event.name = writer.string(kindsOf(found) + (cameIn ? " came into " : " made by ") + name);
    row_.addText("Operator", name, ArgColumn::Form::String);
    row_.addText("Inputs",
                 cameIn                                          ? "held it, or cannot be looked at"
                 : (found.header.flags & ring::kOfInfinity) != 0 ? "held Inf"
                                                                 : "finite",
                 ArgColumn::Form::String);
    row_.add("Output", found.output);
    row_.add("NaN", countOf(found.nans));
    row_.add("Inf", countOf(found.infinities));
    row_.add("Elements", countOf(found.elements));
    row_.addStack(stack);
    if (waiting) {
        const std::vector<ArgColumn>& columns = writer.layoutOf(waiting->layout).columns;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto key = std::ranges::find(kRepeated, writer.text(columns[i].key));
            if (key != kRepeated.end()) {
                row_.addCell(*key, columns[i].form, waiting->cells[i]);
            }
        }
    }
    event.layout = row_.finish("non_finite", cells_);
    const TrackId track = context_.tracks.track({Track::Kind::Async, process_, 1}, "NaN and Inf", INT64_MAX);
    context_.sink.addSlice(track, event, cells_);
    // The first of each kind is marked: operators are too short to be seen from afar.
    const std::uint8_t kinds = found.header.flags & (ring::kMadeNan | ring::kMadeInfinity | ring::kCameIn);
    if ((kinds & ~marked_) != 0 && context_.recording != nullptr) {
        context_.recording->mark(at, writer.text(event.name), stack);
    }
    marked_ |= kinds;
    if (made_ + cameIn_ == 0 || (made_ == 0 && !cameIn)) {
        first_ = kindsOf(found) + (cameIn ? " came into " : " was made by ") + name + placeOf(stack) + ", " +
                 formatDuration(at) + " after the begin";
    }
    (cameIn ? cameIn_ : made_) += 1;
}

void OutputRecords::addTo(Findings& findings, const std::string& process) const {
    findings.add(
        "non-finite", Severity::Warning,
        "Operators turned finite values into NaN or Inf, or received NaN or Inf from elsewhere. First, " +
            first_ + ". See the row NaN and Inf of process " + process + ".",
        made_ + cameIn_);
    findings.add("outputs-untold", Severity::Note,
                 "Operators of process " + process +
                     " ran so long that they were written to the session before they ended: what they gave "
                     "back is not there.",
                 left_);
}

} // namespace lanes::recorder
