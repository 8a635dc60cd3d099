// Small traces with meaning, written call by call: operators with shapes, launches with their kernels,
// allocations.
#pragma once

#include "tests/support/TraceBuilder.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::test {

class TraceSketch {
public:
    using Ref = std::pair<TrackId, std::uint64_t>; // a slice: track and order of addition there
    struct Arg {
        std::string_view key;
        std::string text; // digits: an integer; starting with [ or {: raw JSON; else a string
    };

    TraceSketch();

    // "main" and the like are threads of one process; "gpu0/7" is stream 7 of device 0.
    TrackId track(const std::string& name);
    Ref slice(const std::string& trackName, std::string_view category, std::string_view name, TimeNs start,
              TimeNs duration, const std::vector<Arg>& args = {});
    Ref op(const std::string& trackName, std::string_view name, TimeNs start, TimeNs duration,
           const std::string& dims = "", const std::string& types = "");
    // A launching call of `duration` 5 at `at` on `thread`, and the kernel it launched.
    Ref kernel(const std::string& thread, TimeNs at, const std::string& stream, std::string_view name,
               TimeNs start, TimeNs duration, std::string_view category = "kernel",
               const std::vector<Arg>& args = {});
    void link(LinkKind kind, Ref from, Ref to) { builder_.addLink(kind, from, to); }
    // bytes > 0 allocates, < 0 frees; `type` and `device` as Kineto numbers them.
    void memory(const std::string& thread, TimeNs at, std::uint64_t address, std::int64_t bytes,
                std::int64_t totalAllocated, std::int64_t totalReserved, std::int8_t type = 1,
                std::int8_t device = 0);
    // Of the recording.
    void pause(TimeNs start, TimeNs duration);
    // `scope` as Chrome has it: "t", "p" or "g"; empty: it says none. Other phases make other points of it.
    void instant(const std::string& trackName, std::string_view name, TimeNs at, std::string_view scope,
                 char phase = 'i', const std::vector<Arg>& args = {}, std::string_view category = {});
    [[nodiscard]] TraceBuilder& builder() { return builder_; }
    [[nodiscard]] std::shared_ptr<const Trace> build() { return builder_.publish(); }

private:
    [[nodiscard]] std::vector<std::int64_t> cellsOf(const std::vector<Arg>& args, ArgLayout& layout);
    TraceBuilder builder_;
    ProcessId host_;
    std::map<std::string, ProcessId> devices_;
    std::map<std::string, TrackId> tracks_;
    std::map<std::uint32_t, std::uint64_t> counts_;
};

} // namespace lanes::test
