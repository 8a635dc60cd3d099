// Decodes the packets of a Perfetto trace: names are looked up, times stay as written. The state of a sequence changes
// from packet to packet, so packets are decoded in the order of the file. Times are converted and sorted afterwards.
#pragma once

#include "model/io/import/ImportBuilder.h"
#include "model/io/pftrace/PerfettoClocks.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes::pftrace {

class DebugAnnotation;
class GpuCounterEvent;
class GpuRenderStageEvent;
class InternedData;
class TracePacket;
class TrackDescriptor;
class TrackEvent;

// A place of the trace before it has a row.
struct PerfettoTrack {
    std::string name;
    std::uint64_t parent = 0;
    bool hasParent = false;
    std::int64_t pid = -1;
    std::int64_t tid = -1;
    bool counter = false;
    bool incremental = false;
    double multiplier = 1;
};

// Key of the row of an event: a track by uuid, a thread of a sequence without tracks, or the sequence itself. Otherwise a
// queue of a GPU, or an asynchronous range by its id.
struct PlaceKey {
    enum class Kind : std::uint8_t { Track, Thread, Sequence, Queue, Async };
    Kind kind = Kind::Sequence;
    std::int64_t a = 0; // uuid, pid, sequence, GPU, id
    std::int64_t b = 0; // tid
    std::string text;   // name of the queue; scope of the id
    friend auto operator<=>(const PlaceKey&, const PlaceKey&) = default;
};

struct PerfettoEvent {
    enum class Type : std::uint8_t { Begin, End, Complete, Instant, Sample };
    std::int64_t time = 0;     // of `clock`, in nanoseconds
    std::int64_t duration = 0; // of a Complete one
    double value = 0;          // of a Sample
    std::uint32_t clock = 0;   // index in PerfettoEvents::clocks()
    std::uint32_t place = 0;   // index in PerfettoEvents::places()
    StringId name;
    StringId category; // several are joined by commas
    std::uint32_t firstArg = 0;
    std::uint32_t args = 0;
    std::uint32_t firstFlow = 0;
    std::uint32_t flows = 0;
    Type type = Type::Instant;
};

struct PerfettoArg {
    StringId key;
    ArgColumn::Form form = ArgColumn::Form::Number;
    std::int64_t cell = 0;
};

struct PerfettoFlow {
    enum class Kind : std::uint8_t { Step, End, Launches, WaitsFor, Is }; // Is: the id of GPU work
    std::uint64_t id = 0;
    Kind kind = Kind::Step;
};

struct PerfettoSwitch {
    std::int64_t time = 0;
    std::int64_t cpu = 0;
    std::int64_t next = 0; // tid
};

// One thread.
class PerfettoEvents {
public:
    explicit PerfettoEvents(ImportBuilder& builder)
        : builder_(builder) {}

    void take(const TracePacket& packet);

    [[nodiscard]] PerfettoClocks& clocks() { return clockTable_; }
    [[nodiscard]] const std::vector<PerfettoClocks::Key>& clockKeys() const { return clocks_; }
    [[nodiscard]] const std::vector<PlaceKey>& places() const { return places_; }
    [[nodiscard]] const std::map<std::uint64_t, PerfettoTrack>& tracks() const { return tracks_; }
    [[nodiscard]] const std::vector<PerfettoEvent>& events() const { return events_; }
    [[nodiscard]] const std::vector<PerfettoArg>& args() const { return args_; }
    [[nodiscard]] const std::vector<PerfettoFlow>& flows() const { return flows_; }
    [[nodiscard]] const std::vector<PerfettoSwitch>& switches() const { return switches_; }
    [[nodiscard]] std::string processName(std::int64_t pid) const;
    [[nodiscard]] std::string threadName(std::int64_t pid, std::int64_t tid) const;
    [[nodiscard]] std::int64_t processOf(std::int64_t tid) const; // -1: not known
    // Adds the problems to the session's diagnostics.
    void tell() const;

private:
    struct Frame {
        std::uint64_t function = 0;
        std::uint64_t file = 0;
        std::int32_t line = 0;
    };
    struct Texts : std::unordered_map<std::uint64_t, StringId> {
        [[nodiscard]] StringId at(std::uint64_t iid) const {
            const auto found = find(iid);
            return found == end() ? StringId() : found->second;
        }
    };
    struct Defaults {
        bool hasTrack = false;
        std::uint64_t track = 0;
        std::uint32_t clock = 0;
        std::vector<std::uint64_t> counters;
        std::vector<std::uint64_t> doubles;
    };
    struct State { // of one sequence, since it was last cleared
        Texts categories, names, annotations, strings, functions, specs, kernels;
        std::unordered_map<std::uint64_t, Frame> frames;
        std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> stacks;
        std::unordered_map<std::uint64_t, std::pair<std::int64_t, std::map<std::uint32_t, StringId>>>
            gpuCounters;
        Defaults defaults;
        std::map<std::uint64_t, double> counters; // incremental ones
    };
    struct Sequence {
        State state;
        bool valid = false;
        std::int64_t pid = -1;
        std::int64_t tid = -1;
        std::int64_t referenceUs = 0;
        std::int64_t number = 0;
        std::map<std::uint32_t, StringId> gpuCounters; // of descriptors within events
    };

    void intern(State& state, const InternedData& data);
    void setDefaults(State& state, const TracePacket& packet);
    void describe(const TracePacket& packet, Sequence& sequence);
    void describeTrack(const TrackDescriptor& track);
    void nameThread(std::int64_t pid, std::int64_t tid, const std::string& name);
    // Sets the time of the event; false if the packet's time is not known.
    bool timeOf(const TracePacket& packet, std::uint32_t sequence, const State& state, PerfettoEvent& event);
    void addTrackEvent(const TrackEvent& event, Sequence& sequence, PerfettoEvent made);
    void addLegacy(const TrackEvent& event, Sequence& sequence, PerfettoEvent& made, PlaceKey& place,
                   int& phase);
    void addSamples(const TrackEvent& event, Sequence& sequence, const PerfettoEvent& at);
    void addSample(std::uint64_t track, double value, Sequence& sequence, PerfettoEvent at);
    void addFlows(const TrackEvent& event, PerfettoEvent& made);
    void addArgs(const TrackEvent& event, const State& state, PerfettoEvent& made);
    void addStage(const GpuRenderStageEvent& stage, const State& state, PerfettoEvent made);
    void addGpuCounters(const GpuCounterEvent& event, Sequence& sequence, PerfettoEvent made);
    void addSwitches(const TracePacket& packet);
    void put(PerfettoEvent event);
    void addArg(StringId key, ArgColumn::Form form, std::int64_t cell);
    [[nodiscard]] StackId stackOf(const TrackEvent& event, const State& state);
    [[nodiscard]] std::string jsonOf(const DebugAnnotation& annotation, const State& state, int depth) const;
    [[nodiscard]] StringId nameOf(const DebugAnnotation& annotation, const State& state) const;
    [[nodiscard]] std::string textOf(const DebugAnnotation& annotation, const State& state) const;
    [[nodiscard]] std::uint32_t place(const PlaceKey& key);
    [[nodiscard]] std::uint32_t clock(const PerfettoClocks::Key& key);

    ImportBuilder& builder_;
    PerfettoClocks clockTable_;
    std::map<std::uint32_t, Sequence> sequences_;
    std::map<std::uint64_t, PerfettoTrack> tracks_;
    std::map<std::int64_t, std::string> processNames_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> threads_; // names, by pid and tid
    std::map<std::int64_t, std::int64_t> processOfThread_; // by tid, because switches of CPUs name threads
    std::vector<PlaceKey> places_;
    std::map<PlaceKey, std::uint32_t> placeNumbers_;
    std::vector<PerfettoClocks::Key> clocks_;
    std::map<PerfettoClocks::Key, std::uint32_t> clockNumbers_;
    std::vector<PerfettoEvent> events_;
    std::vector<PerfettoArg> args_;
    std::vector<PerfettoFlow> flows_;
    std::vector<PerfettoSwitch> switches_;
    std::map<std::string, std::uint64_t> unread_; // kinds of packets and events that are not shown
    std::uint64_t dropped_ = 0;
    std::uint64_t withoutState_ = 0;
};

} // namespace lanes::pftrace
