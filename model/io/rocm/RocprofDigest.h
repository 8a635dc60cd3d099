// Takes the objects of rocprofv3's JSON apart as soon as they are complete, so that a large file never becomes a tree in
// memory.
#pragma once

#include "model/io/plain/Values.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanes::rocm {

// The data of one process in the file.
struct RocprofProcess {
    struct Agent {
        bool gpu = false;
        std::int64_t node = -1;
        std::int64_t number = -1; // among agents of its type; -1: not given
        StringId name;
    };
    struct Record {
        std::int64_t kind = -1; // its name is in `kinds`
        std::int64_t operation = -1;
        std::int64_t thread = -1;
        std::int64_t correlation = 0; // 0: none
        std::optional<TimeNs> start;
        TimeNs end = 0;
    };
    struct Dispatch {
        Record record;
        std::int64_t agent = -1; // the agent's handle
        std::int64_t queue = -1;
        std::int64_t stream = -1;
        std::int64_t kernel = -1;
        std::int64_t number = -1; // of the dispatch
        std::array<std::int64_t, 3> grid{};
        std::array<std::int64_t, 3> group{};
        std::int64_t sharedMemory = 0; // bytes
        std::int64_t privateMemory = 0;
    };
    struct Call {
        Record record;
        std::string arguments; // "dst=0x7f…, sizeBytes=64"
    };
    struct Copy {
        Record record;
        std::int64_t from = -1; // agents' handles
        std::int64_t to = -1;
        std::int64_t stream = -1;
        std::int64_t bytes = 0;
    };
    struct Allocation {
        Record record;
        std::int64_t agent = -1;
        std::uint64_t address = 0;
        std::int64_t bytes = 0;
    };
    struct CounterValue {
        std::int64_t counter = -1;
        double value = 0;
    };
    struct Counted {              // a dispatch with counter values
        std::size_t dispatch = 0; // index in `countedDispatches`
        std::vector<CounterValue> values;
    };
    struct Kind { // of records
        StringId name;
        std::vector<StringId> operations;
    };

    std::int64_t pid = -1;
    StringId command;
    std::map<std::int64_t, Agent> agents; // by handle
    std::unordered_map<std::int64_t, StringId> kernels;
    std::unordered_map<std::int64_t, StringId> counters;
    std::unordered_map<std::int64_t, StringId> messages; // of markers, by correlation
    std::vector<Kind> kinds;
    std::vector<Dispatch> dispatches;
    std::vector<Dispatch> countedDispatches;
    std::vector<Counted> counted;
    std::vector<Call> calls;
    std::vector<Copy> copies;
    std::vector<Allocation> allocations;
    std::map<std::string, std::uint64_t> unread; // number of records that are not read, by kind
};

// One thread. Calls `ended` for each complete process.
class RocprofDigest {
public:
    using Ended = std::function<void(const RocprofProcess&)>;

    RocprofDigest(ImportBuilder& builder, plain::Values& values, Ended ended);

    // Ends the process of a file that ends within it.
    void endProcess();

private:
    enum Key : std::uint8_t;
    class Object;
    // The digest of a nested object.
    enum Kind : std::uint8_t {
        kItems,
        kHandle,
        kTriple,
        kDispatchInfo,
        kCountedDispatch,
        kCounterValue,
        kRead
    };

    [[nodiscard]] plain::Values::Digest digest(plain::Items items);
    [[nodiscard]] plain::Values::Digest digestRecord(const Object& object);
    [[nodiscard]] plain::Values::Digest digestDispatch(const Object& object);
    [[nodiscard]] std::optional<plain::Values::Digest> digestFacts(const Object& object);
    void readStrings(const Object& object);
    void readCounted(const Object& object);
    [[nodiscard]] RocprofProcess::Record recordOf(const Object& object) const;
    [[nodiscard]] std::int64_t handle(plain::Value value) const;
    [[nodiscard]] std::array<std::int64_t, 3> triple(plain::Value value) const;
    [[nodiscard]] std::string argumentsOf(plain::Value value) const;
    template<class Row>
    void keep(std::vector<Row>& rows, Row row);

    ImportBuilder& builder_;
    plain::Values& values_;
    Ended ended_;
    std::vector<Key> keys_; // by the number of their text
    RocprofProcess process_;
    std::vector<std::int64_t> handles_;
    std::unordered_map<std::int64_t, std::uint32_t> numberOfHandle_;
    std::vector<std::array<std::int64_t, 3>> triples_;
    std::map<std::array<std::int64_t, 3>, std::uint32_t> numberOfTriple_;
    std::vector<RocprofProcess::Dispatch> infos_;
    std::vector<RocprofProcess::CounterValue> counterValues_;
};

} // namespace lanes::rocm
