#include "model/io/import/BuildTrace.h"
#include "model/io/rocm/RocmPlaces.h"
#include "model/io/rocm/RocmReader.h"
#include "model/io/sqlite/SqliteTables.h"
#include "model/trace/tables/BoundedBytes.h"

#include <map>
#include <string>
#include <unordered_map>

namespace lanes {

namespace {

using Form = ArgColumn::Form;

constexpr std::string_view kStrings = "rocpd_string";

// One process of a rocpd database: its tables have a suffix of their own, and ids mean something among them only. The views
// without a suffix are not read: they are code of the file.
class RocpdProcess {
public:
    RocpdProcess(SqliteTables& tables, rocm::RocmPlaces& places, std::string suffix)
        : tables_(tables)
        , builder_(tables.builder())
        , places_(places)
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
    [[nodiscard]] ImportShapeId shapeOf(StringId category);
    [[nodiscard]] Agent agent(std::optional<std::int64_t> id) const;
    void launch(std::optional<std::int64_t> event, ImportedSlice work);

    SqliteTables& tables_;
    ImportBuilder& builder_;
    rocm::RocmPlaces& places_;
    std::string suffix_;
    std::unordered_map<std::int64_t, StringId> texts_;
    std::map<std::int64_t, Agent> agents_;
    std::unordered_map<std::int64_t, StringId> kernelNames_;
    std::unordered_map<std::int64_t, Event> events_;
    std::unordered_map<std::int64_t, ImportedSlice> calls_; // by stack
    std::map<StringId, ImportShapeId> shapes_;              // of calls, by category
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

// HIP_RUNTIME_API_EXT, HSA_CORE_API, MARKER_CORE_API, RCCL_API: the kinds of rocprofiler-sdk's buffer tracing.
ImportShapeId RocpdProcess::shapeOf(StringId category) {
    const auto [found, fresh] = shapes_.try_emplace(category);
    if (fresh) {
        const std::string_view plain = category.valid() ? builder_.plain(category) : std::string_view();
        const bool call = plain.starts_with("HIP") || plain.starts_with("HSA") || plain.starts_with("ROC");
        found->second =
            builder_.shape({'X', call ? "hip_runtime" : "user_annotation", {{"kind", Form::String}}});
    }
    return found->second;
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
        const StringId known = text(row.integer(4));
        ImportArgs args;
        EventKind kind = EventKind::Other;
        if (category.valid()) {
            const std::string plain(builder_.plain(category));
            args.text(0, builder_.quoted(plain));
            kind = plain.starts_with("RCCL") ? EventKind::Communication : EventKind::Other;
        }
        const ImportedSlice slice =
            builder_.slice(places_.thread(row.integer(0, -1), row.integer(1, -1)),
                           {known.valid() ? known : builder_.text("call without a name"), *start,
                            lasting(*start, row.integer(3, *start)), kind},
                           shapeOf(category), args);
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
    const ImportShapeId shape = builder_.shape({'X',
                                                "kernel",
                                                {{"device"},
                                                 {"stream"},
                                                 {"queue"},
                                                 {"grid", Form::Raw},
                                                 {"block", Form::Raw},
                                                 {"shared memory"},
                                                 {"private memory"}}});
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
             const std::int64_t device = agent(row.integer(2)).number;
             ImportArgs args;
             args.integer(0, device).integer(1, row.integer(5, -1)).integer(2, row.integer(4, -1));
             // AMD counts the grid in work items; a launch of CUDA counts blocks, which is what "grid" means elsewhere.
             std::string grid;
             std::string block;
             for (std::size_t i = 0; i < 3; ++i) {
                 const std::int64_t group = std::max<std::int64_t>(row.integer(kGroup + i, 1), 1);
                 grid +=
                     (i > 0 ? ", " : "") +
                     std::to_string((std::max<std::int64_t>(row.integer(kGrid + i, 1), 1) - 1) / group + 1);
                 block += (i > 0 ? ", " : "") + std::to_string(group);
             }
             if (row.integer(kGrid) && row.integer(kGroup)) {
                 args.text(3, builder_.json("[" + grid + "]")).text(4, builder_.json("[" + block + "]"));
             }
             args.integer(5, row.integer(13, 0)).integer(6, row.integer(14, 0));
             const auto name = kernelNames_.find(row.integer(3, -1));
             launch(row.integer(6),
                    builder_.slice(
                        places_.queue(suffix_, device,
                                      "queue " + std::to_string(row.integer(4, -1)) + " stream " +
                                          std::to_string(row.integer(5, -1))),
                        {name == kernelNames_.end() ? builder_.text("kernel without a name") : name->second,
                         *start, lasting(*start, row.integer(1, *start))},
                        shape, args));
         });
}

void RocpdProcess::readCopies() {
    const ImportShapeId shape =
        builder_.shape({'X', "gpu_memcpy", {{"device"}, {"stream"}, {"queue"}, {"bytes"}}});
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
             const Agent& device = to.gpu ? to : from;
             ImportArgs args;
             args.integer(0, device.number).integer(1, row.integer(6, -1)).integer(2, row.integer(5, -1));
             args.integer(3, row.integer(4, 0));
             const std::string direction = std::string(from.gpu ? "D" : "H") + "to" + (to.gpu ? "D" : "H");
             launch(row.integer(7),
                    builder_.slice(places_.queue(suffix_, device.number,
                                                 "queue " + std::to_string(row.integer(5, -1)) + " stream " +
                                                     std::to_string(row.integer(6, -1)) + " (copies)"),
                                   {builder_.text("Memcpy " + direction), *start,
                                    lasting(*start, row.integer(1, *start))},
                                   shape, args));
         });
}

// A free says no size: it is that of the allocation at its address.
void RocpdProcess::readAllocations() {
    std::unordered_map<std::int64_t, std::int64_t> sizes; // by address
    each("rocpd_memory_allocate", {"pid", "tid", "start", "agent_id", "type", "address", "size"},
         [&](const SqliteRows& row) {
             const auto time = row.integer(2);
             if (!time) {
                 builder_.issues().hit(Issue::MissingTime, -1);
                 return;
             }
             const std::int64_t address = row.integer(5, 0);
             const bool freed = row.text(4) == "FREE";
             std::int64_t bytes = boundedBytes(row.integer(6, 0));
             if (freed) {
                 const auto known = sizes.find(address);
                 bytes = known == sizes.end() ? bytes : known->second;
                 sizes.erase(address);
             } else {
                 sizes[address] = bytes;
             }
             const Agent of = agent(row.integer(3));
             builder_.memory(
                 {*time, static_cast<std::uint64_t>(address), freed ? -bytes : bytes,
                  static_cast<std::int8_t>(of.gpu ? 1 : 0),
                  static_cast<std::int8_t>(of.gpu ? std::clamp<std::int64_t>(of.number, 0, INT8_MAX) : -1),
                  places_.thread(row.integer(0, -1), row.integer(1, -1)), StackId()});
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
        for (const std::string& table : file.tables()) {
            if (table.starts_with(std::string(kStrings) + "_")) {
                RocpdProcess(tables, places, table.substr(kStrings.size())).read();
            }
        }
        return std::nullopt;
    });
}

} // namespace lanes
