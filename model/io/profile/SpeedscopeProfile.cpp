#include "model/io/profile/SpeedscopeProfile.h"

#include "model/base/Contains.h"
#include "model/io/import/BuildTrace.h"
#include "model/io/plain/JsonValues.h"
#include "model/io/profile/JsonAmount.h"
#include "model/io/profile/ProfileBuilder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {

namespace {

using plain::Items;
using plain::Value;
using plain::Values;
using profile::Amount;
using profile::ProfileBuilder;

struct Weighing {
    std::string_view unit; // of the file
    std::string_view name;
    ProfileMetric::Unit kind = ProfileMetric::Unit::Count;
    int power = 0; // of ten, to nanoseconds
};

Weighing weighingOf(std::string_view unit) {
    constexpr auto kOfTime = ProfileMetric::Unit::Time;
    constexpr std::array<Weighing, 5> kKnown{{{"nanoseconds", "time", kOfTime, 0},
                                              {"microseconds", "time", kOfTime, 3},
                                              {"milliseconds", "time", kOfTime, 6},
                                              {"seconds", "time", kOfTime, 9},
                                              {"bytes", "bytes", ProfileMetric::Unit::Bytes, 0}}};
    const auto* const known = std::ranges::find(kKnown, unit, &Weighing::unit);
    return known != kKnown.end() ? *known : Weighing{unit, "weight", ProfileMetric::Unit::Count, 0};
}

// Puts the profiles of a file into a builder, each below a node of its own where there are several.
class SpeedscopeReader {
public:
    SpeedscopeReader(ImportBuilder& builder, const Values& values)
        : builder_(builder)
        , values_(values)
        , profile_(builder, "speedscope") {}

    // False: there is no profile in it, or nothing of those that there are could be read.
    bool read(Value root) {
        for (const Value& frame : values_.items(values_.at(values_.at(root, "shared"), "frames"))) {
            frames_.push_back(nameOf(frame));
        }
        const Items profiles = values_.items(values_.at(root, "profiles"));
        for (const Value& one : profiles) {
            readProfile(one, profiles.size() > 1);
        }
        if (lost_ > 0) {
            builder_.diagnostics().add(
                "lost-samples", Severity::Loss,
                "Samples or events of the profile could not be read; they are left out.", -1, lost_);
        }
        const bool any = !profiles.empty() && (lost_ == 0 || !profile_.isEmpty());
        profile_.finish();
        return any;
    }

private:
    // "leaf (prog.py:4)": functions of one name in several places are several.
    [[nodiscard]] StringId nameOf(Value frame) {
        std::string name(values_.plain(values_.at(frame, "name")));
        const std::string_view file = values_.plain(values_.at(frame, "file"));
        const auto line = values_.integer(values_.at(frame, "line"));
        if (!file.empty()) {
            name += " (" + std::string(file) + (line ? ":" + std::to_string(*line) : std::string()) + ")";
        }
        return builder_.text(name.empty() ? "(no name)" : name);
    }

    void readProfile(Value one, bool several) {
        weighing_ = weighingOf(values_.plain(values_.at(one, "unit")));
        const bool evented = values_.plain(values_.at(one, "type")) == "evented";
        metric_ = profile_.metric(weighing_.name, weighing_.kind);
        counter_ = profile_.metric(evented ? "calls" : "samples", ProfileMetric::Unit::Count);
        const StringId name = values_.text(values_.at(one, "name"));
        top_ =
            several ? profile_.group(name.valid() ? name : builder_.text("(no name)")) : ProfileBuilder::kTop;
        evented ? readEvents(one) : readSamples(one);
    }

    [[nodiscard]] std::optional<Amount> amount(Value value) const {
        const auto read = profile::amountOf(values_, value);
        return read ? std::optional(profile::times(*read, weighing_.power)) : std::nullopt;
    }
    // The frame of a number; none where the file has none.
    [[nodiscard]] StringId frame(Value value) const {
        const auto number = values_.integer(value);
        return number && *number >= 0 && std::cmp_less(*number, frames_.size())
                   ? frames_[static_cast<std::size_t>(*number)]
                   : StringId();
    }

    // Outermost first. Without weights every sample weighs one.
    void readSamples(Value one) {
        const Items samples = values_.items(values_.at(one, "samples"));
        const Items weights = values_.items(values_.at(one, "weights"));
        const Amount once{1, 0};
        for (std::size_t i = 0; i < samples.size(); ++i) {
            builder_.look().at(i);
            const auto weight = weights.empty()      ? once
                                : i < weights.size() ? amount(weights[i])
                                                     : std::nullopt;
            ProfileBuilder::Node at = top_;
            bool good = weight.has_value();
            for (const Value& call : values_.items(samples[i])) {
                const StringId name = frame(call);
                good = good && name.valid();
                at = good ? profile_.child(at, name) : at;
            }
            if (!good) {
                ++lost_;
            } else if (at != ProfileBuilder::kTop) { // nothing ran in an empty sample
                profile_.add(at, metric_, *weight);
                profile_.add(at, counter_, once);
            }
        }
    }

    struct Open {
        std::int64_t frame;
        ProfileBuilder::Node node;
    };

    // What runs between two events belongs to the innermost call. A call that ends while others within it go on takes them with it
    // only as far as its own: they go on below what is around it.
    void readEvents(Value one) {
        std::vector<Open> open;
        std::optional<Amount> before;
        const Items events = values_.items(values_.at(one, "events"));
        for (std::size_t i = 0; i < events.size(); ++i) {
            builder_.look().at(i);
            const auto at = amount(values_.at(events[i], "at"));
            const Value number = values_.at(events[i], "frame");
            const StringId name = frame(number);
            const std::string_view type = values_.plain(values_.at(events[i], "type"));
            if (!at || !name.valid() || (type != "O" && type != "C")) {
                ++lost_;
                continue;
            }
            if (before && !open.empty()) {
                profile_.add(open.back().node, metric_, profile::difference(*at, *before));
            }
            before = at;
            if (type == "O") {
                const ProfileBuilder::Node node =
                    profile_.child(open.empty() ? top_ : open.back().node, name);
                open.push_back({*values_.integer(number), node});
                profile_.add(node, counter_, {1, 0});
            } else {
                close(open, *values_.integer(number));
            }
        }
        const auto end = amount(values_.at(one, "endValue"));
        if (end && before && !open.empty()) { // never closed: they ran to the end
            profile_.add(open.back().node, metric_, profile::difference(*end, *before));
        }
    }

    void close(std::vector<Open>& open, std::int64_t number) {
        const auto at = std::ranges::find(open.rbegin(), open.rend(), number, &Open::frame);
        if (at == open.rend()) {
            ++lost_;
            return;
        }
        auto next = open.erase(std::next(at).base());
        for (; next != open.end(); ++next) {
            next->node = profile_.child(next == open.begin() ? top_ : std::prev(next)->node,
                                        frames_[static_cast<std::size_t>(next->frame)]);
        }
    }

    ImportBuilder& builder_;
    const Values& values_;
    ProfileBuilder profile_;
    std::vector<StringId> frames_;
    Weighing weighing_;
    ProfileBuilder::Metric metric_ = 0;
    ProfileBuilder::Metric counter_ = 0;
    ProfileBuilder::Node top_ = ProfileBuilder::kTop;
    std::uint64_t lost_ = 0;
};

std::optional<Error> fillSpeedscope(ImportBuilder& builder, ByteStream& bytes) {
    const std::string path = builder.info().source;
    Values values(builder);
    try {
        const plain::JsonRead json = plain::readJson(bytes, values, builder.look(), plain::JsonForm::Exact);
        if (!json.whole && json.root) {
            builder.tellCut();
        }
        if (json.root && SpeedscopeReader(builder, values).read(*json.root)) {
            return std::nullopt;
        }
        return Error{path + " is a profile for speedscope " +
                     (json.whole ? "without any sample or event in it."
                                 : "that is no JSON any more at byte " + std::to_string(json.errorAt) +
                                       ", before any sample or its frames.")};
    } catch (const plain::Fault& fault) {
        return Error{path + " is a profile for speedscope that cannot be read: " + fault.said + "."};
    }
}

} // namespace

// The schema's name may stand at the end of a large file: then the first key and the kinds of profiles tell.
bool recognisesSpeedscope(const TraceHead& head) {
    const std::string_view text = head.bytes;
    const std::string_view key = plain::firstJsonKey(text);
    constexpr std::array<std::string_view, 7> kKeys{"$schema",  "shared",  "profiles",          "name",
                                                    "exporter", "version", "activeProfileIndex"};
    const bool named = contains(text, "speedscope.app/");
    const bool alike =
        contains(text, "\"frames\"") || contains(text, "\"sampled\"") || contains(text, "\"evented\"");
    return std::ranges::find(kKeys, key) != kKeys.end() &&
           (named || ((key == "shared" || key == "profiles") && alike));
}

Result<std::shared_ptr<const Trace>> readSpeedscope(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        return fillSpeedscope(builder, *bytes);
    });
}

} // namespace lanes
