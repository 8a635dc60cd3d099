#include "model/analysis/device/KernelStats.h"

#include "model/analysis/operators/KeyIndex.h"
#include "model/analysis/operators/Shapes.h"
#include "model/analysis/text/Sieve.h"
#include "model/base/StopEvery.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lanes {

namespace {

// What a grid may have at most: shapes come from files, and are multiplied.
constexpr std::array<std::int64_t, 3> kMostBlocks{0x7fffffff, 65535, 65535};

// Reads what was recorded of launches; each distinct launch once.
class LaunchReader {
public:
    explicit LaunchReader(KernelData& data)
        : data_(data)
        , trace_(data.forest->trace())
        , grid_(readerOf("grid"))
        , block_(readerOf("block"))
        , registers_(readerOf("registers per thread"))
        , shared_(readerOf("shared memory"))
        , occupancy_(readerOf("est. achieved occupancy %"))
        , device_(readerOf("device")) {}

    // HIP writes grid and block to the launching call only.
    std::uint32_t read(const Trace::Slice& kernel, SliceId call) {
        Launching launching{trace_, call, {}};
        const Key key{text(kernel, launching, grid_),
                      text(kernel, launching, block_),
                      integer(kernel, registers_),
                      shared(kernel, launching),
                      integer(kernel, occupancy_),
                      integer(kernel, device_),
                      rankOf(kernel)};
        const auto [at, isNew] = numbers_.try_emplace(key, static_cast<std::uint32_t>(data_.launches.size()));
        if (isNew) {
            data_.launches.push_back(launchOf(key));
        }
        return at->second;
    }

private:
    // The launching call, looked at where the kernel itself does not say.
    struct Launching {
        const Trace& trace;
        SliceId call;
        std::optional<Trace::Slice> known;

        const Trace::Slice& slice() {
            if (!known) {
                known = call.valid() ? trace.slice(call) : Trace::Slice{};
            }
            return *known;
        }
    };
    struct Key {
        StringId grid;
        StringId block;
        std::int64_t registers;
        std::int64_t shared;
        std::int64_t occupancy;
        std::int64_t device;
        std::int64_t rank;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    [[nodiscard]] std::int64_t rankOf(const Trace::Slice& kernel) const {
        return trace_.processes()[trace_.tracks()[kernel.track.value].process.value].rank;
    }
    [[nodiscard]] ArgReader readerOf(ArgKey key) const { return {trace_.args(), trace_.strings(), key}; }
    static StringId text(const Trace::Slice& kernel, Launching& launching, ArgReader& reader) {
        const StringId own = reader.text(kernel.layout, kernel.row);
        return own.valid() ? own : reader.text(launching.slice().layout, launching.slice().row);
    }
    [[nodiscard]] std::int64_t integer(const Trace::Slice& of, ArgReader& reader) const {
        return reader.integer(of.layout, of.row, trace_.strings(), -1);
    }
    [[nodiscard]] std::int64_t shared(const Trace::Slice& kernel, Launching& launching) {
        const std::int64_t own = integer(kernel, shared_);
        return own >= 0 ? own : integer(launching.slice(), shared_);
    }
    [[nodiscard]] std::array<std::int64_t, 3> triple(StringId id) const {
        std::array<std::int64_t, 3> out{};
        const auto lists = parseInputDims("[" + std::string(trace_.text(id)) + "]");
        for (std::size_t i = 0; !lists.empty() && i < std::min<std::size_t>(3, lists.front().dims.size());
             ++i) {
            out[i] = std::clamp<std::int64_t>(lists.front().dims[i], 0, kMostBlocks[i]);
        }
        return out;
    }
    [[nodiscard]] KernelData::Launch launchOf(const Key& key) const {
        KernelData::Launch launch;
        launch.shape.grid = triple(key.grid);
        launch.shape.block = triple(key.block);
        launch.shape.registers = std::max<std::int64_t>(key.registers, 0);
        launch.shape.sharedBytes = std::max<std::int64_t>(key.shared, 0);
        launch.recordedOccupancy =
            static_cast<std::int32_t>(std::clamp<std::int64_t>(key.occupancy, -1, 100));
        if (const DeviceLimits* device = limitsOf(data_.devices, key.device, key.rank)) {
            launch.estimate = estimateOccupancy(launch.shape, *device);
        }
        return launch;
    }

    KernelData& data_;
    const Trace& trace_;
    ArgReader grid_;
    ArgReader block_;
    ArgReader registers_;
    ArgReader shared_;
    ArgReader occupancy_;
    ArgReader device_;
    std::map<Key, std::uint32_t> numbers_;
};

TimeNs median(std::vector<TimeNs>& values) {
    if (values.empty()) {
        return -1;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

void finishLaunch(const KernelData& data, KernelRow& row) {
    std::map<std::uint32_t, std::int64_t> counts;
    double weighted = 0;
    double weight = 0;
    for (const std::uint32_t w : row.works) {
        ++counts[data.launch[w]];
        const KernelData::Launch& launch = data.launches[data.launch[w]];
        const int percent = launch.recordedOccupancy > 0 ? launch.recordedOccupancy
                            : launch.estimate.known      ? launch.estimate.percent
                                                         : -1;
        if (percent >= 0) {
            weighted += percent * static_cast<double>(data.duration[w]);
            weight += static_cast<double>(data.duration[w]);
        }
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; });
    row.launch = most->first;
    row.launchVaries = counts.size() > 1;
    row.occupancy = weight > 0 ? static_cast<int>(std::lround(weighted / weight)) : -1;
}

void finishDelays(const KernelData& data, KernelRow& row) {
    std::vector<TimeNs> delays;
    std::vector<TimeNs> queues;
    const Trace& trace = data.forest->trace();
    for (const std::uint32_t w : row.works) {
        const SliceId call = data.forest->deviceWork()[w].launch;
        if (call.valid()) {
            const Trace::Slice s = trace.slice(call);
            delays.push_back(data.start[w] - s.start);
            queues.push_back(std::max<TimeNs>(data.start[w] - s.end(), 0));
        }
    }
    row.medianDelay = median(delays);
    row.medianQueue = median(queues);
}

std::pair<StringId, StringId> nameAndDims(const KernelData& data, std::uint32_t op) {
    if (data.signatures->empty()) {
        return {data.forest->trace().slice(data.forest->slice(op)).name, StringId()};
    }
    const OperatorSignature& signature = data.signatures->all()[data.signatures->of(op)];
    return {signature.name, signature.dims};
}

void finishOwners(const KernelData& data, KernelRow& row) {
    std::map<std::pair<StringId, StringId>, KernelOwner> owners;
    for (const std::uint32_t w : row.works) {
        const std::uint32_t op = data.forest->deviceWork()[w].op;
        if (op == DeviceWork::kNoOperator) {
            continue;
        }
        const auto [name, dims] = nameAndDims(data, op);
        KernelOwner& owner = owners[{name, dims}];
        owner.name = name;
        owner.dims = dims;
        if (owner.launches++ == 0) {
            owner.hue = data.forest->trace().slice(data.forest->slice(op)).hue;
        }
        owner.time += data.duration[w];
    }
    for (const auto& [key, owner] : owners) {
        row.owners.push_back(owner);
    }
    std::ranges::stable_sort(row.owners, std::ranges::greater{}, &KernelOwner::time);
}

} // namespace

std::optional<KernelData> KernelData::build(const OperatorData& operators, const std::stop_token& stop) {
    KernelData data;
    data.forest = operators.forest;
    data.signatures = operators.signatures;
    data.context = operators.context;
    const Trace& trace = data.forest->trace();
    data.devices = deviceLimits(trace.info());
    LaunchReader reader(data);
    std::uint32_t count = 0;
    for (const DeviceWork& work : data.forest->deviceWork()) {
        if (count++ % kStopEvery == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        const Trace::Slice slice = trace.slice(work.slice);
        data.start.push_back(slice.start);
        data.duration.push_back(slice.duration);
        data.name.push_back(slice.name);
        data.kind.push_back(slice.kind);
        data.hue.push_back(slice.hue);
        data.launch.push_back(reader.read(slice, work.launch));
    }
    return data;
}

std::optional<std::vector<KernelRow>> kernelStats(const KernelData& data, const KernelQuery& query,
                                                  const std::stop_token& stop) {
    std::vector<KernelRow> rows;
    KeyIndex names;
    Sieve sieve(query.filter, data.forest->sharedTrace(), data.context);
    for (std::uint32_t w = 0; w < data.start.size(); ++w) {
        if (w % kStopEvery == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        const bool wanted = (query.copiesToo || data.kind[w] == EventKind::Kernel) &&
                            (!query.range || query.range->contains(data.start[w])) &&
                            sieve.passes(data.forest->deviceWork()[w].slice);
        if (!wanted) {
            continue;
        }
        const std::uint32_t number = names.add(data.name[w].value);
        if (number == rows.size()) {
            KernelRow& fresh = rows.emplace_back();
            fresh.name = data.name[w];
            fresh.kind = data.kind[w];
            fresh.hue = data.hue[w];
            fresh.min = data.duration[w];
            fresh.slowest = w;
        }
        KernelRow& row = rows[number];
        row.min = std::min(row.min, data.duration[w]);
        row.slowest = data.duration[w] > data.duration[row.slowest] ? w : row.slowest;
        row.max = data.duration[row.slowest];
        row.total += data.duration[w];
        ++row.calls;
        row.works.push_back(w);
    }
    for (KernelRow& row : rows) {
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        finishLaunch(data, row);
        finishDelays(data, row);
        finishOwners(data, row);
    }
    return rows;
}

} // namespace lanes
