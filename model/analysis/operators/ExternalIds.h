// Finds operators by their "External id", the number that Kineto also writes to their launched work.
#pragma once

#include "model/trace/FileId.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanes {

inline constexpr std::string_view kExternalId = "External id"; // the argument's key

// Numbers are valid within one process only. Immutable; any thread.
class ExternalIds {
public:
    // The ids of all operators; null if asked to stop. O(operators log operators).
    [[nodiscard]] static std::shared_ptr<const ExternalIds> ofAll(const Trace& trace,
                                                                  const std::stop_token& stop = {});
    // The ids of operators that some of `work` may belong to. O(work log work), and O(operators log work) if any of it
    // has a number.
    ExternalIds(const Trace& trace, const std::vector<SliceId>& work);

    // The first operator with the number of `work`, for work without a known launch; none without a number. The work's
    // own process is searched first, else the other processes of its rank. None if two of them have the number.
    [[nodiscard]] SliceId operatorOf(const Trace& trace, SliceId work) const;
    // The operator with the number of `work`, or of `launch`, which launched it, if the work has none. The operator must
    // be on the thread of the launch and open during it. Old traces number operators and work independently, so the
    // number alone proves nothing.
    [[nodiscard]] SliceId operatorDuring(const Trace& trace, SliceId work, SliceId launch) const;

private:
    explicit ExternalIds(const StringTable& strings);
    [[nodiscard]] std::int64_t numberOf(const Trace& trace, SliceId event) const;
    template<class Wanted>
    [[nodiscard]] bool collect(const Trace& trace, const Wanted& isWanted, const std::stop_token& stop);

    struct Entry {
        FileId id;
        SliceId op;
    };
    StringId key_;               // finding it is linear in the number of texts, so it is found once
    StringId older_;             // its spelling in traces of early torch
    std::vector<Entry> entries_; // by id and operator
};

} // namespace lanes
