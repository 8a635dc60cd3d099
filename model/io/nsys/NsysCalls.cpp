#include "model/io/nsys/NsysCalls.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace lanes::nsys {

namespace {

// "cudaLaunchKernel" of "cudaLaunchKernel_v7000": the version of the API that the call came with, also behind "_ptsz".
std::string_view withoutVersion(std::string_view name) {
    const std::size_t at = name.rfind("_v");
    const bool digits = at != std::string_view::npos && at + 2 < name.size() &&
                        name.find_first_not_of("0123456789", at + 2) == std::string_view::npos;
    constexpr std::size_t kShortest = 4; // cuMemAlloc_v2 is a name, cudaFree_v3020 is not
    return digits && name.size() - at - 2 >= kShortest ? name.substr(0, at) : name;
}

struct CallShapes {
    ImportShapeId runtime;
    ImportShapeId driver;
};

CallShapes callShapes(ImportBuilder& builder) {
    const std::vector<ImportShape::Column> columns{{"correlation"}, {"result"}};
    return {builder.shape({'X', "cuda_runtime", columns}), builder.shape({'X', "cuda_driver", columns})};
}

} // namespace

NsysCalls::NsysCalls(NsysFile& file, NsysPlaces& places)
    : file_(file)
    , places_(places) {
    readCuda();
    readSystem();
    readMpi();
    readOverhead("PROFILER_OVERHEAD", "ENUM_PROFILER_OVERHEAD_TYPE");
    readOverhead("CUPTI_ACTIVITY_KIND_OVERHEAD", "ENUM_CUPTI_OVERHEAD_TYPE");
}

void NsysCalls::readCuda() {
    ImportBuilder& builder = file_.builder();
    const CallShapes shapes = callShapes(builder);
    std::unordered_map<std::int64_t, std::pair<StringId, bool>>
        names; // nameId -> name, whether it is the driver's
    file_.each(
        "CUPTI_ACTIVITY_KIND_RUNTIME",
        {"start", "end", "globalTid", "correlationId", "nameId", "returnValue"}, [&](const SqliteRows& row) {
            const auto start = row.integer(0);
            const auto thread = row.integer(2);
            if (!start || !thread) {
                builder.issues().hit(Issue::MissingTime, -1);
                return;
            }
            const auto [name, fresh] = names.try_emplace(row.integer(4, -1));
            if (fresh) {
                const StringId text = file_.text(row.integer(4));
                const std::string plain(withoutVersion(text.valid() ? builder.plain(text) : "CUDA call"));
                name->second = {builder.text(plain), plain.starts_with("cu") && !plain.starts_with("cuda")};
            }
            ImportArgs args;
            const std::int64_t correlation = row.integer(3, 0);
            args.integer(0, correlation);
            if (const std::int64_t result = row.integer(5, 0); result != 0) {
                args.integer(1, result);
            }
            const ImportedSlice slice =
                builder.slice(places_.thread({*thread}),
                              {name->second.first, *start, lasting(*start, row.integer(1, *start))},
                              name->second.second ? shapes.driver : shapes.runtime, args);
            if (correlation != 0 && slice.valid()) {
                calls_.push_back({GlobalId{*thread}.process(), correlation, slice});
            }
        });
    const auto key = [](const Call& c) { return std::tuple(c.process, c.correlation); };
    if (!std::ranges::is_sorted(calls_, {}, key)) {
        std::ranges::stable_sort(calls_, {}, key);
    }
}

// What a call of the operating system waits for.
void NsysCalls::readSystem() {
    ImportBuilder& builder = file_.builder();
    const ImportShapeId shape = builder.shape({'X', "os_runtime", {{"result"}}});
    file_.each("OSRT_API", {"start", "end", "globalTid", "nameId", "returnValue"},
               [&](const SqliteRows& row) {
                   const auto start = row.integer(0);
                   const auto thread = row.integer(2);
                   if (!start || !thread) {
                       builder.issues().hit(Issue::MissingTime, -1);
                       return;
                   }
                   const StringId name = file_.text(row.integer(3));
                   ImportArgs args;
                   if (const auto result = row.integer(4)) {
                       args.integer(0, *result);
                   }
                   builder.slice(places_.thread({*thread}),
                                 {name.valid() ? name : builder.text("system call"), *start,
                                  lasting(*start, row.integer(1, *start))},
                                 shape, args);
               });
}

void NsysCalls::readMpi() {
    ImportBuilder& builder = file_.builder();
    const ImportShapeId shape =
        builder.shape({'X', "mpi", {{"bytes"}, {"received bytes"}, {"root rank"}, {"tag"}}});
    struct Table {
        std::string_view name;
        EventKind kind;
    };
    static constexpr std::array<Table, 5> kTables{{{"MPI_COLLECTIVES_EVENTS", EventKind::Communication},
                                                   {"MPI_P2P_EVENTS", EventKind::Communication},
                                                   {"MPI_OTHER_EVENTS", EventKind::Other},
                                                   {"MPI_START_WAIT_EVENTS", EventKind::Communication},
                                                   {"UCP_SUBMIT_EVENTS", EventKind::Communication}}};
    for (const Table& table : kTables) {
        file_.each(table.name, {"start", "end", "globalTid", "textId", "size", "recvSize", "rootRank", "tag"},
                   [&](const SqliteRows& row) {
                       const auto start = row.integer(0);
                       const auto thread = row.integer(2);
                       if (!start || !thread) {
                           builder.issues().hit(Issue::MissingTime, -1);
                           return;
                       }
                       ImportArgs args;
                       for (std::size_t i = 0; i < 4; ++i) {
                           if (const auto value = row.integer(4 + i)) {
                               args.integer(i, *value);
                           }
                       }
                       const StringId name = file_.text(row.integer(3));
                       builder.slice(places_.thread({*thread}),
                                     {name.valid() ? name : builder.text("MPI call"), *start,
                                      lasting(*start, row.integer(1, *start)), table.kind},
                                     shape, args);
                   });
    }
}

void NsysCalls::readOverhead(std::string_view table, std::string_view enumeration) {
    ImportBuilder& builder = file_.builder();
    const ImportShapeId shape = builder.shape({'X', "overhead", {{"type", ArgColumn::Form::String}}});
    file_.each(table, {"start", "end", "globalTid", "nameId", "overheadType"}, [&](const SqliteRows& row) {
        const auto start = row.integer(0);
        const auto thread = row.integer(2);
        if (!start || !thread) {
            builder.issues().hit(Issue::MissingTime, -1);
            return;
        }
        const std::string type = file_.label(enumeration, row.integer(4, -1));
        const StringId name = file_.text(row.integer(3));
        ImportArgs args;
        if (!type.empty()) {
            args.text(0, builder.quoted(type));
        }
        builder.slice(places_.thread({*thread}),
                      {name.valid() ? name : builder.text("Profiler overhead"), *start,
                       lasting(*start, row.integer(1, *start))},
                      shape, args);
    });
}

ImportedSlice NsysCalls::launchOf(GlobalId process, std::int64_t correlation) const {
    const std::tuple key(process.process(), correlation);
    const auto found = std::ranges::lower_bound(
        calls_, key, {}, [](const Call& c) { return std::tuple(c.process, c.correlation); });
    return correlation != 0 && found != calls_.end() && std::tuple(found->process, found->correlation) == key
               ? found->slice
               : ImportedSlice();
}

} // namespace lanes::nsys
