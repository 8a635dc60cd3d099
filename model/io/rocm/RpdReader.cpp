#include "model/io/import/BuildTrace.h"
#include "model/io/rocm/RocmPlaces.h"
#include "model/io/rocm/RocmReader.h"
#include "model/io/sqlite/SqliteTables.h"

#include <charconv>
#include <string>
#include <unordered_map>

namespace lanes {

namespace {

using Form = ArgColumn::Form;

// rocmProfileData's schema 2: rocpd_api are calls, rocpd_op is device work, rocpd_api_ops says which call started which work.
class RpdReader {
public:
    RpdReader(const SqliteFile& file, ImportBuilder& builder, const OpenOptions& options)
        : builder_(builder)
        , tables_(file, builder_, options)
        , places_(builder_) {}

    void read();

private:
    void readTexts();
    void readLaunchFacts();
    void readCalls();
    struct WorkShapes {
        ImportShapeId kernel;
        ImportShapeId copy;
        ImportShapeId set;
    };
    void readWork();
    void addWork(const SqliteRows& row, const WorkShapes& shapes);
    void readMonitor();
    [[nodiscard]] StringId text(std::optional<std::int64_t> id) const;

    struct Launched { // what a call says of the work that it starts
        std::int64_t bytes = -1;
        StringId grid;
        StringId block;
    };

    ImportBuilder& builder_;
    SqliteTables tables_;
    rocm::RocmPlaces places_;
    std::unordered_map<std::int64_t, StringId> texts_;
    std::unordered_map<std::int64_t, Launched> launched_;       // by call
    std::unordered_map<std::int64_t, std::int64_t> callOfWork_; // rocpd_op's id -> rocpd_api's
    std::unordered_map<std::int64_t, ImportedSlice> calls_;
};

StringId RpdReader::text(std::optional<std::int64_t> id) const {
    const auto found = id ? texts_.find(*id) : texts_.end();
    return found == texts_.end() ? StringId() : found->second;
}

void RpdReader::readTexts() {
    tables_.each("rocpd_string", {"id", "string"}, [&](const SqliteRows& row) {
        if (const auto id = row.integer(0)) {
            texts_.try_emplace(*id, builder_.text(row.text(1)));
        }
    });
}

void RpdReader::readLaunchFacts() {
    const auto triple = [&](const SqliteRows& row, std::size_t at) {
        return row.integer(at) ? builder_.json("[" + std::to_string(row.integer(at, 1)) + ", " +
                                               std::to_string(row.integer(at + 1, 1)) + ", " +
                                               std::to_string(row.integer(at + 2, 1)) + "]")
                               : StringId();
    };
    tables_.each("rocpd_copyapi", {"api_ptr_id", "size"},
                 [&](const SqliteRows& row) { launched_[row.integer(0, -1)].bytes = row.integer(1, -1); });
    tables_.each("rocpd_kernelapi",
                 {"api_ptr_id", "gridX", "gridY", "gridZ", "workgroupX", "workgroupY", "workgroupZ"},
                 [&](const SqliteRows& row) {
                     Launched& launched = launched_[row.integer(0, -1)];
                     launched.grid = triple(row, 1);
                     launched.block = triple(row, 4);
                 });
    tables_.each("rocpd_api_ops", {"api_id", "op_id"}, [&](const SqliteRows& row) {
        if (const auto work = row.integer(1)) {
            callOfWork_.try_emplace(*work, row.integer(0, -1));
        }
    });
}

void RpdReader::readCalls() {
    const ImportShapeId calls = builder_.shape({'X', "hip_runtime", {{"arguments", Form::String}}});
    const ImportShapeId own = builder_.shape({'X', "overhead", {{"arguments", Form::String}}});
    tables_.each("rocpd_api", {"id", "start", "end", "pid", "tid", "apiName_id", "args_id"},
                 [&](const SqliteRows& row) {
                     const auto start = row.integer(1);
                     if (!start) {
                         builder_.issues().hit(Issue::MissingTime, -1);
                         return;
                     }
                     const StringId known = text(row.integer(5));
                     const StringId name = known.valid() ? known : builder_.text("call without a name");
                     ImportArgs args;
                     if (const StringId said = text(row.integer(6));
                         said.valid() && !builder_.plain(said).empty()) {
                         args.text(0, builder_.quoted(builder_.plain(said)));
                     }
                     // What the recorder itself did while it wrote its tables.
                     const std::string_view plain = builder_.plain(name);
                     const bool ofRecorder = plain.find("Table::writeRows") != std::string_view::npos ||
                                             plain == "hcc_activity_callback";
                     const ImportedSlice slice =
                         builder_.slice(places_.thread(row.integer(3, 0), row.integer(4, 0)),
                                        {name, *start, lasting(*start, row.integer(2, *start))},
                                        ofRecorder ? own : calls, args);
                     calls_.try_emplace(row.integer(0, -1), slice);
                 });
}

void RpdReader::readWork() {
    const std::vector<ImportShape::Column> columns{
        {"device"}, {"queue"}, {"bytes"}, {"grid", Form::Raw}, {"block", Form::Raw}, {"type", Form::String}};
    const WorkShapes shapes{builder_.shape({'X', "kernel", columns}),
                            builder_.shape({'X', "gpu_memcpy", columns}),
                            builder_.shape({'X', "gpu_memset", columns})};
    tables_.each("rocpd_op", {"id", "start", "end", "gpuId", "queueId", "description_id", "opType_id"},
                 [&](const SqliteRows& row) { addWork(row, shapes); });
}

void RpdReader::addWork(const SqliteRows& row, const WorkShapes& shapes) {
    const auto start = row.integer(1);
    if (!start) {
        builder_.issues().hit(Issue::MissingTime, -1);
        return;
    }
    const StringId type = text(row.integer(6));
    const StringId description = text(row.integer(5));
    const bool named = description.valid() && !builder_.plain(description).empty();
    const std::string kind(type.valid() ? builder_.plain(type) : "");
    const StringId name = named ? description : type.valid() ? type : builder_.text("work without a name");
    const ImportShapeId shape = kind.starts_with("Copy")   ? shapes.copy
                                : kind.starts_with("Fill") ? shapes.set
                                                           : shapes.kernel;
    const auto call = callOfWork_.find(row.integer(0, -1));
    ImportArgs args;
    args.integer(0, row.integer(3, -1)).integer(1, row.integer(4, -1));
    if (const auto facts = call == callOfWork_.end() ? launched_.end() : launched_.find(call->second);
        facts != launched_.end()) {
        if (facts->second.bytes >= 0 && shape != shapes.kernel) {
            args.integer(2, facts->second.bytes);
        }
        args.text(3, facts->second.grid).text(4, facts->second.block);
    }
    if (!kind.empty() && name != type) {
        args.text(5, builder_.quoted(kind));
    }
    const ImportedSlice slice =
        builder_.slice(places_.queue({}, row.integer(3, -1), "queue " + std::to_string(row.integer(4, -1))),
                       {name, *start, lasting(*start, row.integer(2, *start))}, shape, args);
    if (const auto from = call == callOfWork_.end() ? calls_.end() : calls_.find(call->second);
        from != calls_.end()) {
        builder_.link(LinkKind::Launch, from->second, slice);
    }
}

// Clocks, power and the like: a value that held from `start` to `end`.
void RpdReader::readMonitor() {
    tables_.each("rocpd_monitor", {"deviceId", "monitorType", "start", "value"}, [&](const SqliteRows& row) {
        const std::string_view written = row.text(3);
        double value = row.number(3).value_or(0);
        const bool number =
            row.number(3) ||
            std::from_chars(written.data(), written.data() + written.size(), value).ec == std::errc();
        const auto time = row.integer(2);
        if (!time || !number) {
            builder_.issues().hit(Issue::CounterWithoutNumber, -1);
            return;
        }
        builder_.sample(places_.curves(row.integer(0, -1)), builder_.text(row.text(1)), *time, value);
    });
}

void RpdReader::read() {
    builder_.info().producer = "rocmProfileData";
    readTexts();
    readLaunchFacts();
    readCalls();
    readWork();
    readMonitor();
}

} // namespace

bool isRpd(const SqliteFile& file) {
    return file.has("rocpd_api") && file.has("rocpd_op") && file.has("rocpd_string");
}

Result<std::shared_ptr<const Trace>> readRpd(const SqliteFile& file, const OpenOptions& options) {
    return buildTrace(file.path(), options, [&](ImportBuilder& builder) -> std::optional<Error> {
        RpdReader(file, builder, options).read();
        return std::nullopt;
    });
}

} // namespace lanes
