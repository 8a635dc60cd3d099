#include "model/report/Operators.h"

#include "model/analysis/operators/Shapes.h"

#include <algorithm>

namespace lanes::report {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr int kRoomForFigures = 2100; // px at 100 %: a table with so much room shows more figures
constexpr int kMostName = 420;        // the longest backward operators
constexpr int kLeastShapes = 210;     // two shapes of three dimensions

const char* titleOf(OperatorGroup group) {
    switch (group) {
    case OperatorGroup::Module:
        return translatable("Report", "Module");
    case OperatorGroup::Step:
        return translatable("Report", "Step");
    case OperatorGroup::Thread:
        return translatable("Report", "Thread");
    case OperatorGroup::Category:
        return translatable("Report", "Category");
    default:
        return translatable("Report", "Operator");
    }
}

const char* passWord(Pass pass) {
    switch (pass) {
    case Pass::Backward:
        return translatable("Report", "backward");
    case Pass::Optimizer:
        return translatable("Report", "optimizer");
    case Pass::Forward:
        break;
    }
    return translatable("Report", "forward");
}

class OperatorColumns {
public:
    explicit OperatorColumns(OperatorSource source)
        : data_(source.data.get())
        , group_(source.group)
        , hasDevice_(source.data != nullptr && !source.data->forest->deviceWork().empty())
        , hasShapes_(source.data == nullptr || anyShapes(*source.data))
        , modules_(std::move(source.modules))
        , rows_(std::move(source.rows), std::move(source.data)) {
        for (const OperatorRow& row : rows_.rows()) {
            selfCpu_ += row.selfCpu;
            selfDevice_ += row.selfDevice;
        }
    }

    Table take() {
        addName();
        addPlace();
        addTimes();
        addCalls();
        addMemory();
        addRates();
        Table& table = rows_.table();
        table.sortedBy = selfDevice_ > 0 || hasDevice_ ? "self_device_ns" : "self_cpu_ns";
        if (group_ == OperatorGroup::Tree) {
            table.parent = rows_.of([](const OperatorRow& row) { return row.parent; });
        }
        table.origin = rows_.of([d = data_](const OperatorRow& row) {
            return row.slowest < d->forest->size() ? d->forest->slice(row.slowest) : SliceId();
        });
        table.identity = [rows = &rows_.rows()](std::uint32_t row) { return identityOf(*rows, row); };
        table.tint = rows_.of([](const OperatorRow& row) { return Tint{row.hue, {}}; });
        return std::move(table);
    }

private:
    static std::uint64_t identityOf(const std::vector<OperatorRow>& rows, std::uint32_t index) {
        constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15U;
        const OperatorRow& row = rows[index];
        std::uint64_t hash = std::hash<std::string>{}(row.label);
        for (std::uint32_t up = row.parent; up != OperatorRow::kNoParent; up = rows[up].parent) {
            hash = hash * kMix + rows[up].name.value;
        }
        return (hash * kMix + row.shapes.value) * kMix + row.context;
    }

    [[nodiscard]] bool isPlaced() const {
        return (group_ == OperatorGroup::Shapes && hasShapes_) || group_ == OperatorGroup::Stack ||
               group_ == OperatorGroup::Module;
    }

    void addName() {
        Look look{
            .form = Look::Form::Dot, .width = isPlaced() ? 196 : 0, .least = kLeastShapes, .most = kMostName};
        look.unknown = group_ == OperatorGroup::Module ? translatable("Report", "outside modules")
                                                       : translatable("Report", "outside steps");
        const auto label = [](const OperatorRow& row) { return std::string_view(row.label); };
        rows_.add({.key = "name", .kind = Kind::Text, .title = titleOf(group_), .look = look}, label);
        if (group_ == OperatorGroup::Module) {
            rows_.add({.key = "module", .kind = Kind::Text, .readers = Files}, label);
        }
    }

    // What a row is about beside its name.
    void addPlace() {
        if (group_ == OperatorGroup::Stack) {
            rows_.add({.key = "stack",
                       .kind = Kind::TextList,
                       .unit = Unit::Stack,
                       .title = translatable("Report", "Called from"),
                       .look = {.least = kLeastShapes,
                                .quiet = true,
                                .unknown = translatable("Report", "not recorded")}},
                      [d = data_](const OperatorRow& row) {
                          return row.context == CallContext::kNone ? Texts()
                                                                   : Texts(d->context->frames(row.context));
                      });
        } else if (group_ == OperatorGroup::Shapes) {
            rows_.add({.key = "shapes",
                       .kind = Kind::Text,
                       .unit = Unit::Shapes,
                       .title = translatable("Report", "Input shapes"),
                       .look = {.least = kLeastShapes,
                                .shown = hasShapes_,
                                .quiet = true,
                                .unknown = translatable("Report", "not recorded")}},
                      [d = data_, recorded = hasShapes_](const OperatorRow& row) {
                          return row.shapes.valid()
                                     ? Value(oneLineShapes(d->forest->trace().text(row.shapes)))
                                 : recorded ? Value(std::string_view("[]"))
                                            : Value();
                      });
        }
        if (group_ == OperatorGroup::Module || group_ == OperatorGroup::Stack) {
            rows_.add({.key = "pass",
                       .kind = Kind::Text,
                       .title = translatable("Report", "Pass"),
                       .look = {.width = 84, .quiet = true}},
                      [](const OperatorRow& row) {
                          return Word{passWord(row.pass), passWord(row.pass)};
                      });
        }
        if (group_ == OperatorGroup::Module) {
            rows_.add({.key = "module_calls",
                       .unit = Unit::Count,
                       .title = translatable("Report", "Module calls"),
                       .tip = translatable("Report", "How often the module was called"),
                       .look = {.width = 96}},
                      [modules = std::move(modules_)](const OperatorRow& row) {
                          const auto found = modules.find(row.label);
                          return found == modules.end() ? std::int64_t{0} : found->second;
                      });
        }
        rows_.add({.key = "calls",
                   .unit = Unit::Count,
                   .title = translatable("Report", "Calls"),
                   .look = {.width = 60}},
                  [](const OperatorRow& row) { return row.calls; });
    }

    template<class Get>
    void addTime(const char* key, const char* title, const char* tip, Look look, std::uint8_t readers,
                 Get get) {
        rows_.add(
            {.key = key, .unit = Unit::Time, .title = title, .readers = readers, .tip = tip, .look = look},
            get);
    }

    void addTimes() {
        addTime("total_cpu_ns", translatable("Report", "Total CPU"),
                translatable("Report", "Time on the CPU with the operators that it calls"),
                {.width = 86, .yields = 1, .quiet = true}, kAllReaders,
                [](const OperatorRow& row) { return row.totalCpu; });
        addTime("self_cpu_ns", translatable("Report", "Self CPU"),
                translatable("Report", "Time on the CPU without the operators that it calls"),
                {.form = Look::Form::Bar, .width = 140, .bar = Hue::Operator}, kAllReaders,
                [](const OperatorRow& row) { return row.selfCpu; });
        addTime("total_device_ns", translatable("Report", "Total device"),
                translatable("Report", "Device work that it and the operators that it calls launch"),
                {.width = 100, .shown = hasDevice_ && group_ == OperatorGroup::Tree}, kAllReaders,
                [](const OperatorRow& row) { return row.totalDevice; });
        addTime("self_device_ns", translatable("Report", "Device time"),
                translatable("Report", "Kernels, copies and memsets that it launches itself"),
                {.form = Look::Form::Bar, .width = 150, .shown = hasDevice_, .bar = Hue::Gemm}, kAllReaders,
                [](const OperatorRow& row) { return row.selfDevice; });
        rows_.add({.key = "share",
                   .kind = Kind::Number,
                   .unit = Unit::Share,
                   .title = translatable("Report", "Share"),
                   .readers = Files | View,
                   .tip = translatable(
                       "Report", "Part of the device time of all rows; without a device, of the CPU time"),
                   .look = {.width = 60, .yields = 2, .quiet = true}},
                  [cpu = selfCpu_, device = selfDevice_](const OperatorRow& row) {
                      const TimeNs part = device > 0 ? row.selfDevice : row.selfCpu;
                      const TimeNs whole = device > 0 ? device : cpu;
                      return whole > 0 ? double(part) / double(whole) : 0;
                  });
    }

    // Of single calls.
    void addCalls() {
        addTime("mean_device_ns", translatable("Report", "Mean"),
                translatable("Report", "Device time per call"),
                {.width = 84, .yields = 3, .shown = hasDevice_, .dashForZero = true}, Files | View,
                [](const OperatorRow& row) { return row.calls > 0 ? row.selfDevice / row.calls : 0; });
        addTime("max_device_ns", translatable("Report", "Max"),
                translatable("Report", "Most device time of one call"),
                {.width = 84, .yields = 4, .shown = hasDevice_, .dashForZero = true}, Files | View,
                [](const OperatorRow& row) { return row.maxDevice; });
        addTime("min_ns", translatable("Report", "Min CPU"),
                translatable("Report", "Shortest call on the CPU"),
                {.width = 84, .shown = false, .dashForZero = true}, kAllReaders,
                [](const OperatorRow& row) { return row.min; });
        addTime("max_ns", translatable("Report", "Max CPU"),
                translatable("Report", "Longest call on the CPU"),
                {.width = 84, .yields = 4, .shown = !hasDevice_, .dashForZero = true}, kAllReaders,
                [](const OperatorRow& row) { return row.max; });
        addTime(
            "mean_ns", translatable("Report", "Mean CPU"),
            translatable("Report", "Duration of a call on the CPU"),
            {.width = 84, .joins = kRoomForFigures, .yields = 3, .shown = !hasDevice_, .dashForZero = true},
            kAllReaders, [](const OperatorRow& row) { return row.mean(); });
        addTime("deviation_ns", translatable("Report", "Std dev"),
                translatable("Report", "Standard deviation of the calls' durations on the CPU"),
                {.width = 84, .shown = false}, Files | View,
                [](const OperatorRow& row) { return row.deviation(); });
    }

    void addMemory() {
        const auto bytes = [this](const char* key, const char* title, const char* tip, int joins, auto get) {
            rows_.add({.key = key,
                       .unit = Unit::Bytes,
                       .title = title,
                       .tip = tip,
                       .look = {.width = 96, .joins = joins, .shown = false, .dashForZero = true}},
                      get);
        };
        bytes("allocated_bytes", translatable("Report", "Allocated"),
              translatable("Report", "Memory allocated while it ran"), kRoomForFigures,
              [](const OperatorRow& row) { return row.allocated; });
        bytes("freed_bytes", translatable("Report", "Freed"),
              translatable("Report", "Memory freed while it ran"), 0,
              [](const OperatorRow& row) { return row.freed; });
    }

    // What follows from the shapes, where those say it.
    void addRates() {
        rows_.add({.key = "flops",
                   .unit = Unit::Large,
                   .title = translatable("Report", "FLOP"),
                   .tip = translatable("Report",
                                       "Floating-point operations, as far as they follow from the shapes"),
                   .look = {.width = 90, .joins = kRoomForFigures, .shown = false}},
                  [](const OperatorRow& row) { return above(0, row.flops); });
        rows_.add({.key = "bytes",
                   .unit = Unit::Bytes,
                   .title = translatable("Report", "Traffic"),
                   .tip = translatable(
                       "Report", "Memory traffic, at least: every input read and every result written once"),
                   .look = {.width = 96, .joins = kRoomForFigures, .shown = false}},
                  [](const OperatorRow& row) { return above(0, row.bytes); });
        const auto rate = [this](const char* key, Unit unit, const char* title, const char* tip, int joins,
                                 auto get) {
            rows_.add({.key = key,
                       .kind = Kind::Number,
                       .unit = unit,
                       .title = title,
                       .readers = Files | View,
                       .tip = tip,
                       .look = {.width = 76, .joins = joins, .shown = false}},
                      get);
        };
        const auto perSecond = [](std::int64_t done, TimeNs time) {
            return done > 0 && time > 0 ? Value(double(done) / double(time) * kNsPerSecond) : Value();
        };
        const int joins = hasDevice_ ? kRoomForFigures : 0;
        rate("flop_per_s", Unit::FlopPerSecond, translatable("Report", "TFLOP/s"),
             translatable("Report", "Achieved on the device"), joins,
             [perSecond](const OperatorRow& row) { return perSecond(row.flops, row.costedDevice); });
        rate("bytes_per_s", Unit::BytesPerSecond, translatable("Report", "GB/s"),
             translatable("Report", "Achieved on the device"), joins,
             [perSecond](const OperatorRow& row) { return perSecond(row.bytes, row.costedDevice); });
        rate("flop_per_byte", Unit::Ratio, translatable("Report", "FLOP/B"),
             translatable("Report", "Operations per byte of memory traffic, from the shapes"), 0,
             [](const OperatorRow& row) {
                 return row.flops > 0 && row.bytes > 0 ? Value(double(row.flops) / double(row.bytes))
                                                       : Value();
             });
    }

    const OperatorData* data_;
    OperatorGroup group_;
    bool hasDevice_;
    bool hasShapes_;
    CallsOfModules modules_;
    TimeNs selfCpu_ = 0;
    TimeNs selfDevice_ = 0;
    Rows<OperatorRow> rows_;
};

} // namespace

bool anyShapes(const OperatorData& data) {
    return std::ranges::any_of(data.signatures->all(),
                               [](const OperatorSignature& signature) { return signature.dims.valid(); });
}

Table operatorTable(OperatorSource source) {
    return OperatorColumns(std::move(source)).take();
}

} // namespace lanes::report
