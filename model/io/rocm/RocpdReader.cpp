#include "model/io/import/BuildTrace.h"
#include "model/io/rocm/RocmPlaces.h"
#include "model/io/rocm/RocmReader.h"
#include "model/io/rocm/RocmRecords.h"
#include "model/io/sqlite/SqliteTables.h"

#include <map>
#include <string>
#include <unordered_map>

namespace lanes {

namespace {

constexpr std::string_view kStrings = "rocpd_string";

// One process of a rocpd database: its tables have a suffix of their own, and ids mean something among them only. The views
// without a suffix are not read: they are code of the file.
class RocpdProcess {
public:
    RocpdProcess(SqliteTables& tables, rocm::RocmPlaces& places, rocm::RocmRecords& records,
                 std::string suffix)
        : tables_(tables)
        , builder_(tables.builder())
        , places_(places)
        , records_(records)
        , suffix_(std::move(suffix)) {}

    void read();

private:
    struct Agent {
        bool gpu = false;
        std::int64_t number = -1; // among those of its type
    };
    struct Event {
        StringId category;
        std::int64_t stack = -1; // ties a call to the work that it started
    };

    template<class Body>
    void each(std::string_view table, const std::vector<std::string_view>& columns, const Body& body) {
        tables_.each(std::string(table) + suffix_, columns, body);
    }
    void readNames();
    void readEvents();
    void readRegions();
    void readKernels();
    void readCopies();
    void readAllocations();
    [[nodiscard]] StringId text(std::optional<std::int64_t> id) const;
    [[nodiscard]] Agent agent(std::optional<std::int64_t> id) const;
    void launch(std::optional<std::int64_t> event, ImportedSlice work);

    SqliteTables& tables_;
    ImportBuilder& builder_;
    rocm::RocmPlaces& places_;
    rocm::RocmRecords& records_;
    std::string suffix_;
    std::unordered_map<std::int64_t, StringId> texts_;
    std::map<std::int64_t, Agent> agents_;
    std::unordered_map<std::int64_t, StringId> kernelNames_;
    std::unordered_map<std::int64_t, Event> events_;
    std::unordered_map<std::int64_t, ImportedSlice> calls_; // by stack
};

StringId RocpdProcess::text(std::optional<std::int64_t> id) const {
    const auto found = id ? texts_.find(*id) : texts_.end();
    return found == texts_.end() ? StringId() : found->second;
}

RocpdProcess::Agent RocpdProcess::agent(std::optional<std::int64_t> id) const {
    const auto found = id ? agents_.find(*id) : agents_.end();
    return found == agents_.end() ? Agent{false, id.value_or(-1)} : found->second;
}

void RocpdProcess::readNames() {
    each(kStrings, {"id", "string"}, [&](const SqliteRows& row) {
        if (const auto id = row.integer(0)) {
            texts_.try_emplace(*id, builder_.text(row.text(1)));
        }
    });
    // The command is kept, the environment beside it is not: it may hold secrets.
    each("rocpd_info_process", {"pid", "command"}, [&](const SqliteRows& row) {
        const std::string command(row.text(1));
        places_.nameProcess(row.integer(0, -1), command.substr(0, command.find(' ')));
    });
    each("rocpd_info_thread", {"pid", "tid", "name"}, [&](const SqliteRows& row) {
        places_.nameThread(row.integer(0, -1), row.integer(1, -1), std::string(row.text(2)));
    });
    each("rocpd_info_agent", {"id", "type", "type_index", "name", "product_name"},
         [&](const SqliteRows& row) {
             const Agent agent{row.text(1) == "GPU", row.integer(2, -1)};
             agents_.try_emplace(row.integer(0, -1), agent);
             if (agent.gpu) {
                 places_.nameDevice(agent.number,
                                    std::string(row.text(4).empty() ? row.text(3) : row.text(4)));
             }
         });
    each("rocpd_info_kernel_symbol", {"id", "display_name", "kernel_name"}, [&](const SqliteRows& row) {
        kernelNames_.try_emplace(row.integer(0, -1),
                                 builder_.text(row.text(1).empty() ? row.text(2) : row.text(1)));
    });
}

void RocpdProcess::readEvents() {
    each("rocpd_event", {"id", "category_id", "stack_id"}, [&](const SqliteRows& row) {
        if (const auto id = row.integer(0)) {
            events_.try_emplace(*id, Event{text(row.integer(1)), row.integer(2, -1)});
        }
    });
}

void RocpdProcess::readRegions() {
    each("rocpd_region", {"pid", "tid", "start", "end", "name_id", "event_id"}, [&](const SqliteRows& row) {
        const auto start = row.integer(2);
        if (!start) {
            builder_.issues().hit(Issue::MissingTime, -1);
            return;
        }
        const auto event = events_.find(row.integer(5, -1));
        const StringId category = event == events_.end() ? StringId() : event->second.category;
        const ImportedSlice slice =
            records_.call({row.integer(0, -1), row.integer(1, -1), category, text(row.integer(4)), {}},
                          {*start, row.integer(3, *start)});
        if (event != events_.end() && event->second.stack > 0) {
            calls_[event->second.stack] = slice; // the innermost of nested calls comes last
        }
    });
}

void RocpdProcess::launch(std::optional<std::int64_t> event, ImportedSlice work) {
    const auto known = event ? events_.find(*event) : events_.end();
    const auto call = known == events_.end() ? calls_.end() : calls_.find(known->second.stack);
    if (call != calls_.end()) {
        builder_.link(LinkKind::Launch, call->second, work);
    }
}

void RocpdProcess::readKernels() {
    each("rocpd_kernel_dispatch",
         {"start", "end", "agent_id", "kernel_id", "queue_id", "stream_id", "event_id", "grid_size_x",
          "grid_size_y", "grid_size_z", "workgroup_size_x", "workgroup_size_y", "workgroup_size_z",
          "group_segment_size", "private_segment_size"},
         [&](const SqliteRows& row) {
             constexpr std::size_t kGrid = 7;
             constexpr std::size_t kGroup = 10;
             const auto start = row.integer(0);
             if (!start) {
                 builder_.issues().hit(Issue::MissingTime, -1);
                 return;
             }
             const auto three = [&](std::size_t at) -> std::optional<rocm::RocmKernel::Dimensions> {
                 if (!row.integer(at)) {
                     return std::nullopt;
                 }
                 return rocm::RocmKernel::Dimensions{row.integer(at, 1), row.integer(at + 1, 1),
                                                     row.integer(at + 2, 1)};
             };
             const auto name = kernelNames_.find(row.integer(3, -1));
             const rocm::RocmKernel kernel{.owner = suffix_,
                                           .name = name == kernelNames_.end() ? StringId() : name->second,
                                           .device = agent(row.integer(2)).number,
                                           .queue = row.integer(4, -1),
                                           .stream = row.integer(5, -1),
                                           .grid = three(kGrid),
                                           .group = three(kGroup),
                                           .sharedMemory = row.integer(13, 0),
                                           .privateMemory = row.integer(14, 0)};
             launch(row.integer(6), records_.kernel(kernel, {*start, row.integer(1, *start)}));
         });
}

void RocpdProcess::readCopies() {
    each("rocpd_memory_copy",
         {"start", "end", "src_agent_id", "dst_agent_id", "size", "queue_id", "stream_id", "event_id"},
         [&](const SqliteRows& row) {
             const auto start = row.integer(0);
             if (!start) {
                 builder_.issues().hit(Issue::MissingTime, -1);
                 return;
             }
             const Agent from = agent(row.integer(2));
             const Agent to = agent(row.integer(3));
             const rocm::RocmCopy copy{.owner = suffix_,
                                       .device = (to.gpu ? to : from).number,
                                       .fromDevice = from.gpu,
                                       .toDevice = to.gpu,
                                       .queue = row.integer(5, -1),
                                       .stream = row.integer(6, -1),
                                       .bytes = row.integer(4, 0)};
             launch(row.integer(7), records_.copy(copy, {*start, row.integer(1, *start)}));
         });
}

void RocpdProcess::readAllocations() {
    each("rocpd_memory_allocate", {"pid", "tid", "start", "agent_id", "type", "address", "size"},
         [&](const SqliteRows& row) {
             const auto time = row.integer(2);
             if (!time) {
                 builder_.issues().hit(Issue::MissingTime, -1);
                 return;
             }
             const Agent of = agent(row.integer(3));
             records_.allocation({.pid = row.integer(0, -1),
                                  .tid = row.integer(1, -1),
                                  .time = *time,
                                  .device = of.gpu ? std::max<std::int64_t>(of.number, 0) : -1,
                                  .address = static_cast<std::uint64_t>(row.integer(5, 0)),
                                  .bytes = row.integer(6, 0),
                                  .freed = row.text(4) == "FREE"});
         });
}

void RocpdProcess::read() {
    readNames();
    readEvents();
    readRegions();
    readKernels();
    readCopies();
    readAllocations();
}

} // namespace

bool isRocpd(const SqliteFile& file) {
    return std::ranges::any_of(
        file.tables(), [](const std::string& table) { return table.starts_with("rocpd_kernel_dispatch_"); });
}

Result<std::shared_ptr<const Trace>> readRocpd(const SqliteFile& file, const OpenOptions& options) {
    return buildTrace(file.path(), options, [&](ImportBuilder& builder) -> std::optional<Error> {
        builder.info().producer = "rocprofv3";
        SqliteTables tables(file, builder, options);
        rocm::RocmPlaces places(builder);
        rocm::RocmRecords records(builder, places);
        for (const std::string& table : file.tables()) {
            if (table.starts_with(std::string(kStrings) + "_")) {
                RocpdProcess(tables, places, records, table.substr(kStrings.size())).read();
            }
        }
        return std::nullopt;
    });
}

} // namespace lanes
