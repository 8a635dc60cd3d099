// A profile while it is read: paths of calls with what each took, merged where they are equal.
#pragma once

#include "model/io/import/ImportBuilder.h"
#include "model/io/profile/Amount.h"
#include "model/trace/Profile.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes::profile {

// One thread. Memory is O(distinct paths x metrics), counted by the builder.
class ProfileBuilder {
public:
    using Metric = std::size_t;
    using Node = std::uint32_t;
    static constexpr Node kTop = Profile::kNone;

    ProfileBuilder(ImportBuilder& builder, std::string_view format);

    // That of this name, a new one where there is none. The first is the main one. Beyond the bound of what an event may carry metrics
    // are counted and left out: kLeftOut, of which nothing is kept.
    [[nodiscard]] Metric metric(std::string_view name, ProfileMetric::Unit unit);
    // The call of `name` by a node, or at the top; on a device of its own where one is given.
    [[nodiscard]] Node child(Node caller, StringId name, StringId device = {});
    // A thread, or what else holds calls and is none.
    [[nodiscard]] Node group(StringId name);
    void add(Node node, Metric metric, Amount amount);
    // A row of the file's own table of functions.
    struct Function {
        StringId name;
        std::int64_t total = 0; // of the main metric
        std::int64_t callers = 0;
        std::vector<std::int64_t> values; // by metric
    };
    void addFunction(Function function);
    void tellEstimated();

    [[nodiscard]] bool isFull() const { return builder_.isFull(); }
    [[nodiscard]] bool isEmpty() const { return nodes_.empty() && functions_.empty(); }
    // Gives all to the builder.
    void finish();

private:
    static constexpr std::size_t kMostMetrics = 26;
    static constexpr Metric kLeftOut = kMostMetrics;

    struct Made {
        StringId name;
        Node caller = kTop;
        bool group = false;
        StringId device;
    };
    struct Kept {
        std::string name;
        ProfileMetric::Unit unit = ProfileMetric::Unit::Count;
        int digits = 0; // of all values
        std::vector<std::int64_t> values;
    };

    [[nodiscard]] Node made(const Made& node);
    void setCell(ImportArgs& args, std::size_t column, std::int64_t value, int digits);
    void describe();

    ImportBuilder& builder_;
    std::string format_;
    std::vector<Made> nodes_;
    std::vector<Kept> metrics_;
    std::vector<Function> functions_;
    std::unordered_map<std::uint64_t, Node> children_;                  // by caller and name
    std::map<std::pair<std::uint64_t, std::uint32_t>, Node> onDevices_; // and by device
    std::uint64_t bounded_ = 0;
    std::uint64_t leftOut_ = 0;
};

} // namespace lanes::profile
