#include "model/io/profile/HatchetProfile.h"

#include "model/io/import/BuildTrace.h"
#include "model/io/plain/JsonValues.h"
#include "model/io/profile/JsonAmount.h"
#include "model/io/profile/ProfileBuilder.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace lanes {

namespace {

using plain::Items;
using plain::Value;
using plain::Values;
using profile::ProfileBuilder;
using MetricUnit = ProfileMetric::Unit;

constexpr std::string_view kTimeMetric = "time (ns)";
constexpr std::string_view kCountMetric = "count";

// Puts the trees of a file into a builder. Metrics of a node are its own: what is below it comes on top.
class HatchetReader {
public:
    HatchetReader(ImportBuilder& builder, const Values& values)
        : builder_(builder)
        , values_(values)
        , profile_(builder, "Hatchet") {}

    // False: there is no tree in it.
    bool read(Value root) {
        bool any = false;
        for (const Value& one : values_.items(root)) {
            if (isNode(one)) {
                any = true;
                walk(one, [this](Value node, ProfileBuilder::Node) { return findMetrics(node); });
            }
        }
        nameMetrics();
        for (const Value& one : values_.items(root)) {
            if (isNode(one)) {
                walk(one, [this](Value node, ProfileBuilder::Node caller) { return addNode(node, caller); });
            } else {
                describeDevices(one);
            }
        }
        profile_.finish();
        return any;
    }

private:
    [[nodiscard]] bool isNode(Value value) const {
        return !values_.items(values_.at(value, "frame")).empty();
    }

    // Calls visit(node, what it gave for the node around) for all nodes, callers first. No recursion: trees come from files.
    template<class Visit>
    void walk(Value root, const Visit& visit) {
        std::vector<std::pair<Value, ProfileBuilder::Node>> todo{{root, ProfileBuilder::kTop}};
        for (std::size_t done = 0; !todo.empty(); ++done) {
            builder_.look().at(done);
            const auto [node, caller] = todo.back();
            todo.pop_back();
            const ProfileBuilder::Node own = visit(node, caller);
            const Items children = values_.items(values_.at(node, "children"));
            for (std::size_t i = children.size(); i-- > 0;) { // the first one is taken next
                todo.emplace_back(children[i], own);
            }
        }
    }

    ProfileBuilder::Node findMetrics(Value node) {
        const Items metrics = values_.items(values_.at(node, "metrics"));
        for (std::size_t i = 0; i + 1 < metrics.size(); i += 2) {
            if (profile::amountOf(values_, metrics[i + 1]) &&
                !values_.plain(metrics[i]).starts_with("device_")) {
                numbers_.insert({std::string(values_.plain(metrics[i])), values_.text(metrics[i])});
            }
        }
        return ProfileBuilder::kTop;
    }

    // The time is the main one, else the first by name that is no count.
    void nameMetrics() {
        const auto take = [this](std::map<std::string, StringId>::iterator at) {
            const MetricUnit unit = at->first == kTimeMetric ? MetricUnit::Time
                                    : at->first == "bytes"   ? MetricUnit::Bytes
                                                             : MetricUnit::Count;
            metrics_[at->second.value] = profile_.metric(at->first == kTimeMetric ? "time" : at->first, unit);
            numbers_.erase(at);
        };
        const auto isMain = [](const auto& one) { return one.first != kCountMetric; };
        if (const auto time = numbers_.find(std::string(kTimeMetric)); time != numbers_.end()) {
            take(time);
        } else if (const auto first = std::ranges::find_if(numbers_, isMain); first != numbers_.end()) {
            take(first);
        }
        if (const auto count = numbers_.find(std::string(kCountMetric)); count != numbers_.end()) {
            take(count);
        }
        while (!numbers_.empty()) {
            take(numbers_.begin());
        }
    }

    ProfileBuilder::Node addNode(Value node, ProfileBuilder::Node caller) {
        const Value frame = values_.at(node, "frame");
        const Value metrics = values_.at(node, "metrics");
        const StringId name = values_.text(values_.at(frame, "name"));
        const std::string device = deviceOf(metrics);
        const ProfileBuilder::Node own =
            profile_.child(caller, name.valid() ? name : builder_.text("(no name)"),
                           device.empty() ? StringId() : builder_.quoted(device));
        const Items items = values_.items(metrics);
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const auto metric = metrics_.find(values_.text(items[i]).value);
            const auto amount = profile::amountOf(values_, items[i + 1]);
            if (metric != metrics_.end() && amount) {
                profile_.add(own, metric->second, *amount);
            }
        }
        return own;
    }

    [[nodiscard]] std::string textOf(Value value) const {
        const auto number = values_.integer(value);
        return number ? std::to_string(*number) : std::string(values_.plain(value));
    }
    // "CUDA 0".
    [[nodiscard]] std::string deviceOf(Value metrics) const {
        const std::string type = textOf(values_.at(metrics, "device_type"));
        const std::string id = textOf(values_.at(metrics, "device_id"));
        return type.empty() || id.empty() ? type + id : type + " " + id;
    }

    // {"CUDA": {"0": {"arch": "90", "num_sms": 132}}}
    void describeDevices(Value types) {
        constexpr std::size_t kMostDevices = 1024;
        const Items all = values_.items(types);
        for (std::size_t t = 0; t + 1 < all.size(); t += 2) {
            const Items devices = values_.items(all[t + 1]);
            for (std::size_t d = 0; d + 1 < std::min(devices.size(), 2 * kMostDevices); d += 2) {
                std::string facts;
                const Items known = values_.items(devices[d + 1]);
                for (std::size_t i = 0; i + 1 < known.size(); i += 2) {
                    facts += (facts.empty() ? "" : ", ") + textOf(known[i]) + " " + textOf(known[i + 1]);
                }
                builder_.info().properties.emplace_back("device." + textOf(all[t]) + "." + textOf(devices[d]),
                                                        facts);
            }
        }
    }

    ImportBuilder& builder_;
    const Values& values_;
    ProfileBuilder profile_;
    std::map<std::string, StringId> numbers_;                 // metrics that have no column yet
    std::map<std::uint32_t, ProfileBuilder::Metric> metrics_; // by text
};

std::optional<Error> fillHatchet(ImportBuilder& builder, ByteStream& bytes, plain::JsonForm form) {
    const std::string path = builder.info().source;
    Values values(builder);
    try {
        const plain::JsonRead json = plain::readJson(bytes, values, builder.look(), form);
        if (!json.whole) {
            return Error{path + " is a tree for Hatchet that is cut or damaged at byte " +
                         std::to_string(json.errorAt) + "; copy it again."};
        }
        if (HatchetReader(builder, values).read(*json.root)) {
            return std::nullopt;
        }
        return Error{path + " looks like a tree for Hatchet and holds none."};
    } catch (const plain::Fault& fault) {
        return Error{path + " is a tree for Hatchet that cannot be read: " + fault.said + "."};
    }
}

constexpr std::array<std::string_view, 3> kNodeKeys{"children", "frame", "metrics"};

// A list of up to 15 or of more items, whose first is a map with one of the keys at its begin.
bool isMessage(std::string_view head) {
    constexpr unsigned char kShortList = 0x90;
    constexpr unsigned char kShortMap = 0x80;
    constexpr unsigned char kShortText = 0xa0;
    if (head.size() < 3 || (static_cast<unsigned char>(head[0]) & 0xf0) != kShortList ||
        (static_cast<unsigned char>(head[1]) & 0xf0) != kShortMap) {
        return false;
    }
    return std::ranges::any_of(kNodeKeys, [&](std::string_view key) {
        return static_cast<unsigned char>(head[2]) == (kShortText | key.size()) &&
               head.substr(3).starts_with(key);
    });
}

} // namespace

bool recognisesHatchet(const TraceHead& head) {
    const std::string_view text = head.bytes;
    if (isMessage(text)) {
        return true;
    }
    std::size_t at = 0;
    for (const char expected : {'[', '{', '"'}) {
        at = text.find_first_not_of(" \t\r\n", at);
        if (at == text.npos || text[at] != expected) {
            return false;
        }
        ++at;
    }
    const std::string_view key = text.substr(at, text.find('"', at) - at);
    return std::ranges::find(kNodeKeys, key) != kNodeKeys.end();
}

Result<std::shared_ptr<const Trace>> readHatchet(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        auto ahead = std::make_unique<BufferedStream>(std::move(bytes));
        const BufferedStream::Bytes first = ahead->ahead();
        const bool isText = first.size > 0 && static_cast<unsigned char>(first.data[0]) < 0x80;
        return fillHatchet(builder, *ahead, isText ? plain::JsonForm::Exact : plain::JsonForm::MessagePack);
    });
}

} // namespace lanes
