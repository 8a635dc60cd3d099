#include "model/report/Kernels.h"

#include "model/analysis/text/KernelName.h"

#include <algorithm>
#include <array>

namespace lanes::report {

namespace {

constexpr int kWide = 1800; // px at 100 % of the table: names leave that much of it empty
constexpr int kWidest = 2600;
constexpr int kLeastName = 190;

Texts ownersOf(const Trace& trace, const KernelRow& row) {
    Texts names;
    for (const KernelOwner& owner : row.owners) {
        if (const std::string_view name = trace.text(owner.name);
            std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    return names;
}

class KernelColumns {
public:
    KernelColumns(const std::shared_ptr<const KernelData>& data,
                  std::shared_ptr<const std::vector<KernelRow>> rows)
        : data_(data.get())
        , rows_(std::move(rows), data) {}

    Table take() {
        addTimes();
        addLaunch();
        addFill();
        addCategory();
        addOwners();
        Table& table = rows_.table();
        table.sortedBy = "total_ns";
        table.origin = rows_.of(
            [d = data_](const KernelRow& row) { return d->forest->deviceWork()[row.slowest].slice; });
        table.identity = rows_.of([](const KernelRow& row) { return std::uint64_t{row.name.value}; });
        table.tint = rows_.of([d = data_](const KernelRow& row) {
            return Tint{row.hue, d->forest->trace().text(row.name)};
        });
        return std::move(table);
    }

private:
    void addTimes() {
        rows_.add({.key = "name",
                   .kind = Kind::Text,
                   .unit = Unit::Symbol,
                   .title = translatable("Report", "Kernel"),
                   .head = "kernel",
                   .look = {.form = Look::Form::Dot, .least = kLeastName}},
                  [d = data_](const KernelRow& row) { return d->forest->trace().text(row.name); });
        rows_.add({.key = "calls",
                   .unit = Unit::Count,
                   .title = translatable("Report", "Launches"),
                   .look = {.width = 66}},
                  [](const KernelRow& row) { return row.calls; });
        rows_.add({.key = "total_ns",
                   .unit = Unit::Time,
                   .title = translatable("Report", "Device time"),
                   .look = {.form = Look::Form::Bar, .width = 142}},
                  [](const KernelRow& row) { return row.total; });
        rows_.add({.key = "share",
                   .kind = Kind::Number,
                   .unit = Unit::Share,
                   .title = translatable("Report", "Share"),
                   .readers = Files | View,
                   .tip = translatable("Report", "Part of the device time of all rows"),
                   .look = {.width = 56, .yields = 1, .quiet = true}},
                  [whole = total()](const KernelRow& row) {
                      return whole > 0 ? double(row.total) / double(whole) : 0;
                  });
        const auto time = [this](const char* key, const char* title, bool shown, auto get) {
            rows_.add({.key = key,
                       .unit = Unit::Time,
                       .title = title,
                       .look = {.width = 76, .joins = shown ? 0 : kWide, .shown = shown}},
                      get);
        };
        time("mean_ns", translatable("Report", "Mean"), true,
             [](const KernelRow& row) { return row.mean(); });
        time("min_ns", translatable("Report", "Min"), false, [](const KernelRow& row) { return row.min; });
        time("max_ns", translatable("Report", "Max"), false, [](const KernelRow& row) { return row.max; });
    }

    // Of the launch that the kernel was made with most often; unknown where no launch says its size.
    template<class Get>
    void addOfLaunch(Column column, Get get) {
        rows_.add(std::move(column), [d = data_, get](const KernelRow& row) {
            const KernelData::Launch& launch = d->launches[row.launch];
            return row.kind == EventKind::Kernel && launch.shape.blocks() > 0 ? Value(get(launch)) : Value();
        });
    }

    void addLaunch() {
        using Launch = KernelData::Launch;
        const auto sizes = [](const std::array<std::int64_t, 3>& three) {
            return Integers(three.begin(), three.end());
        };
        addOfLaunch(
            {.key = "grid",
             .kind = Kind::IntegerList,
             .unit = Unit::Size,
             .title = translatable("Report", "Grid"),
             .tip = translatable("Report", "Blocks of a launch; of the most frequent where they differ"),
             .look = {.width = 84, .quiet = true}},
            [sizes](const Launch& launch) { return sizes(launch.shape.grid); });
        addOfLaunch({.key = "block",
                     .kind = Kind::IntegerList,
                     .unit = Unit::Volume,
                     .title = translatable("Report", "Block"),
                     .tip = translatable("Report", "Threads of a block"),
                     .look = {.width = 50, .yields = 2, .quiet = true}},
                    [sizes](const Launch& launch) { return sizes(launch.shape.block); });
        addOfLaunch({.key = "registers",
                     .unit = Unit::Count,
                     .title = translatable("Report", "Regs"),
                     .head = "regs",
                     .tip = translatable("Report", "Registers of a thread"),
                     .look = {.width = 42, .yields = 3, .quiet = true}},
                    [](const Launch& launch) { return above(0, launch.shape.registers); });
        addOfLaunch({.key = "shared_bytes",
                     .unit = Unit::Bytes,
                     .title = translatable("Report", "Shared"),
                     .head = "shared",
                     .tip = translatable("Report", "Shared memory of a block"),
                     .look = {.width = 76, .joins = kWidest, .shown = false, .quiet = true}},
                    [](const Launch& launch) { return launch.shape.sharedBytes; });
    }

    void addFill() {
        using Launch = KernelData::Launch;
        addOfLaunch({.key = "blocks_per_sm",
                     .unit = Unit::Count,
                     .title = translatable("Report", "Blocks/SM"),
                     .readers = Files | View,
                     .tip = translatable("Report", "Blocks that fit on a multiprocessor at once"),
                     .look = {.width = 72, .joins = kWidest, .shown = false, .quiet = true}},
                    [](const Launch& launch) {
                        return launch.estimate.known ? Value(*std::ranges::min_element(launch.estimate.fit))
                                                     : Value();
                    });
        addOfLaunch({.key = "waves",
                     .kind = Kind::Number,
                     .unit = Unit::Ratio,
                     .title = translatable("Report", "Waves"),
                     .readers = Files | View,
                     .tip = translatable("Report", "Times that a launch fills the device"),
                     .look = {.width = 60, .joins = kWidest, .shown = false, .quiet = true}},
                    [](const Launch& launch) {
                        return launch.estimate.known ? Value(launch.estimate.waves) : Value();
                    });
        rows_.add(
            {.key = "occupancy",
             .unit = Unit::Percent,
             .title = translatable("Report", "Occupancy"),
             .head = "occ",
             .tip = translatable(
                 "Report", "Warps on a multiprocessor of those that it could hold; a ring: fewer blocks "
                           "than the device holds at once"),
             .look = {.form = Look::Form::Meter, .width = 112}},
            [](const KernelRow& row) { return above(-1, row.occupancy); });
        rows_.table().ring = rows_.of([d = data_](const KernelRow& row) {
            const Occupancy& estimate = d->launches[row.launch].estimate;
            return estimate.known && !estimate.fills;
        });
        rows_.add({.key = "tensor_cores",
                   .kind = Kind::Text,
                   .title = translatable("Report", "Tensor"),
                   .readers = Files | View,
                   .tip = translatable("Report", "Use of tensor cores, from the kernel's name"),
                   .look = {.form = Look::Form::Check, .width = 58}},
                  [d = data_](const KernelRow& row) -> Value {
                      if (row.kind != EventKind::Kernel) {
                          return {};
                      }
                      const TensorCoreUse use = tensorCoreUse(d->forest->trace().text(row.name)).use;
                      return use == TensorCoreUse::Unknown ? Word{"?", "?"}
                             : use == TensorCoreUse::Yes   ? Word{"yes", translatable("Report", "yes")}
                                                           : Word{"no", translatable("Report", "no")};
                  });
    }

    // What the colour says.
    void addCategory() {
        rows_.add({.key = "category",
                   .kind = Kind::Text,
                   .title = translatable("Report", "Category"),
                   .readers = Files | View,
                   .look = {.width = 110, .joins = kWidest, .shown = false, .quiet = true}},
                  [d = data_](const KernelRow& row) {
                      return categoryName(row.hue, d->forest->trace().ownClasses());
                  });
    }

    void addOwners() {
        rows_.add({.key = "operators",
                   .kind = Kind::TextList,
                   .title = translatable("Report", "Operators"),
                   .tip = translatable("Report", "Operators that launched it, the longest time first"),
                   .look = {.width = 150, .most = 300, .joins = kWide, .shown = false, .quiet = true}},
                  [d = data_](const KernelRow& row) { return ownersOf(d->forest->trace(), row); });
        rows_.add({.key = "shapes",
                   .kind = Kind::Text,
                   .unit = Unit::Shapes,
                   .title = translatable("Report", "Input shapes"),
                   .readers = Files | View,
                   .look = {.width = 190, .most = 520, .joins = kWide, .shown = false, .quiet = true}},
                  [d = data_](const KernelRow& row) {
                      return row.owners.empty() || !row.owners.front().dims.valid()
                                 ? Value()
                                 : Value(d->forest->trace().text(row.owners.front().dims));
                  });
        const auto delay = [this](const char* key, const char* title, const char* tip, int width, int yields,
                                  auto get) {
            rows_.add({.key = key,
                       .unit = Unit::Time,
                       .title = title,
                       .readers = Files | View,
                       .tip = tip,
                       .look = {.width = width, .yields = yields, .digits = 3}},
                      [get](const KernelRow& row) { return above(-1, get(row)); });
        };
        delay(
            "delay_ns", translatable("Report", "Launch latency"),
            translatable("Report", "From the start of the launching call to the start of the kernel, median"),
            112, 5, [](const KernelRow& row) { return row.medianDelay; });
        delay("queued_ns", translatable("Report", "Queue time"),
              translatable("Report", "From the end of the launching call to the start of the kernel, median"),
              92, 4, [](const KernelRow& row) { return row.medianQueue; });
    }

    [[nodiscard]] TimeNs total() const {
        TimeNs total = 0;
        for (const KernelRow& row : rows_.rows()) {
            total += row.total;
        }
        return total;
    }

    const KernelData* data_;
    Rows<KernelRow> rows_;
};

} // namespace

Table kernelTable(const std::shared_ptr<const KernelData>& data,
                  std::shared_ptr<const std::vector<KernelRow>> rows) {
    return KernelColumns(data, std::move(rows)).take();
}

} // namespace lanes::report
