// Converts a memory snapshot of torch: takes it apart while its pickle is read, then makes a trace.
#pragma once

#include "model/io/plain/Values.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanes::pickle {

// One thread. Frames, stacks and allocator events are taken out of the pickle as soon as they are complete. So a file of
// a gigabyte does not become a tree of objects.
class Snapshot {
public:
    explicit Snapshot(ImportBuilder& builder)
        : builder_(builder) {}

    [[nodiscard]] plain::Values::Digest digestDict(const plain::Values& values, plain::Items items);
    [[nodiscard]] plain::Values::Digest digestList(const plain::Values& values, plain::Values::Digest before,
                                                   plain::Items items);

    // True if the pickle is a snapshot: a dict with segments and device_traces, or before torch 2.0 a list of segments.
    [[nodiscard]] static bool is(const plain::Values& values, plain::Value root);
    // True if there is a list of events.
    [[nodiscard]] bool hasEvents() const { return !lists_.empty(); }
    // Adds everything to the builder.
    void build(const plain::Values& values, plain::Value root);

private:
    enum Kind : std::uint8_t { kItems, kFrame, kStack, kEvent, kEvents, kBlock, kBlocks };
    struct Event {
        std::int64_t time = 0; // microseconds of Unix time; 0: the file is older than torch 2.2
        std::uint64_t address = 0;
        std::int64_t bytes = 0;
        std::int32_t stream = 0;   // only displayed; a handle of the driver may be longer
        std::int32_t failure = -1; // for an OOM: index in `failures_`
        StringId action;
        StackId stack;
    };
    struct Device {
        std::int64_t reserved = 0; // at the end of the recording
        std::int64_t active = 0;
    };

    [[nodiscard]] StackId stackOf(const plain::Values& values, plain::Value frames) const;
    [[nodiscard]] plain::Values::Digest digestEvent(const plain::Values& values, plain::Items items,
                                                    plain::Value action);
    void readSegments(const plain::Values& values, plain::Value segments);
    void addDevice(std::int64_t index, std::deque<Event>& events);
    [[nodiscard]] Device beforeHistory(std::int64_t index, const std::deque<Event>& events);
    void addEvent(std::int64_t index, const Event& event, Device& now,
                  std::unordered_map<std::uint64_t, std::int64_t>& live);
    void addInstant(std::int64_t index, const Event& event, std::string_view action);
    void addAnnotations(const plain::Values& values, plain::Value annotations);
    void findBegin(const plain::Values& values, plain::Value annotations);
    void numberEvents();
    [[nodiscard]] TimeNs timeOf(std::int64_t microseconds) const;
    [[nodiscard]] TrackId allocatorTrack(std::int64_t device);
    [[nodiscard]] ProcessId process();

    ImportBuilder& builder_;
    std::vector<Frame> frames_;
    std::vector<StackId> stacks_;
    std::vector<Event> whole_;           // events that no list has taken yet
    std::vector<std::int64_t> failures_; // free bytes at each failure
    std::vector<std::deque<Event>> lists_;
    std::vector<std::int64_t> block_;       // active bytes of blocks that no list has taken yet
    std::vector<std::int64_t> activeBytes_; // by list of blocks
    std::map<std::int64_t, Device> devices_;
    std::int64_t begin_ = 0; // microseconds
    ProcessId process_;
    std::map<std::int64_t, TrackId> tracks_; // by device
    ImportShapeId instants_;
    ImportShapeId annotations_;
    std::uint64_t unknownFrees_ = 0;
    bool totalsKnown_ = true; // for the device that is being added
};

} // namespace lanes::pickle
