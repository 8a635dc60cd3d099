#include "model/io/profile/ProfileBuilder.h"

#include "model/base/PairKey.h"

#include <algorithm>
#include <utility>

namespace lanes::profile {

namespace {

using Form = ArgColumn::Form;

// Columns of the points, before those of metrics.
enum Column : std::size_t { kUp, kGroup, kDevice, kTotal, kCallers, kFirstMetric };

ImportShape shapeOf(std::string_view category, std::size_t metrics) {
    ImportShape shape{.phase = 'M', .category = std::string(category), .columns = {}};
    for (const std::string_view key : {ProfileKeys::kUp, ProfileKeys::kGroup, ProfileKeys::kDevice,
                                       ProfileKeys::kTotal, ProfileKeys::kCallers}) {
        shape.columns.push_back(
            {std::string(key), key == ProfileKeys::kDevice ? Form::String : Form::Number});
    }
    for (std::size_t m = 0; m < metrics; ++m) {
        shape.columns.push_back({std::string(ProfileKeys::kMetric) + std::to_string(m), Form::Number});
    }
    return shape;
}

std::string_view wordOf(ProfileMetric::Unit unit) {
    return unit == ProfileMetric::Unit::Time ? "ns" : unit == ProfileMetric::Unit::Bytes ? "bytes" : "count";
}

} // namespace

ProfileBuilder::ProfileBuilder(ImportBuilder& builder, std::string_view format)
    : builder_(builder)
    , format_(format) {}

ProfileBuilder::Metric ProfileBuilder::metric(std::string_view name, ProfileMetric::Unit unit) {
    std::string plain(name);
    std::ranges::replace(plain, '\n', ' ');
    const auto known = std::ranges::find(metrics_, plain, &Kept::name);
    if (known == metrics_.end() && metrics_.size() == kMostMetrics) {
        ++leftOut_;
        return kLeftOut;
    }
    if (known == metrics_.end()) {
        metrics_.push_back({std::move(plain), unit, 0, {}});
        return metrics_.size() - 1;
    }
    return static_cast<Metric>(known - metrics_.begin());
}

ProfileBuilder::Node ProfileBuilder::made(const Made& node) {
    constexpr std::size_t kBytesPerNode = sizeof(Made) + 64; // with its place among the children
    builder_.account(kBytesPerNode + metrics_.size() * sizeof(std::int64_t));
    if (isFull()) {
        return kTop;
    }
    nodes_.push_back(node);
    return static_cast<Node>(nodes_.size() - 1);
}

ProfileBuilder::Node ProfileBuilder::child(Node caller, StringId name, StringId device) {
    const std::uint64_t path = pairKey(caller, name.value);
    if (device.valid()) {
        const auto [at, isNew] = onDevices_.try_emplace({path, device.value}, kTop);
        at->second = isNew ? made({name, caller, false, device}) : at->second;
        return at->second;
    }
    const auto [at, isNew] = children_.try_emplace(path, kTop);
    at->second = isNew ? made({name, caller, false, {}}) : at->second;
    return at->second;
}

ProfileBuilder::Node ProfileBuilder::group(StringId name) {
    return made({name, kTop, true, {}});
}

void ProfileBuilder::add(Node node, Metric metric, Amount amount) {
    if (node == kTop || metric >= metrics_.size()) {
        return;
    }
    Kept& kept = metrics_[metric];
    if (kept.unit != ProfileMetric::Unit::Count) {
        amount = withDigits(amount, 0); // nanoseconds and bytes are whole
    } else if (amount.digits > kept.digits) {
        for (std::int64_t& value : kept.values) {
            const Amount finer = withDigits({value, kept.digits}, amount.digits);
            bounded_ += finer.bounded ? 1 : 0;
            value = finer.mantissa;
        }
        kept.digits = amount.digits;
    }
    amount = withDigits(amount, kept.digits);
    kept.values.resize(std::max<std::size_t>(kept.values.size(), node + std::size_t(1)));
    std::int64_t& value = kept.values[node];
    const std::int64_t before = value;
    value = boundedSum(value, amount.mantissa);
    std::int64_t exact = 0;
    bounded_ += amount.bounded || __builtin_add_overflow(before, amount.mantissa, &exact) ? 1 : 0;
}

void ProfileBuilder::addFunction(Function function) {
    builder_.account(sizeof(Function) + function.values.size() * sizeof(std::int64_t));
    if (!isFull()) {
        functions_.push_back(std::move(function));
    }
}

void ProfileBuilder::tellEstimated() {
    builder_.info().properties.emplace_back(ProfileKeys::kEstimated, "true");
}

void ProfileBuilder::setCell(ImportArgs& args, std::size_t column, std::int64_t value, int digits) {
    constexpr std::int64_t kMost = (std::int64_t{1} << 56) - 1; // of a decimal's mantissa
    constexpr std::int64_t kMostWhole = (std::int64_t{1} << 61) - 1;
    const std::int64_t most = digits > 0 ? kMost : kMostWhole;
    bounded_ += value > most || value < -most ? 1 : 0;
    value = std::clamp(value, -most, most);
    args.cell(column, ArgValue{digits > 0 ? ArgValue::Type::Decimal : ArgValue::Type::Integer, value,
                               static_cast<std::uint8_t>(digits), 0}
                          .encode());
}

void ProfileBuilder::describe() {
    std::string metrics;
    for (const Kept& metric : metrics_) {
        metrics += std::string(wordOf(metric.unit)) + " " + metric.name + "\n";
    }
    builder_.info().properties.emplace_back(ProfileKeys::kFormat, format_);
    builder_.info().properties.emplace_back(ProfileKeys::kMetrics, metrics);
    builder_.info().producer = format_;
    if (bounded_ > 0) {
        builder_.diagnostics().add("weight-out-of-bounds", Severity::Warning,
                                   "Weights are beyond 64 bits; the largest number stands for them.", -1,
                                   bounded_);
    }
    if (leftOut_ > 0) {
        builder_.diagnostics().add("metrics-left-out", Severity::Loss,
                                   "The file has more metrics than " + std::to_string(kMostMetrics) +
                                       "; the others are left out.",
                                   -1, leftOut_);
    }
}

void ProfileBuilder::finish() {
    const ImportShapeId nodes = builder_.shape(shapeOf(ProfileKeys::kNode, metrics_.size()));
    for (Node node = 0; node < nodes_.size(); ++node) {
        const Made& made = nodes_[node];
        ImportArgs args;
        args.integer(kUp, made.caller == kTop ? 0 : std::int64_t{node} - made.caller);
        if (made.group) {
            args.integer(kGroup, 1);
        }
        args.text(kDevice, made.device);
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            if (node < metrics_[m].values.size() && metrics_[m].values[node] != 0) {
                setCell(args, kFirstMetric + m, metrics_[m].values[node], metrics_[m].digits);
            }
        }
        builder_.instant(TrackId(), made.name, 0, nodes, args);
    }
    const ImportShapeId functions = builder_.shape(shapeOf(ProfileKeys::kFunction, metrics_.size()));
    for (const Function& function : functions_) {
        ImportArgs args;
        setCell(args, kTotal, function.total, 0);
        setCell(args, kCallers, function.callers, 0);
        for (std::size_t m = 0; m < function.values.size(); ++m) {
            setCell(args, kFirstMetric + m, function.values[m], 0);
        }
        builder_.instant(TrackId(), function.name, 0, functions, args);
    }
    describe();
}

} // namespace lanes::profile
