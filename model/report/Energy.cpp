#include "model/report/Energy.h"

#include "model/analysis/device/Energy.h"
#include "model/analysis/device/KernelStats.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace lanes::report {

namespace {

constexpr double kSecond = 1e9;
constexpr std::string_view kIdle = "idle";
constexpr std::string_view kOutside = "outside modules";

struct EnergyRow {
    std::string name;
    Hue hue = Hue::Other;
    lanes::Energy energy;
    TimeNs time = 0; // that the energy was taken in: of the range, the step, or the work one after the other
    SliceId origin;
};

// What the energy of device work is divided by.
class Groups {
public:
    Groups(const KernelData& data, std::string_view by)
        : data_(data)
        , by_(by) {}

    // The group of work `i` of KernelData's columns; new ones get the next number.
    std::uint32_t of(std::size_t i) {
        const std::string name = nameOf(i);
        const auto [at, isNew] = numbers_.try_emplace(name, static_cast<std::uint32_t>(rows_.size()));
        if (isNew) {
            rows_.push_back({name, data_.hue[i], {}, 0, data_.forest->deviceWork()[i].slice});
        }
        rows_[at->second].time += data_.duration[i];
        return at->second;
    }
    [[nodiscard]] std::vector<EnergyRow>& rows() { return rows_; }

private:
    [[nodiscard]] std::string nameOf(std::size_t i) const {
        const Trace& trace = data_.forest->trace();
        if (by_ == "energy_kernel") {
            return std::string(trace.text(data_.name[i]));
        }
        if (by_ != "energy_module") {
            return std::string(categoryName(data_.hue[i], trace.ownClasses()));
        }
        const DeviceWork& work = data_.forest->deviceWork()[i];
        const std::uint32_t node = work.op == DeviceWork::kNoOperator ? data_.context->nodeOfWork(work.slice)
                                                                      : data_.context->nodeOf(work.op);
        const std::string_view module =
            node == CallContext::kNone ? std::string_view() : data_.context->moduleOf(node);
        return std::string(module.empty() ? kOutside : module);
    }

    const KernelData& data_;
    std::string_view by_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<EnergyRow> rows_;
};

std::vector<EnergyRow> byWork(const std::vector<EnergyCurve>& curves, const KernelData& data,
                              const Asked& asked, TimeRange range) {
    const Trace& trace = data.forest->trace();
    const Devices devices(trace);
    Groups groups(data, asked.by);
    std::map<std::string, std::vector<EnergyWork>> work; // by device
    for (std::size_t i = 0; i < data.start.size(); ++i) {
        const TimeRange ran{data.start[i], data.start[i] + data.duration[i]};
        const ProcessId process = processOf(trace, trace.slice(data.forest->deviceWork()[i].slice).track);
        if (process.valid() && ran.begin < range.end && ran.end > range.begin) {
            work[devices.at(process).key].push_back({ran, groups.of(i)});
        }
    }
    std::vector<EnergyRow>& rows = groups.rows();
    EnergyRow idle{std::string(kIdle), Hue::Other, {}, 0, {}};
    for (const EnergyCurve& curve : curves) {
        const std::vector<lanes::Energy> found =
            energyByGroup(curve, std::move(work[curve.device().key]), rows.size(), range);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].energy += found[i];
        }
        idle.energy += found.back();
    }
    rows.push_back(std::move(idle));
    return std::move(rows);
}

std::vector<EnergyRow> byStep(const std::vector<EnergyCurve>& curves, const SessionSteps& steps,
                              TimeRange range) {
    std::vector<EnergyRow> rows;
    for (const Step& step : steps.all()) {
        if (step.range.begin < range.begin || step.range.end > range.end) {
            continue;
        }
        EnergyRow row{steps.nameOf(step), Hue::Range, {}, step.range.length(), step.slice};
        for (const EnergyCurve& curve : curves) {
            if (curve.device().rank == step.rank || curve.device().rank < 0 || step.rank < 0) {
                row.energy += curve.of(step.range);
            }
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<EnergyRow> byDevice(const std::vector<EnergyCurve>& curves, TimeRange range) {
    std::vector<EnergyRow> rows;
    for (const EnergyCurve& curve : curves) {
        const TimeRange own{std::max(range.begin, curve.range().begin),
                            std::min(range.end, curve.range().end)};
        rows.push_back(
            {"GPU " + curve.device().key, Hue::Gemm, curve.of(own), std::max<TimeNs>(own.length(), 0), {}});
    }
    return rows;
}

void addJoules(Rows<EnergyRow>& rows, Column column, double lanes::Energy::*part) {
    column.kind = Kind::Number;
    column.unit = Unit::Ratio;
    rows.add(std::move(column), [part](const EnergyRow& row) { return row.energy.*part; });
}

Table tableOf(std::vector<EnergyRow> found, bool sumsToAll) {
    double all = 0;
    for (const EnergyRow& row : found) {
        all += row.energy.joules;
    }
    Rows<EnergyRow> rows(std::make_shared<const std::vector<EnergyRow>>(std::move(found)), nullptr);
    rows.add({.key = "name",
              .kind = Kind::Text,
              .title = translatable("Report", "Name"),
              .look = {.form = Look::Form::Dot}},
             [](const EnergyRow& row) { return std::string_view(row.name); });
    addJoules(rows,
              {.key = "joules",
               .title = translatable("Report", "Energy, J"),
               .look = {.form = Look::Form::Bar, .width = 142}},
              &lanes::Energy::joules);
    addJoules(rows,
              {.key = "low_joules",
               .title = translatable("Report", "At least, J"),
               .look = {.width = 96, .yields = 1, .quiet = true}},
              &lanes::Energy::low);
    addJoules(rows,
              {.key = "high_joules",
               .title = translatable("Report", "At most, J"),
               .look = {.width = 96, .yields = 1, .quiet = true}},
              &lanes::Energy::high);
    if (sumsToAll) {
        rows.add({.key = "share",
                  .kind = Kind::Number,
                  .unit = Unit::Share,
                  .title = translatable("Report", "Share"),
                  .look = {.width = 72}},
                 [all](const EnergyRow& row) { return all > 0 ? Value(row.energy.joules / all) : Value(); });
    }
    rows.add({.key = "range_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Time"),
              .look = {.width = 84}},
             [](const EnergyRow& row) { return row.time > 0 ? Value(std::int64_t{row.time}) : Value(); });
    rows.add(
        {.key = "watts",
         .kind = Kind::Number,
         .unit = Unit::Ratio,
         .title = translatable("Report", "Mean power, W"),
         .tip = translatable("Report", "Energy by time. Work that runs at once shares the device's power"),
         .look = {.width = 110}},
        [](const EnergyRow& row) {
            return row.time > 0 ? Value(row.energy.joules * kSecond / static_cast<double>(row.time))
                                : Value();
        });
    Table& table = rows.table();
    table.sortedBy = "joules";
    table.origin = rows.of([](const EnergyRow& row) { return row.origin; });
    table.identity = rows.of([](const EnergyRow& row) { return std::hash<std::string>{}(row.name); });
    table.tint = rows.of([](const EnergyRow& row) { return Tint{row.hue, row.name}; });
    return std::move(table);
}

} // namespace

std::optional<Table> energy(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const Trace& trace = *analyses.trace();
    const std::vector<EnergyCurve> curves = energyCurves(trace);
    const TimeRange range = asked.range.value_or(trace.span());
    if (curves.empty() || asked.by.empty() || asked.by == "energy_device") {
        return tableOf(byDevice(curves, range), true);
    }
    if (asked.by == "energy_step") {
        const auto data = analyses.operators(stop);
        return data ? std::optional(tableOf(byStep(curves, data->steps, range), false)) : std::nullopt;
    }
    const auto data = analyses.kernels(stop);
    return data ? std::optional(tableOf(byWork(curves, *data, asked, range), true)) : std::nullopt;
}

} // namespace lanes::report
