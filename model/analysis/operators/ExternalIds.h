// Operators by their "External id", the number that Kineto also writes to what they launched.
#pragma once

#include "model/trace/FileId.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanes {

inline constexpr std::string_view kExternalId = "External id"; // the argument

// Numbers mean something within one process only. Immutable; any thread.
class ExternalIds {
public:
    // Of all operators; null if asked to stop. O(operators log operators).
    [[nodiscard]] static std::shared_ptr<const ExternalIds> ofAll(const Trace& trace,
                                                                  const std::stop_token& stop = {});
    // Of those that some of `work` may belong to. O(work log work), and O(operators log work) if any of it has a number.
    ExternalIds(const Trace& trace, const std::vector<SliceId>& work);

    // The first operator with the number that `work`, which nobody is known to have launched, carries; none without one. Of
    // several processes the work's own counts, else the only one of its rank: where two have the number, nobody knows.
    [[nodiscard]] SliceId operatorOf(const Trace& trace, SliceId work) const;
    // The operator with the number of `work`, or without one of `launch`, which launched it: on the thread of the launch, and
    // open during it. Old traces number operators and work apart, so that a number alone says nothing.
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
    StringId key_;               // finding it takes as long as there are texts, so it is found once
    StringId older_;             // its spelling in traces of early torch
    std::vector<Entry> entries_; // by id and operator
};

} // namespace lanes
