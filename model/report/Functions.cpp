#include "model/report/Functions.h"

#include "model/analysis/flame/ProfileFunctions.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace lanes::report {

namespace {

struct FunctionSource {
    std::shared_ptr<const Trace> trace;
    Profile profile;
};

Unit readAs(const ProfileMetric& metric) {
    return metric.unit == ProfileMetric::Unit::Time    ? Unit::Time
           : metric.unit == ProfileMetric::Unit::Bytes ? Unit::Bytes
                                                       : Unit::Large;
}

class FunctionColumns {
public:
    FunctionColumns(std::shared_ptr<const FunctionSource> source,
                    std::shared_ptr<const std::vector<ProfileFunction>> rows)
        : source_(source.get())
        , rows_(std::move(rows), std::move(source)) {}

    Table take() {
        const bool onDevices = std::ranges::any_of(
            rows_.rows(), [](const ProfileFunction& row) { return !row.devices.empty(); });
        rows_.add(
            {.key = "name",
             .kind = Kind::Text,
             .unit = onDevices ? Unit::Symbol : Unit::None, // of kernels; places of Python are shown whole
             .title = translatable("Report", "Function"),
             .head = "function",
             .look = {.form = Look::Form::Dot, .least = 190}},
            [trace = source_->trace](const ProfileFunction& row) { return trace->text(row.name); });
        if (source_->profile.metrics.empty()) {
            addMain({"time", ProfileMetric::Unit::Time}); // a table without rows, for its columns
        } else {
            addMain(source_->profile.metrics.front());
        }
        for (std::size_t m = 1; m < source_->profile.metrics.size(); ++m) {
            addFurther(m);
        }
        addRest(onDevices);
        Table& table = rows_.table();
        table.sortedBy = self_;
        table.tint = rows_.of([trace = source_->trace](const ProfileFunction& row) {
            return Tint{Hue::Python, trace->text(row.name)};
        });
        return std::move(table);
    }

private:
    // A whole number, or one with a fraction where the profile weighs by such.
    [[nodiscard]] static Value valueOf(const ProfileMetric& metric, std::int64_t value) {
        return metric.perUnit == 1 ? Value(value) : Value(metric.number(value));
    }
    [[nodiscard]] static Column columnOf(const ProfileMetric& metric, std::string_view key,
                                         const char* title) {
        return {.key = key,
                .kind = metric.perUnit == 1 ? Kind::Integer : Kind::Number,
                .unit = metric.perUnit == 1 ? readAs(metric) : Unit::Ratio,
                .title = title};
    }
    [[nodiscard]] std::string_view newKey(const std::string& wanted) {
        std::string key = wanted;
        for (int i = 2; !keys_.insert(key).second; ++i) {
            key = wanted + "_" + std::to_string(i);
        }
        return rows_.keep(key);
    }

    void addMain(const ProfileMetric& metric) {
        self_ = newKey("self_" + metric.key());
        Column self = columnOf(metric, self_, translatable("Report", "Itself"));
        self.look = {.form = Look::Form::Bar, .width = 142};
        rows_.add(std::move(self),
                  [metric](const ProfileFunction& row) { return valueOf(metric, row.self.front()); });
        Column total =
            columnOf(metric, newKey("total_" + metric.key()), translatable("Report", "With callees"));
        total.look = {.width = 90};
        rows_.add(std::move(total),
                  [metric](const ProfileFunction& row) { return valueOf(metric, row.total); });
        std::int64_t sum = 0;
        for (const ProfileFunction& row : rows_.rows()) {
            sum += row.self.front();
        }
        rows_.add({.key = newKey("share"),
                   .kind = Kind::Number,
                   .unit = Unit::Share,
                   .title = translatable("Report", "Share"),
                   .readers = Files | View,
                   .tip = translatable("Report", "Part of what all rows took themselves"),
                   .look = {.width = 56, .yields = 1, .quiet = true}},
                  [sum](const ProfileFunction& row) {
                      return sum != 0 ? double(row.self.front()) / double(sum) : 0;
                  });
    }

    // What a program counted has no title of ours: the window shows its key.
    void addFurther(std::size_t m) {
        const ProfileMetric& metric = source_->profile.metrics[m];
        const bool calls = metric.name == "calls" || metric.name == "count";
        const std::string_view key = newKey(metric.key());
        Column column = columnOf(metric, key, calls ? translatable("Report", "Calls") : key.data());
        column.look = {.width = 90};
        rows_.add(std::move(column),
                  [metric, m](const ProfileFunction& row) { return valueOf(metric, row.self[m]); });
    }

    void addRest(bool onDevices) {
        const bool counted = std::ranges::any_of(
            rows_.rows(), [](const ProfileFunction& row) { return row.callers.has_value(); });
        if (counted) {
            rows_.add({.key = newKey("callers"),
                       .unit = Unit::Count,
                       .title = translatable("Report", "Callers"),
                       .look = {.width = 66, .quiet = true}},
                      [](const ProfileFunction& row) { return row.callers ? Value(*row.callers) : Value(); });
        }
        if (onDevices) {
            rows_.add({.key = newKey("devices"),
                       .kind = Kind::TextList,
                       .title = translatable("Report", "Devices"),
                       .look = {.width = 120, .quiet = true}},
                      [trace = source_->trace](const ProfileFunction& row) {
                          Texts names;
                          for (const StringId device : row.devices) {
                              names.push_back(trace->text(device));
                          }
                          return names;
                      });
        }
    }

    const FunctionSource* source_;
    Rows<ProfileFunction> rows_;
    std::set<std::string> keys_{"name"};
    std::string_view self_;
};

} // namespace

std::optional<Table> functions(TraceAnalyses& analyses, const Asked& /*asked*/, const std::stop_token& stop) {
    auto source = std::make_shared<FunctionSource>();
    source->trace = analyses.trace();
    source->profile = profileOf(*source->trace).value_or(Profile());
    auto rows = functionsOf(source->profile, stop);
    if (!rows) {
        return std::nullopt;
    }
    return FunctionColumns(std::move(source),
                           std::make_shared<const std::vector<ProfileFunction>>(std::move(*rows)))
        .take();
}

} // namespace lanes::report
