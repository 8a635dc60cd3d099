#include "app/cli/tables/StatsOutput.h"

#include "model/analysis/operators/Shapes.h"
#include "model/analysis/text/KernelName.h"
#include "model/base/Format.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <array>

namespace lanes::cli {

namespace {

struct OperatorColumn {
    std::string_view name;
    std::int64_t (*value)(const OperatorRow& row);
    bool isTime;
};

constexpr std::array<OperatorColumn, 12> kOperatorColumns{{
    {"calls", [](const OperatorRow& r) { return r.calls; }, false},
    {"total_cpu_ns", [](const OperatorRow& r) { return r.totalCpu; }, true},
    {"self_cpu_ns", [](const OperatorRow& r) { return r.selfCpu; }, true},
    {"total_device_ns", [](const OperatorRow& r) { return r.totalDevice; }, true},
    {"self_device_ns", [](const OperatorRow& r) { return r.selfDevice; }, true},
    {"min_ns", [](const OperatorRow& r) { return r.min; }, true},
    {"max_ns", [](const OperatorRow& r) { return r.max; }, true},
    {"mean_ns", [](const OperatorRow& r) { return r.mean(); }, true},
    {"allocated_bytes", [](const OperatorRow& r) { return r.allocated; }, false},
    {"freed_bytes", [](const OperatorRow& r) { return r.freed; }, false},
    {"flops", [](const OperatorRow& r) { return r.flops; }, false},
    {"bytes", [](const OperatorRow& r) { return r.bytes; }, false},
}};

struct KernelColumn {
    std::string_view name;
    std::int64_t (*value)(const KernelData& data, const KernelRow& row);
};

constexpr std::array<KernelColumn, 8> kKernelColumns{{
    {"calls", [](const KernelData&, const KernelRow& r) { return r.calls; }},
    {"total_ns", [](const KernelData&, const KernelRow& r) { return r.total; }},
    {"min_ns", [](const KernelData&, const KernelRow& r) { return r.min; }},
    {"max_ns", [](const KernelData&, const KernelRow& r) { return r.max; }},
    {"mean_ns", [](const KernelData&, const KernelRow& r) { return r.mean(); }},
    {"registers",
     [](const KernelData& d, const KernelRow& r) { return d.launches[r.launch].shape.registers; }},
    {"shared_bytes",
     [](const KernelData& d, const KernelRow& r) { return d.launches[r.launch].shape.sharedBytes; }},
    {"occupancy",
     [](const KernelData&, const KernelRow& r) { return std::int64_t(std::max(r.occupancy, 0)); }},
}};

void writeFrames(JsonWriter& json, const CallContext& context, std::uint32_t node) {
    json.key("stack");
    json.beginArray();
    for (const std::string_view frame : context.frames(node)) {
        json.text(frame);
    }
    json.endArray();
}

std::int64_t callsOf(const CallsOfModules& modules, const OperatorRow& row) {
    const auto found = modules.find(row.label);
    return found == modules.end() ? 0 : found->second;
}

std::string operatorJson(const OperatorData& data, OperatorGroup group, const std::vector<OperatorRow>& rows,
                         const CallsOfModules& modules) {
    JsonWriter json;
    json.beginArray();
    for (const OperatorRow& row : rows) {
        json.beginObject();
        json.field("name", row.label);
        if (group == OperatorGroup::Shapes) {
            json.key("shapes");
            json.raw(oneLineShapes(data.forest->trace().text(row.shapes)));
        } else if (group == OperatorGroup::Module) {
            json.field("module", row.label);
            json.field("pass", passName(row.pass));
            json.field("module_calls", callsOf(modules, row));
        } else if (group == OperatorGroup::Stack) {
            writeFrames(json, *data.context, row.context);
            json.field("pass", passName(row.pass));
        }
        for (const OperatorColumn& column : kOperatorColumns) {
            json.field(column.name, column.value(row));
        }
        json.endObject();
    }
    json.endArray();
    return json.take();
}

std::string cell(const OperatorColumn& column, const OperatorRow& row, OutputFormat format) {
    const std::int64_t value = column.value(row);
    if (format == OutputFormat::Csv) {
        return std::to_string(value);
    }
    if (column.isTime) {
        return formatDuration(value);
    }
    const bool bytes = column.name == "bytes" || column.name.ends_with("_bytes");
    return bytes ? formatBytes(value) : formatCount(value);
}

// What the row is about, beside its name.
std::optional<std::string> secondColumn(const OperatorData& data, OperatorGroup group,
                                        const OperatorRow& row) {
    if (group == OperatorGroup::Shapes) {
        return formatShapes(parseInputDims(data.forest->trace().text(row.shapes)));
    }
    if (group == OperatorGroup::Stack) {
        return row.context == CallContext::kNone ? std::string()
                                                 : std::string(data.context->text(row.context));
    }
    return std::nullopt;
}

std::string joined(const std::array<std::int64_t, 3>& sizes) {
    return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) + "x" + std::to_string(sizes[2]);
}

std::vector<std::string> ownerNames(const KernelData& data, const KernelRow& row) {
    std::vector<std::string> names;
    for (const KernelOwner& owner : row.owners) {
        const std::string name(data.forest->trace().text(owner.name));
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    return names;
}

std::string kernelJson(const KernelData& data, const std::vector<KernelRow>& rows) {
    JsonWriter json;
    json.beginArray();
    for (const KernelRow& row : rows) {
        json.beginObject();
        json.field("name", data.forest->trace().text(row.name));
        for (const KernelColumn& column : kKernelColumns) {
            json.field(column.name, column.value(data, row));
        }
        const LaunchShape& shape = data.launches[row.launch].shape;
        const std::array<std::pair<std::string_view, const std::array<std::int64_t, 3>*>, 2> sizes{
            {{"grid", &shape.grid}, {"block", &shape.block}}};
        for (const auto& [key, values] : sizes) {
            json.key(key);
            json.beginArray();
            for (const std::int64_t value : *values) {
                json.integer(value);
            }
            json.endArray();
        }
        json.key("operators");
        json.beginArray();
        for (const std::string& name : ownerNames(data, row)) {
            json.text(name);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    return json.take();
}

} // namespace

const std::map<std::string, OperatorGroup>& operatorGroups() {
    static const std::map<std::string, OperatorGroup> kGroups{
        {"name", OperatorGroup::Name},     {"shapes", OperatorGroup::Shapes},
        {"module", OperatorGroup::Module}, {"stack", OperatorGroup::Stack},
        {"step", OperatorGroup::Step},     {"category", OperatorGroup::Category},
        {"thread", OperatorGroup::Thread},
    };
    return kGroups;
}

std::string_view usualColumn(const std::vector<OperatorRow>& rows) {
    const bool usesDevice = std::ranges::any_of(rows, [](const OperatorRow& r) { return r.totalDevice > 0; });
    return usesDevice ? "self_device_ns" : "self_cpu_ns";
}

std::string_view usualColumn(const std::vector<KernelRow>& /*rows*/) {
    return "total_ns";
}

bool sortRows(std::vector<OperatorRow>& rows, const CallsOfModules& modules, std::string_view column) {
    if (column == "module_calls") {
        std::ranges::stable_sort(rows, std::ranges::greater{},
                                 [&](const OperatorRow& r) { return callsOf(modules, r); });
        return true;
    }
    if (column == "name") {
        std::ranges::stable_sort(rows, {}, &OperatorRow::label);
        return true;
    }
    for (const OperatorColumn& c : kOperatorColumns) {
        if (c.name == column) {
            std::ranges::stable_sort(rows, std::ranges::greater{}, c.value);
            return true;
        }
    }
    return false;
}

bool sortRows(std::vector<KernelRow>& rows, const KernelData& data, std::string_view column) {
    if (column == "name") {
        std::ranges::stable_sort(rows, {},
                                 [&](const KernelRow& r) { return data.forest->trace().text(r.name); });
        return true;
    }
    for (const KernelColumn& c : kKernelColumns) {
        if (c.name == column) {
            std::ranges::stable_sort(rows, std::ranges::greater{},
                                     [&](const KernelRow& r) { return c.value(data, r); });
            return true;
        }
    }
    return false;
}

// Columns that stand between the name and the figures.
struct RowTexts {
    bool second; // shapes or stack
    bool pass;
    bool moduleCalls;

    explicit RowTexts(OperatorGroup group)
        : second(group == OperatorGroup::Shapes || group == OperatorGroup::Stack)
        , pass(group == OperatorGroup::Module || group == OperatorGroup::Stack)
        , moduleCalls(group == OperatorGroup::Module) {}
};

std::vector<std::string> operatorHead(OperatorGroup group, bool isTable) {
    const RowTexts texts(group);
    std::vector<std::string> head{"name"};
    if (texts.second) {
        head.emplace_back(group == OperatorGroup::Shapes ? "shapes" : "stack");
    }
    if (texts.pass) {
        head.emplace_back("pass");
    }
    if (texts.moduleCalls) {
        head.emplace_back("module_calls");
    }
    for (const OperatorColumn& column : kOperatorColumns) {
        std::string name(column.name);
        head.push_back(isTable && name.ends_with("_ns") ? name.substr(0, name.size() - 3) : name);
    }
    return head;
}

std::string operatorOutput(const OperatorData& data, OperatorGroup group,
                           const std::vector<OperatorRow>& rows, const CallsOfModules& modules,
                           OutputFormat format) {
    if (format == OutputFormat::Json) {
        return operatorJson(data, group, rows, modules);
    }
    const RowTexts texts(group);
    TextTable table(operatorHead(group, format == OutputFormat::Table),
                    1 + (texts.second ? 1 : 0) + (texts.pass ? 1 : 0));
    for (const OperatorRow& row : rows) {
        std::vector<std::string> cells{row.label};
        if (const auto second = secondColumn(data, group, row)) {
            cells.push_back(*second);
        }
        if (texts.pass) {
            cells.emplace_back(passName(row.pass));
        }
        if (texts.moduleCalls) {
            const std::int64_t calls = callsOf(modules, row);
            cells.push_back(format == OutputFormat::Csv ? std::to_string(calls) : formatCount(calls));
        }
        for (const OperatorColumn& column : kOperatorColumns) {
            cells.push_back(cell(column, row, format));
        }
        table.add(std::move(cells));
    }
    return format == OutputFormat::Csv ? table.csv() : table.text();
}

std::string kernelOutput(const KernelData& data, const std::vector<KernelRow>& rows, OutputFormat format) {
    if (format == OutputFormat::Json) {
        return kernelJson(data, rows);
    }
    const bool csv = format == OutputFormat::Csv;
    const auto time = [csv](TimeNs t) { return csv ? std::to_string(t) : formatDuration(t); };
    TextTable table(csv ? std::vector<std::string>{"name", "calls", "total_ns", "min_ns", "max_ns", "mean_ns",
                                                   "grid", "block", "registers", "shared_bytes", "occupancy",
                                                   "operators"}
                        : std::vector<std::string>{"kernel", "calls", "total", "min", "max", "mean", "grid",
                                                   "block", "regs", "shared", "occ %", "operators"});
    for (const KernelRow& row : rows) {
        const LaunchShape& shape = data.launches[row.launch].shape;
        const std::string name(data.forest->trace().text(row.name));
        std::string operators;
        for (const std::string& op : ownerNames(data, row)) {
            operators += (operators.empty() ? "" : " ") + op;
        }
        table.add({csv ? name : foldedKernelName(name), std::to_string(row.calls), time(row.total),
                   time(row.min), time(row.max), time(row.mean()), joined(shape.grid), joined(shape.block),
                   std::to_string(shape.registers), std::to_string(shape.sharedBytes),
                   row.occupancy < 0 ? "" : std::to_string(row.occupancy), operators});
    }
    return csv ? table.csv() : table.text();
}

void addOperators(OutputTable& table, const OperatorData& data, OperatorGroup group,
                  const std::vector<OperatorRow>& rows, const CallsOfModules& modules) {
    using Kind = TableColumn::Kind;
    const auto fill = [&](std::string name, Kind kind, const auto& add) {
        TableColumn& column = table.column(std::move(name), kind);
        for (const OperatorRow& row : rows) {
            add(column, row);
        }
    };
    const auto addLabel = [](TableColumn& column, const OperatorRow& row) {
        column.add(std::string_view(row.label));
    };
    const auto addPass = [](TableColumn& column, const OperatorRow& row) { column.add(passName(row.pass)); };
    fill("name", Kind::CodedText, addLabel);
    if (group == OperatorGroup::Shapes) {
        fill("shapes", Kind::CodedText, [&](TableColumn& column, const OperatorRow& row) {
            column.add(std::string_view(oneLineShapes(data.forest->trace().text(row.shapes))));
        });
    } else if (group == OperatorGroup::Module) {
        fill("module", Kind::CodedText, addLabel);
        fill("pass", Kind::CodedText, addPass);
        fill("module_calls", Kind::Integer,
             [&](TableColumn& column, const OperatorRow& row) { column.add(callsOf(modules, row)); });
    } else if (group == OperatorGroup::Stack) {
        fill("stack", Kind::CodedTexts, [&](TableColumn& column, const OperatorRow& row) {
            column.addList(data.context->frames(row.context));
        });
        fill("pass", Kind::CodedText, addPass);
    }
    for (const OperatorColumn& shown : kOperatorColumns) {
        fill(std::string(shown.name), Kind::Integer,
             [&](TableColumn& column, const OperatorRow& row) { column.add(shown.value(row)); });
    }
}

void addKernels(OutputTable& table, const KernelData& data, const std::vector<KernelRow>& rows) {
    using Kind = TableColumn::Kind;
    TableColumn& name = table.column("name", Kind::CodedText);
    for (const KernelColumn& shown : kKernelColumns) {
        TableColumn& column = table.column(std::string(shown.name), Kind::Integer);
        for (const KernelRow& row : rows) {
            if (shown.name == "occupancy" && row.occupancy < 0) {
                column.addNull();
            } else {
                column.add(shown.value(data, row));
            }
        }
    }
    TableColumn& grid = table.column("grid", Kind::Integers);
    TableColumn& block = table.column("block", Kind::Integers);
    TableColumn& operators = table.column("operators", Kind::CodedTexts);
    for (const KernelRow& row : rows) {
        const LaunchShape& shape = data.launches[row.launch].shape;
        const std::vector<std::string> owners = ownerNames(data, row);
        name.add(data.forest->trace().text(row.name));
        grid.addList(shape.grid);
        block.addList(shape.block);
        operators.addList(std::vector<std::string_view>(owners.begin(), owners.end()));
    }
}

} // namespace lanes::cli
