#include "model/io/profile/PstatsProfile.h"

#include "model/io/import/BuildTrace.h"
#include "model/io/profile/CallEstimate.h"
#include "model/io/profile/MarshalReader.h"
#include "model/io/profile/ProfileBuilder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

using plain::Items;
using plain::Value;
using plain::Values;
using profile::ProfileBuilder;

// {(file, line, name): (calls without recursion, calls, own seconds, seconds with what it called, {caller: the same four})}; old
// files have a count of calls for a caller.
class PstatsReader {
public:
    PstatsReader(ImportBuilder& builder, const Values& values)
        : builder_(builder)
        , values_(values)
        , profile_(builder, "cProfile")
        , time_(profile_.metric("time", ProfileMetric::Unit::Time))
        , calls_(profile_.metric("calls", ProfileMetric::Unit::Count))
        , primitive_(profile_.metric("primitive_calls", ProfileMetric::Unit::Count)) {}

    // False: it is no such dict.
    bool read(Value root) {
        const Items rows = values_.items(root);
        for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
            const StringId name = nameOf(rows[i]);
            const Items row = values_.items(rows[i + 1]);
            if (!name.valid() || row.size() != kParts) {
                return false;
            }
            addFunction(name, row);
        }
        for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
            addCallers(places_.at(nameOf(rows[i]).value),
                       values_.items(values_.items(rows[i + 1])[kCallers]));
        }
        giveTree();
        profile_.finish();
        return true;
    }

private:
    enum Part : std::size_t { kPrimitive, kCalls, kOwn, kTotal, kCallers, kParts };

    // "fib (prog.py:7)"; a function in C has the name alone.
    [[nodiscard]] StringId nameOf(Value key) {
        const Items parts = values_.items(key);
        if (parts.size() != 3 || !values_.text(parts[0]).valid() || !values_.text(parts[2]).valid()) {
            return {};
        }
        const std::string file(values_.plain(parts[0]));
        const std::string name(values_.plain(parts[2]));
        const std::int64_t line = values_.integer(parts[1]).value_or(0);
        const bool inC = file == "~" && line == 0;
        return builder_.text(inC ? name : name + " (" + file + ":" + std::to_string(line) + ")");
    }

    [[nodiscard]] std::int64_t whole(Value value) const { return values_.integer(value).value_or(0); }
    // Seconds as Python writes them. What is no finite number is counted as none.
    [[nodiscard]] TimeNs nanoseconds(Value seconds) {
        constexpr double kNs = 1e9;
        constexpr double kMost = 9e9; // seconds, within 64 bits
        const auto bits = values_.bits(seconds);
        const double value = bits ? std::bit_cast<double>(*bits) : static_cast<double>(whole(seconds));
        if (!(std::abs(value) <= kMost)) {
            builder_.diagnostics().add("absurd-time", Severity::Warning,
                                       "Times that no program can take count as none.");
            return 0;
        }
        return std::llround(value * kNs);
    }

    void addFunction(StringId name, Items row) {
        const TimeNs total = nanoseconds(row[kTotal]);
        const Items callers = values_.items(row[kCallers]);
        const std::array<std::int64_t, 3> values{nanoseconds(row[kOwn]), whole(row[kCalls]),
                                                 whole(row[kPrimitive])};
        profile_.addFunction({.name = name,
                              .total = total,
                              .callers = static_cast<std::int64_t>(callers.size() / 2),
                              .values = {values.begin(), values.end()}});
        if (places_.try_emplace(name.value, graph_.functions.size()).second) {
            graph_.functions.push_back({name, values[0], total, values[1], {}});
        }
    }

    void addCallers(std::size_t callee, Items callers) {
        for (std::size_t i = 0; i + 1 < callers.size(); i += 2) {
            const StringId name = nameOf(callers[i]);
            const auto caller = name.valid() ? places_.find(name.value) : places_.end();
            const Items row = values_.items(callers[i + 1]);
            if (caller == places_.end() || row.size() <= kTotal) {
                continue; // files of old Pythons say no times of a caller
            }
            // In the row of a caller the two counts stand the other way round than in that of a function.
            graph_.functions[caller->second].made.push_back(
                {callee, nanoseconds(row[kTotal]), std::max(whole(row[kPrimitive]), whole(row[kCalls]))});
            ++graph_.functions[callee].callers;
        }
    }

    void giveTree() {
        if (graph_.functions.empty()) {
            return;
        }
        profile_.tellEstimated();
        profile::estimateCalls(graph_, builder_.look(), [this](const profile::EstimatedCall& call) {
            const StringId name = graph_.functions[call.function].name;
            const ProfileBuilder::Node caller =
                call.caller == profile::EstimatedCall::kNone ? ProfileBuilder::kTop : nodes_[call.caller];
            nodes_.push_back(profile_.child(caller, name));
            profile_.add(nodes_.back(), time_, {call.own, 0});
            profile_.add(nodes_.back(), calls_, {call.calls, 0});
        });
    }

    ImportBuilder& builder_;
    const Values& values_;
    ProfileBuilder profile_;
    ProfileBuilder::Metric time_;
    ProfileBuilder::Metric calls_;
    ProfileBuilder::Metric primitive_;
    std::unordered_map<std::uint32_t, std::size_t> places_; // of functions, by name
    profile::CallGraph graph_;
    std::vector<ProfileBuilder::Node> nodes_; // by estimated call
};

std::optional<Error> fillPstats(ImportBuilder& builder, ByteStream& bytes) {
    const std::string path = builder.info().source;
    Values values(builder);
    try {
        const Value root = profile::MarshalReader(bytes, values, builder.look()).read();
        if (PstatsReader(builder, values).read(root)) {
            return std::nullopt;
        }
        return Error{path + " is marshalled data of Python, but no profile of cProfile."};
    } catch (const plain::Fault& fault) {
        return Error{path + " is no profile of cProfile that can be read: " + fault.said + "."};
    }
}

} // namespace

// A dict whose first key is a tuple of three, or an empty one.
bool recognisesPstats(const TraceHead& head) {
    constexpr std::size_t kMarks = 2;
    if (head.bytes.size() < kMarks) {
        return false;
    }
    const auto plain = [&](std::size_t at) { return static_cast<char>(head.bytes[at] & 0x7f); };
    const std::string_view rest = head.bytes.substr(kMarks);
    return plain(0) == '{' &&
           ((head.bytes[1] == '0' && rest.empty()) || (plain(1) == ')' && rest.starts_with('\x03')) ||
            (plain(1) == '(' && rest.starts_with(std::string_view("\x03\0\0\0", 4))));
}

Result<std::shared_ptr<const Trace>> readPstats(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        return fillPstats(builder, *bytes);
    });
}

} // namespace lanes
