#include "model/io/nsys/NsysDeviceWork.h"

#include <array>
#include <string>

namespace lanes::nsys {

namespace {

using Form = ArgColumn::Form;

class DeviceWork {
public:
    DeviceWork(NsysFile& file, NsysPlaces& places, const NsysCalls& calls)
        : file_(file)
        , builder_(file.builder())
        , places_(places)
        , calls_(calls) {}

    void readKernels();
    void readCopies();
    void readSets();
    void readReplays();
    void readWaits();

private:
    // The first columns of each table.
    enum : std::size_t { kStart, kEnd, kPid, kDevice, kStream, kCorrelation, kContext, kOwn };
    [[nodiscard]] static std::vector<std::string_view> columns(std::initializer_list<std::string_view> own) {
        std::vector<std::string_view> all{"start",    "end",           "globalPid", "deviceId",
                                          "streamId", "correlationId", "contextId"};
        all.insert(all.end(), own);
        return all;
    }
    // The first columns of each shape.
    enum : std::size_t { kArgDevice, kArgContext, kArgStream, kArgCorrelation, kArgOwn };
    [[nodiscard]] ImportShapeId shape(std::string_view category,
                                      std::initializer_list<ImportShape::Column> own) {
        ImportShape made{'X', std::string(category), {{"device"}, {"context"}, {"stream"}, {"correlation"}}};
        made.columns.insert(made.columns.end(), own);
        return builder_.shape(made);
    }
    [[nodiscard]] static ImportArgs common(const SqliteRows& row) {
        ImportArgs args;
        for (const auto& [column, arg] :
             {std::pair(kDevice, kArgDevice), std::pair(kContext, kArgContext),
              std::pair(kStream, kArgStream), std::pair(kCorrelation, kArgCorrelation)}) {
            if (const auto value = row.integer(column)) {
                args.integer(arg, *value);
            }
        }
        return args;
    }
    // Adds the work of a row and the arrow of its launch.
    void add(const SqliteRows& row, StringId name, ImportShapeId shape, const ImportArgs& args,
             bool waits = false);
    [[nodiscard]] std::int64_t deviceOf(const SqliteRows& row, GlobalId process, bool waits);
    [[nodiscard]] StringId copyName(std::int64_t kind, std::int64_t from, std::int64_t to);

    NsysFile& file_;
    ImportBuilder& builder_;
    NsysPlaces& places_;
    const NsysCalls& calls_;
    std::map<std::pair<GlobalId, std::int64_t>, std::int64_t> deviceOfContext_; // by process and context
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, StringId> copyNames_;
};

void DeviceWork::add(const SqliteRows& row, StringId name, ImportShapeId shape, const ImportArgs& args,
                     bool waits) {
    const auto start = row.integer(kStart);
    const auto pid = row.integer(kPid);
    if (!start || !pid) {
        builder_.issues().hit(Issue::MissingTime, -1);
        return;
    }
    const std::int64_t device = deviceOf(row, {*pid}, waits);
    const std::int64_t stream = row.integer(kStream, NsysPlaces::kAllStreams);
    const TrackId track =
        waits ? places_.waits({*pid}, device, stream) : places_.stream({*pid}, device, stream);
    const ImportedSlice slice =
        builder_.slice(track, {name, *start, lasting(*start, row.integer(kEnd, *start))}, shape, args);
    builder_.link(LinkKind::Launch, calls_.launchOf({*pid}, row.integer(kCorrelation, 0)), slice);
}

// Waits say device 0 whatever device their context is of (seen in 2026.2.1's exports): the work of the context tells.
std::int64_t DeviceWork::deviceOf(const SqliteRows& row, GlobalId process, bool waits) {
    const std::int64_t written = row.integer(kDevice, -1);
    const std::pair context(process.process(), row.integer(kContext, -1));
    if (!waits) {
        deviceOfContext_.try_emplace(context, written);
        return written;
    }
    const auto known = deviceOfContext_.find(context);
    return known == deviceOfContext_.end() ? written : known->second;
}

void DeviceWork::readKernels() {
    const ImportShapeId kernels = shape("kernel", {{"registers per thread"},
                                                   {"shared memory"},
                                                   {"grid", Form::Raw},
                                                   {"block", Form::Raw},
                                                   {"short name", Form::String},
                                                   {"graph node id"},
                                                   {"graph id"}});
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, StringId> triples;
    const auto triple = [&](ImportArgs& args, std::size_t arg, const SqliteRows& row, std::size_t at) {
        const auto x = row.integer(at);
        if (!x) {
            return;
        }
        const auto [known, fresh] = triples.try_emplace({*x, row.integer(at + 1, 1), row.integer(at + 2, 1)});
        if (fresh) {
            const auto& [a, b, c] = known->first;
            known->second = builder_.json("[" + std::to_string(a) + ", " + std::to_string(b) + ", " +
                                          std::to_string(c) + "]");
        }
        args.text(arg, known->second);
    };
    std::unordered_map<std::uint32_t, StringId> shortNames; // by plain text
    file_.each("CUPTI_ACTIVITY_KIND_KERNEL",
               columns({"demangledName", "shortName", "registersPerThread", "staticSharedMemory",
                        "dynamicSharedMemory", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ",
                        "graphNodeId", "graphId"}),
               [&](const SqliteRows& row) {
                   enum : std::size_t {
                       kName = kOwn,
                       kShort,
                       kRegisters,
                       kStatic,
                       kDynamic,
                       kGrid,
                       kBlock = kGrid + 3,
                       kNode = kBlock + 3,
                       kGraph
                   };
                   ImportArgs args = common(row);
                   if (const auto registers = row.integer(kRegisters)) {
                       args.integer(kArgOwn, *registers);
                   }
                   if (row.integer(kStatic) || row.integer(kDynamic)) {
                       args.integer(kArgOwn + 1,
                                    boundedSum(row.integer(kStatic, 0), row.integer(kDynamic, 0)));
                   }
                   triple(args, kArgOwn + 2, row, kGrid);
                   triple(args, kArgOwn + 3, row, kBlock);
                   StringId name = file_.text(row.integer(kName));
                   const StringId brief = file_.text(row.integer(kShort));
                   name = name.valid() ? name : brief;
                   if (brief.valid() && brief != name) {
                       const auto [known, fresh] = shortNames.try_emplace(brief.value);
                       if (fresh) {
                           known->second = builder_.quoted(builder_.plain(brief));
                       }
                       args.text(kArgOwn + 4, known->second);
                   }
                   if (const std::int64_t node = row.integer(kNode, 0); node != 0) {
                       args.integer(kArgOwn + 5, node);
                       if (const auto graph = row.integer(kGraph)) {
                           args.integer(kArgOwn + 6, *graph);
                       }
                   }
                   add(row, name.valid() ? name : builder_.text("kernel without a name"), kernels, args);
               });
}

// As torch writes it: "Memcpy HtoD (Pageable -> Device)".
StringId DeviceWork::copyName(std::int64_t kind, std::int64_t from, std::int64_t to) {
    const auto [known, fresh] = copyNames_.try_emplace({kind, from, to});
    if (fresh) {
        static constexpr std::array<std::string_view, 14> kKinds{"",     "HtoD", "DtoH", "HtoA", "AtoH",
                                                                 "AtoA", "AtoD", "DtoA", "DtoD", "HtoH",
                                                                 "PtoP", "HtoD", "DtoH", "DtoD"};
        constexpr std::int64_t kFirstManaged = 11;
        std::string name = "Memcpy";
        if (kind > 0 && kind < static_cast<std::int64_t>(kKinds.size())) {
            name += " " + std::string(kKinds[static_cast<std::size_t>(kind)]);
        }
        const std::string source = file_.label("ENUM_CUDA_MEM_KIND", from);
        const std::string target = file_.label("ENUM_CUDA_MEM_KIND", to);
        if (kind >= kFirstManaged) {
            name += " (Unified Memory)";
        } else if (!source.empty() && !target.empty()) {
            name += " (" + source + " -> " + target + ")";
        }
        known->second = builder_.text(name);
    }
    return known->second;
}

void DeviceWork::readCopies() {
    const ImportShapeId copies = shape("gpu_memcpy", {{"bytes"}});
    file_.each(
        "CUPTI_ACTIVITY_KIND_MEMCPY", columns({"bytes", "copyKind", "srcKind", "dstKind"}),
        [&](const SqliteRows& row) {
            ImportArgs args = common(row);
            if (const auto bytes = row.integer(kOwn)) {
                args.integer(kArgOwn, *bytes);
            }
            add(row, copyName(row.integer(kOwn + 1, 0), row.integer(kOwn + 2, -1), row.integer(kOwn + 3, -1)),
                copies, args);
        });
}

void DeviceWork::readSets() {
    const ImportShapeId sets = shape("gpu_memset", {{"bytes"}, {"value"}});
    file_.each("CUPTI_ACTIVITY_KIND_MEMSET", columns({"bytes", "value", "memKind"}),
               [&](const SqliteRows& row) {
                   ImportArgs args = common(row);
                   for (std::size_t i = 0; i < 2; ++i) {
                       if (const auto value = row.integer(kOwn + i)) {
                           args.integer(kArgOwn + i, *value);
                       }
                   }
                   const std::string kind = file_.label("ENUM_CUDA_MEM_KIND", row.integer(kOwn + 2, -1));
                   add(row, builder_.text(kind.empty() ? "Memset" : "Memset (" + kind + ")"), sets, args);
               });
}

// Nsight Systems records a replay as one block unless it was told --cuda-graph-trace=node: the device works, and of what the
// kernels are nothing is known.
void DeviceWork::readReplays() {
    const ImportShapeId replays = shape("kernel", {{"graph id"}, {"graph exec id"}});
    std::uint64_t count = 0;
    file_.each(
        "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", columns({"graphId", "graphExecId"}), [&](const SqliteRows& row) {
            ImportArgs args = common(row);
            for (std::size_t i = 0; i < 2; ++i) {
                if (const auto value = row.integer(kOwn + i)) {
                    args.integer(kArgOwn + i, *value);
                }
            }
            ++count;
            add(row,
                builder_.text("CUDA graph " + std::to_string(row.integer(kOwn, -1)) +
                              " (whole replay, exec " + std::to_string(row.integer(kOwn + 1, -1)) + ")"),
                replays, args);
        });
    if (count > 0) {
        builder_.diagnostics().add(
            "whole-replays", Severity::Note,
            "Replays of CUDA graphs were recorded as one block each, without their kernels; "
            "record with --cuda-graph-trace=node to see these.",
            -1, count);
    }
}

void DeviceWork::readWaits() {
    const ImportShapeId waits = shape("cuda_sync", {{"event id"}});
    std::map<std::int64_t, StringId> names;
    file_.each(
        "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", columns({"syncType", "eventId"}), [&](const SqliteRows& row) {
            const auto [name, fresh] = names.try_emplace(row.integer(kOwn, 0));
            if (fresh) {
                static constexpr std::array<std::string_view, 5> kNames{
                    "Sync", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
                const auto at =
                    static_cast<std::size_t>(std::clamp<std::int64_t>(name->first, 0, kNames.size() - 1));
                name->second = builder_.text(kNames[at]);
            }
            ImportArgs args = common(row);
            constexpr std::int64_t kNoEvent = 0xffffffff;
            if (const std::int64_t event = row.integer(kOwn + 1, kNoEvent); event != kNoEvent) {
                args.integer(kArgOwn, event);
            }
            add(row, name->second, waits, args, true);
        });
}

} // namespace

void readDeviceWork(NsysFile& file, NsysPlaces& places, const NsysCalls& calls) {
    DeviceWork work(file, places, calls);
    work.readKernels();
    work.readCopies();
    work.readSets();
    work.readReplays();
    work.readWaits();
}

} // namespace lanes::nsys
