#include "model/io/flight/FlightDump.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace lanes::flight {

namespace {

using Form = ArgColumn::Form;

// The number behind "rank" in a file's name; -1 without one.
std::int64_t rankIn(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    std::size_t at = name.rfind("rank");
    if (at == std::string::npos) {
        return -1;
    }
    at = name.find_first_of("0123456789", at);
    std::int64_t rank = -1;
    if (at != std::string::npos) {
        std::from_chars(name.data() + at, name.data() + name.size(), rank);
    }
    return rank;
}

class Dump {
public:
    Dump(ImportBuilder& builder, const plain::Values& values)
        : builder_(builder)
        , values_(values)
        , shape_(builder.shape({'X',
                                "user_annotation",
                                {{"Process Group Name", Form::String},
                                 {"Process Group Description", Form::String},
                                 {"Seq"},
                                 {"state", Form::String},
                                 {"In msg nelems"},
                                 {"Out msg nelems"},
                                 {"dtype", Form::String},
                                 {"point to point"},
                                 {"record"},
                                 {"waited to start ns"}}})) {}

    void read(plain::Value root, const std::string& path);

private:
    [[nodiscard]] std::int64_t number(plain::Value entry, std::string_view key) const {
        return values_.integer(values_.at(entry, key)).value_or(0);
    }
    [[nodiscard]] std::int64_t elements(plain::Value sizes) const;
    [[nodiscard]] TrackId track(plain::Value group);
    void add(plain::Value entry);

    ImportBuilder& builder_;
    const plain::Values& values_;
    ImportShapeId shape_;
    ProcessId process_;
    TimeNs begin_ = 0;
    std::map<std::string, TrackId> tracks_; // by group
    std::uint64_t withoutEnd_ = 0;
};

// Of all tensors together.
std::int64_t Dump::elements(plain::Value sizes) const {
    constexpr std::int64_t kMost = INT64_C(1) << 50;
    std::int64_t sum = 0;
    constexpr std::size_t kMostTensors = 4096; // of one collective
    constexpr std::size_t kMostDimensions = 64;
    const plain::Items all = values_.items(sizes);
    for (const plain::Value& size : all.first(std::min(all.size(), kMostTensors))) {
        std::int64_t product = 1;
        const plain::Items dimensions = values_.items(size);
        for (const plain::Value& dimension : dimensions.first(std::min(dimensions.size(), kMostDimensions))) {
            const std::int64_t by =
                std::clamp<std::int64_t>(values_.integer(dimension).value_or(0), 0, kMost);
            product = by != 0 && product > kMost / by ? kMost : product * by;
        }
        sum = std::min(kMost, sum + product);
    }
    return sum;
}

TrackId Dump::track(plain::Value group) {
    const plain::Items names = values_.items(group); // name and description
    const std::string name(names.empty() ? std::string_view() : values_.plain(names[0]));
    const std::string what(names.size() < 2 ? std::string_view() : values_.plain(names[1]));
    const auto [found, fresh] = tracks_.try_emplace(name + "|" + what);
    if (fresh) {
        const std::string key = "Collectives of " + (what.empty() ? name : what + " (" + name + ")");
        found->second =
            builder_.addTrack({.process = process_, .key = key, .name = key, .kind = Track::Kind::Async});
    }
    return found->second;
}

// gloo never says when a collective ended; "retired" says that it did.
void Dump::add(plain::Value entry) {
    const std::int64_t created = number(entry, "time_created_ns");
    const std::int64_t started = number(entry, "time_discovered_started_ns");
    const std::int64_t completed = number(entry, "time_discovered_completed_ns");
    const std::int64_t start = started > 0 ? started : created;
    const bool retired = number(entry, "retired") != 0;
    const bool p2p = number(entry, "is_p2p") != 0;
    if (created <= 0) {
        builder_.issues().hit(Issue::MissingTime, -1);
        return;
    }
    const TrackId on = track(values_.at(entry, "process_group"));
    const plain::Items group = values_.items(values_.at(entry, "process_group"));
    ImportArgs args;
    for (std::size_t i = 0; i < std::min<std::size_t>(group.size(), 2); ++i) {
        args.text(i, builder_.quoted(values_.plain(group[i])));
    }
    args.integer(2, number(entry, p2p ? "p2p_seq_id" : "collective_seq_id"));
    args.text(3, builder_.quoted(values_.plain(values_.at(entry, "state"))));
    args.integer(4, elements(values_.at(entry, "input_sizes")));
    args.integer(5, elements(values_.at(entry, "output_sizes")));
    if (const plain::Items types = values_.items(values_.at(entry, "input_dtypes")); !types.empty()) {
        args.text(6, builder_.quoted(values_.plain(types.front())));
    }
    if (p2p) {
        args.integer(7, 1);
    }
    args.integer(8, number(entry, "record_id"));
    if (started > 0) {
        args.integer(9, lasting(created, started));
    }
    withoutEnd_ += retired && completed <= 0 ? 1 : 0;
    const TimeNs duration = completed > 0 ? lasting(start, completed)
                            : retired     ? 0
                                          : ImportedEvent::kNeverEnded;
    const StringId name = values_.text(values_.at(entry, "profiling_name"));
    builder_.slice(on,
                   {name.valid() ? name : builder_.text("collective"), lasting(begin_, start), duration,
                    EventKind::Communication},
                   shape_, args);
}

void Dump::read(plain::Value root, const std::string& path) {
    SessionInfo& info = builder_.info();
    info.producer =
        "torch.distributed flight recorder " + std::string(values_.plain(values_.at(root, "version")));
    const std::int64_t rank = rankIn(path);
    process_ = builder_.addProcess({.key = rank < 0 ? "rank" : "rank " + std::to_string(rank),
                                    .name = rank < 0 ? "A rank" : "Rank " + std::to_string(rank),
                                    .label = {},
                                    .host = {},
                                    .rank = rank,
                                    .deviceUuid = {}});
    const plain::Items entries = values_.items(values_.at(root, "entries"));
    std::int64_t first = INT64_MAX;
    for (const plain::Value& entry : entries) {
        builder_.look().now();
        const std::int64_t created = number(entry, "time_created_ns");
        first = created > 0 ? std::min(first, created) : first;
    }
    begin_ = first == INT64_MAX ? 0 : first;
    info.clockOriginUnixNs = begin_ > 0 ? begin_ : -1;
    for (const plain::Value& entry : entries) {
        add(entry);
    }
    if (withoutEnd_ > 0) {
        builder_.diagnostics().add(
            "collectives-without-end", Severity::Note,
            "Collectives ended, and the flight recorder did not see when (gloo never says): they are shown "
            "without a duration.",
            -1, withoutEnd_);
    }
}

} // namespace

bool isFlightDump(const plain::Values& values, plain::Value root) {
    const bool hasEntries = values.at(root, "entries").type() == plain::Value::Type::Container;
    if (values.isCut()) { // the version may stand behind
        return hasEntries;
    }
    return !values.plain(values.at(root, "version")).empty() &&
           (hasEntries || values.at(root, "pg_config").type() == plain::Value::Type::Container);
}

void buildFlightDump(ImportBuilder& builder, const plain::Values& values, plain::Value root,
                     const std::string& path) {
    Dump(builder, values).read(root, path);
}

} // namespace lanes::flight
