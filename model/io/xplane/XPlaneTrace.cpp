#include "model/io/xplane/XPlaneTrace.h"

#include "model/base/MemoryLimit.h"
#include "model/io/import/BuildTrace.h"
#include "model/io/xplane.pb.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace lanes {

namespace {

using Form = ArgColumn::Form;

// A number of seven bits a byte at `at`, which is left behind it.
std::size_t varint(std::string_view bytes, std::size_t& at) {
    constexpr unsigned kMostBits = 35;
    std::size_t value = 0;
    for (unsigned shift = 0; at < bytes.size() && shift < kMostBits; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= static_cast<std::size_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            break;
        }
    }
    return value;
}

bool isXPlane(std::string_view head) {
    constexpr char kPlane = 0x0a;
    constexpr char kNumber = 0x08;
    constexpr char kName = 0x12;
    std::size_t at = 1;
    if (head.empty() || head.front() != kPlane || varint(head, at) == 0) {
        return false;
    }
    if (at < head.size() && head[at] == kNumber) {
        ++at;
        std::ignore = varint(head, at);
    }
    if (at >= head.size() || head[at] != kName) {
        return false;
    }
    const std::size_t length = varint(head, ++at);
    const std::string_view name = head.substr(std::min(at, head.size()), length);
    return name.starts_with('/') || name.starts_with("Task");
}

constexpr std::int64_t kPsPerNs = 1000;

// To the nearest nanosecond: a profile counts in picoseconds.
std::int64_t nanoseconds(std::int64_t picoseconds) {
    return picoseconds / kPsPerNs + (picoseconds % kPsPerNs >= kPsPerNs / 2 ? 1 : 0);
}
// The number in "/device:GPU:3" or "/device:TPU:0 ..."; -1 for planes of hosts.
std::int64_t deviceIn(std::string_view plane) {
    constexpr std::string_view kDevice = "/device:";
    if (!plane.starts_with(kDevice)) {
        return -1;
    }
    const std::size_t at = plane.find(':', kDevice.size());
    std::int64_t number = -1;
    if (at != std::string_view::npos) {
        std::from_chars(plane.data() + at + 1, plane.data() + plane.size(), number);
    }
    return number;
}

bool isCall(std::string_view name) {
    const auto upperAt = [&](std::size_t i) { return name.size() > i && name[i] >= 'A' && name[i] <= 'Z'; };
    return (name.starts_with("hip") && upperAt(3)) || (name.starts_with("cuda") && upperAt(4)) ||
           (name.starts_with("cu") && upperAt(2));
}

// One plane: a device with its streams, or a host with its threads. Ids mean something within it only.
class PlaneReader {
public:
    struct Correlated {
        std::int64_t id;
        ImportedSlice slice;
    };

    PlaneReader(ImportBuilder& builder, const xplane::Plane& plane)
        : builder_(builder)
        , plane_(plane)
        , device_(deviceIn(plane.name())) {}

    void read(std::vector<Correlated>& calls, std::vector<Correlated>& work);

private:
    struct Arg {
        StringId key;
        Form form;
        std::int64_t cell;
    };
    void readNames();
    void readLine(const xplane::Line& line, std::vector<Correlated>& calls, std::vector<Correlated>& work);
    [[nodiscard]] ProcessId process();
    [[nodiscard]] std::string_view categoryOf(std::string_view line, std::string_view event) const;
    [[nodiscard]] ImportShapeId shapeOf(std::string_view category);
    [[nodiscard]] std::optional<Arg> argOf(const xplane::Stat& stat);
    void takeArgs(const xplane::Event& event);
    void describe();

    ImportBuilder& builder_;
    const xplane::Plane& plane_;
    std::int64_t device_;
    ProcessId process_;
    std::unordered_map<std::int64_t, StringId> names_;
    std::unordered_map<std::int64_t, StringId> statNames_;
    std::map<std::string, ImportShapeId> shapes_;
    std::vector<Arg> args_; // of the event that is read
    std::int64_t correlation_ = -1;
};

void PlaneReader::readNames() {
    for (const xplane::EventEntry& entry : plane_.events()) {
        const xplane::EventMetadata& event = entry.value();
        names_[entry.key()] =
            builder_.text(event.display_name().empty() ? event.name() : event.display_name());
    }
    for (const xplane::StatEntry& entry : plane_.stat_names()) {
        statNames_[entry.key()] = builder_.text(entry.value().name());
    }
}

ProcessId PlaneReader::process() {
    if (!process_.valid()) {
        const std::string label = "GPU " + std::to_string(device_);
        const bool gpu = device_ >= 0 && plane_.name().find(":GPU:") != std::string::npos;
        process_ = builder_.addProcess(
            {.key = plane_.name(),
             .name = plane_.name().substr(plane_.name().rfind('/') + 1),
             .label = gpu ? label : std::string(),
             .kind = device_ >= 0 ? Process::Kind::Device : Process::Kind::Host,
             .sortIndex = device_ >= 0 ? std::int64_t{1} << 20 : 0,
             .deviceIndex = static_cast<std::int32_t>(std::clamp<std::int64_t>(device_, -1, INT32_MAX)),
             .host = {},
             .deviceUuid = {}});
    }
    return process_;
}

// A GPU's streams hold its work, a TPU's line of XLA Ops; other lines of a device tell the same once more, gathered.
std::string_view PlaneReader::categoryOf(std::string_view line, std::string_view event) const {
    if (device_ < 0) {
        return isCall(event)            ? "cuda_runtime"
               : event.starts_with('$') ? "python_function"
                                        : "user_annotation";
    }
    if (!line.starts_with("Stream") && line != "XLA Ops") {
        return "gpu_user_annotation";
    }
    return line.find("Memcpy") != std::string_view::npos || event.starts_with("Memcpy")   ? "gpu_memcpy"
           : line.find("Memset") != std::string_view::npos || event.starts_with("Memset") ? "gpu_memset"
                                                                                          : "kernel";
}

std::optional<PlaneReader::Arg> PlaneReader::argOf(const xplane::Stat& stat) {
    const auto name = statNames_.find(stat.metadata());
    if (name == statNames_.end()) {
        return std::nullopt;
    }
    const std::string_view key = builder_.plain(name->second);
    const bool correlates = key == "correlation_id";
    const StringId shown = correlates ? builder_.text("correlation") : name->second;
    if (stat.has_reference()) {
        const auto text = statNames_.find(static_cast<std::int64_t>(stat.reference()));
        return text == statNames_.end()
                   ? std::nullopt
                   : std::optional(
                         Arg{shown, Form::String,
                             ArgValue::ofText(builder_.quoted(builder_.plain(text->second))).encode()});
    }
    if (stat.has_text()) {
        return Arg{shown, Form::String, ArgValue::ofText(builder_.quoted(stat.text())).encode()};
    }
    if (stat.has_double_value()) {
        return Arg{shown, Form::Raw, ArgValue::ofText(builder_.number(stat.double_value())).encode()};
    }
    const std::int64_t value =
        stat.has_uint_value() ? static_cast<std::int64_t>(stat.uint_value()) : stat.int_value();
    if (!stat.has_uint_value() && !stat.has_int_value()) {
        return std::nullopt;
    }
    correlation_ = correlates ? value : correlation_;
    return ArgValue::fitsInteger(value)
               ? Arg{shown, Form::Number, ArgValue::ofInteger(value).encode()}
               : Arg{shown, Form::Raw,
                     ArgValue::ofText(builder_.json(std::to_string(static_cast<std::uint64_t>(value))))
                         .encode()};
}

void PlaneReader::takeArgs(const xplane::Event& event) {
    args_.clear();
    correlation_ = -1;
    for (const xplane::Stat& stat : event.stats()) {
        const std::optional<Arg> arg = argOf(stat);
        if (arg && args_.size() < ImportShape::kMostColumns &&
            std::ranges::find(args_, arg->key, &Arg::key) == args_.end()) {
            args_.push_back(*arg);
        }
    }
}

ImportShapeId PlaneReader::shapeOf(std::string_view category) {
    std::string signature(category);
    for (const Arg& arg : args_) {
        signature +=
            '\0' + std::to_string(arg.key.value) + static_cast<char>('0' + static_cast<int>(arg.form));
    }
    const auto [found, fresh] = shapes_.try_emplace(std::move(signature));
    if (fresh) {
        ImportShape shape{'X', std::string(category), {}};
        for (const Arg& arg : args_) {
            shape.columns.push_back({std::string(builder_.plain(arg.key)), arg.form});
        }
        found->second = builder_.shape(shape);
    }
    return found->second;
}

void PlaneReader::readLine(const xplane::Line& line, std::vector<Correlated>& calls,
                           std::vector<Correlated>& work) {
    const std::string name = !line.display_name().empty() ? line.display_name()
                             : !line.name().empty()       ? line.name()
                                                          : std::to_string(line.id());
    const TrackId track =
        builder_.addTrack({.process = process(),
                           .key = std::to_string(line.id()) + " " + name,
                           .name = name,
                           .kind = device_ >= 0 ? Track::Kind::Stream : Track::Kind::Thread});
    for (const xplane::Event& event : line.events()) {
        if (builder_.isFull()) {
            return;
        }
        const auto known = names_.find(event.metadata());
        const StringId called = known != names_.end()
                                    ? known->second
                                    : builder_.text("event " + std::to_string(event.metadata()));
        const std::string category(categoryOf(name, builder_.plain(called)));
        takeArgs(event);
        ImportArgs args;
        const ImportShapeId shape = shapeOf(category);
        for (std::size_t i = 0; i < args_.size(); ++i) {
            args.cell(i, args_[i].cell);
        }
        const ImportedSlice slice =
            builder_.slice(track,
                           {called, boundedSum(line.timestamp_ns(), nanoseconds(event.offset_ps())),
                            std::max<std::int64_t>(0, nanoseconds(event.duration_ps()))},
                           shape, args);
        if (correlation_ > 0 && slice.valid()) {
            (device_ >= 0 ? work : calls).push_back({correlation_, slice});
        }
    }
}

// What the plane says of its device, and of the whole profile.
void PlaneReader::describe() {
    for (const xplane::Stat& stat : plane_.stats()) {
        const auto name = statNames_.find(stat.metadata());
        const std::string_view key =
            name == statNames_.end() ? std::string_view() : builder_.plain(name->second);
        if (key == "profile_start_time") {
            builder_.info().clockOriginUnixNs = static_cast<std::int64_t>(
                stat.has_uint_value() ? stat.uint_value() : static_cast<std::uint64_t>(stat.int_value()));
        }
    }
}

void PlaneReader::read(std::vector<Correlated>& calls, std::vector<Correlated>& work) {
    readNames();
    describe();
    for (const xplane::Line& line : plane_.lines()) {
        readLine(line, calls, work);
    }
}

void linkLaunches(ImportBuilder& builder, std::vector<PlaneReader::Correlated>& calls,
                  const std::vector<PlaneReader::Correlated>& work) {
    std::ranges::stable_sort(calls, {}, &PlaneReader::Correlated::id);
    for (const PlaneReader::Correlated& one : work) {
        const auto call = std::ranges::lower_bound(calls, one.id, {}, &PlaneReader::Correlated::id);
        if (call != calls.end() && call->id == one.id) {
            builder.link(LinkKind::Launch, call->slice, one.slice);
        }
    }
}

// The whole file: a profile is one message. Empty: it is larger than the memory that it may take.
std::optional<std::string> contentOf(ByteStream& bytes, std::size_t limit, const StopLook& look) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    std::string content;
    for (std::size_t got = kPiece; got == kPiece;) {
        look.now();
        const std::size_t at = content.size();
        if (at + kPiece > limit) {
            return std::nullopt;
        }
        content.resize(at + kPiece);
        got = bytes.read(content.data() + at, kPiece);
        content.resize(at + got);
    }
    return content;
}

} // namespace

bool recognisesXPlane(const TraceHead& head) {
    return isXPlane(head.bytes);
}

Result<std::shared_ptr<const Trace>> readXPlane(const std::string& path, const OpenOptions& options) {
    const auto fill = [&](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) -> std::optional<Error> {
        builder.info().producer = "XLA profiler";
        constexpr std::size_t kOfMessage = 16; // bytes of its objects for one of the file
        const std::size_t memory = options.memoryLimit > 0 ? options.memoryLimit : usualMemoryLimit();
        const std::size_t limit =
            std::min<std::size_t>(memory / kOfMessage, INT32_MAX); // a message has no more
        const std::optional<std::string> content = contentOf(*bytes, limit, builder.look());
        xplane::Space space;
        if (!content || !space.ParseFromString(*content)) {
            return Error{path + " is an XPlane profile that " +
                         (content ? "is damaged or cut: it cannot be decoded. Record or copy it again."
                                  : "is too large: messages end at 2 GiB.")};
        }
        std::vector<PlaneReader::Correlated> calls;
        std::vector<PlaneReader::Correlated> work;
        for (const xplane::Plane& plane : space.planes()) {
            PlaneReader(builder, plane).read(calls, work);
        }
        linkLaunches(builder, calls, work);
        if (space.errors_size() > 0) {
            builder.diagnostics().add("profiler-errors", Severity::Warning,
                                      "The profiler said: " + space.errors(0), -1,
                                      static_cast<std::uint64_t>(space.errors_size()));
        }
        return std::nullopt;
    };
    return buildTraceOfBytes(path, options, fill);
}

} // namespace lanes
