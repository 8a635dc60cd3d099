#include "model/io/pftrace/PerfettoEvents.h"

#include "model/io/perfetto.pb.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lanes::pftrace {

namespace {

using Form = ArgColumn::Form;
using Type = PerfettoEvent::Type;

constexpr std::uint32_t kStateCleared = 1;
constexpr std::uint32_t kNeedsState = 2;
constexpr std::int64_t kNsPerUs = 1000;

enum TrackEventType : int { kBegin = 1, kEnd = 2, kInstant = 3, kCounter = 4, kStateEvent = 5 };

std::string number(double value) {
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return std::isfinite(value) ? std::string(text, end)
           : std::isnan(value)  ? "NaN"
           : value > 0          ? "Infinity"
                                : "-Infinity";
}

std::string scalarOf(const DebugAnnotation& a) {
    if (a.has_bool_value()) {
        return a.bool_value() ? "true" : "false";
    }
    if (a.has_double_value()) {
        return number(a.double_value());
    }
    if (a.has_int_value()) {
        return std::to_string(a.int_value());
    }
    return a.has_uint_value()      ? std::to_string(a.uint_value())
           : a.has_pointer_value() ? std::to_string(a.pointer_value())
                                   : "null";
}

std::int64_t nanoseconds(std::int64_t microseconds) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(microseconds) * kNsPerUs);
}

} // namespace

std::uint32_t PerfettoEvents::place(const PlaceKey& key) {
    const auto [found, fresh] = placeNumbers_.try_emplace(key, static_cast<std::uint32_t>(places_.size()));
    if (fresh) {
        constexpr std::size_t kBytesPerPlace = 200;
        builder_.account(kBytesPerPlace);
        places_.push_back(key);
    }
    return found->second;
}

std::uint32_t PerfettoEvents::clock(const PerfettoClocks::Key& key) {
    const auto [found, fresh] = clockNumbers_.try_emplace(key, static_cast<std::uint32_t>(clocks_.size()));
    if (fresh) {
        clocks_.push_back(key);
    }
    return found->second;
}

std::string PerfettoEvents::processName(std::int64_t pid) const {
    const auto found = processNames_.find(pid);
    return found == processNames_.end() ? std::string() : found->second;
}

std::string PerfettoEvents::threadName(std::int64_t pid, std::int64_t tid) const {
    const auto found = threads_.find({pid, tid});
    return found == threads_.end() ? std::string() : found->second;
}

std::int64_t PerfettoEvents::processOf(std::int64_t tid) const {
    const auto found = processOfThread_.find(tid);
    return found == processOfThread_.end() ? -1 : found->second;
}

void PerfettoEvents::intern(State& state, const InternedData& data) {
    const auto add = [&](Texts& texts, const auto& entries) {
        for (const InternedName& entry : entries) {
            texts[entry.iid()] = builder_.text(entry.name());
        }
    };
    add(state.categories, data.categories());
    add(state.names, data.names());
    add(state.annotations, data.annotation_names());
    add(state.strings, data.strings());
    add(state.functions, data.functions());
    add(state.specs, data.gpu_specs());
    for (const InternedName& kernel : data.kernels()) {
        state.kernels[kernel.iid()] =
            builder_.text(kernel.demangled().empty() ? kernel.name() : kernel.demangled());
    }
    for (const InternedFrame& frame : data.frames()) {
        state.frames[frame.iid()] = {frame.function(), frame.file(),
                                     static_cast<std::int32_t>(frame.line() & INT32_MAX)};
    }
    for (const InternedCallstack& stack : data.callstacks()) {
        state.stacks[stack.iid()].assign(stack.frames().begin(), stack.frames().end());
    }
    for (const InternedCounters& counters : data.gpu_counters()) {
        auto& known = state.gpuCounters[counters.iid()];
        known.first = counters.gpu();
        for (const auto& spec : counters.descriptor().specs()) {
            known.second[spec.counter()] = builder_.text(spec.name());
        }
    }
}

void PerfettoEvents::setDefaults(State& state, const TracePacket& packet) {
    const pftrace::Defaults& written = packet.defaults();
    state.defaults = {};
    state.defaults.clock = written.clock();
    state.defaults.hasTrack = written.track_event().has_track_uuid();
    state.defaults.track = written.track_event().track_uuid();
    const auto& counters = written.track_event().extra_tracks();
    state.defaults.counters.assign(counters.begin(), counters.end());
    const auto& doubles = written.track_event().extra_double_tracks();
    state.defaults.doubles.assign(doubles.begin(), doubles.end());
}

void PerfettoEvents::nameThread(std::int64_t pid, std::int64_t tid, const std::string& name) {
    processOfThread_[tid] = pid;
    if (!name.empty()) {
        threads_[{pid, tid}] = name;
    }
}

void PerfettoEvents::describeTrack(const TrackDescriptor& written) {
    constexpr std::size_t kBytesPerTrack = 200;
    builder_.account(kBytesPerTrack);
    PerfettoTrack& track = tracks_[written.uuid()];
    for (const std::string* const name : {&written.name(), &written.static_name(), &written.atrace_name()}) {
        if (!name->empty()) {
            track.name = *name;
            break;
        }
    }
    if (written.has_parent()) {
        track.parent = written.parent();
        track.hasParent = true;
    }
    if (written.has_process()) {
        track.pid = written.process().pid();
        if (!written.process().process_name().empty()) {
            processNames_[track.pid] = written.process().process_name();
        }
    }
    if (written.has_thread()) {
        track.pid = written.thread().pid();
        track.tid = written.thread().tid();
        nameThread(track.pid, track.tid, written.thread().thread_name());
    }
    if (written.has_counter()) {
        track.counter = true;
        track.incremental = written.counter().incremental();
        track.multiplier = written.counter().unit_multiplier() == 0
                               ? 1
                               : static_cast<double>(written.counter().unit_multiplier());
    }
}

void PerfettoEvents::describe(const TracePacket& packet, Sequence& sequence) {
    if (packet.has_track()) {
        describeTrack(packet.track());
    }
    if (packet.has_process() && !packet.process().process_name().empty()) {
        processNames_[packet.process().pid()] = packet.process().process_name();
    }
    if (packet.has_thread()) {
        sequence.pid = packet.thread().pid();
        sequence.tid = packet.thread().tid();
        sequence.referenceUs = packet.thread().reference_us();
        nameThread(sequence.pid, sequence.tid, packet.thread().thread_name());
    }
    for (const ProcessTree::Process& process : packet.process_tree().processes()) {
        if (process.cmdline_size() > 0) {
            processNames_[process.pid()] = process.cmdline(0);
        }
    }
    for (const ProcessTree::Thread& thread : packet.process_tree().threads()) {
        nameThread(thread.tgid(), thread.tid(), thread.name());
    }
}

bool PerfettoEvents::timeOf(const TracePacket& packet, std::uint32_t sequence, const State& state,
                            PerfettoEvent& event) {
    const std::uint32_t written = packet.has_clock()       ? packet.clock()
                                  : packet.has_timestamp() ? state.defaults.clock
                                                           : 0;
    if (written == 0 || !packet.has_timestamp()) {
        event.time = static_cast<std::int64_t>(packet.timestamp());
        event.clock = clock({0, 0});
        return true;
    }
    const PerfettoClocks::Key key = PerfettoClocks::key(sequence, written);
    event.time = clockTable_.nanoseconds(key, packet.timestamp());
    event.clock = clock(key);
    return true;
}

void PerfettoEvents::take(const TracePacket& packet) {
    const std::uint32_t id = packet.sequence();
    Sequence& sequence = sequences_[id];
    if (sequence.number == 0) {
        sequence.number = static_cast<std::int64_t>(sequences_.size());
    }
    if (packet.packets_dropped()) {
        ++dropped_;
        sequence.valid = false;
    }
    if (packet.state_cleared() || (packet.flags() & kStateCleared) != 0) {
        sequence.state = {};
        sequence.valid = true;
    }
    if ((packet.flags() & kNeedsState) != 0 && !sequence.valid) {
        ++withoutState_;
        return;
    }
    if (packet.has_defaults()) {
        setDefaults(sequence.state, packet);
    }
    if (packet.has_interned()) {
        intern(sequence.state, packet.interned());
    }
    if (packet.has_clock_snapshot()) {
        clockTable_.add(packet.clock_snapshot(), id);
    }
    describe(packet, sequence);
    PerfettoEvent event;
    if (!timeOf(packet, id, sequence.state, event)) {
        return;
    }
    if (packet.has_track_event()) {
        addTrackEvent(packet.track_event(), sequence, event);
    } else if (packet.has_gpu_stage()) {
        addStage(packet.gpu_stage(), sequence.state, event);
    } else if (packet.has_gpu_counter()) {
        addGpuCounters(packet.gpu_counter(), sequence, event);
    } else if (packet.has_ftrace()) {
        addSwitches(packet);
    }
}

void PerfettoEvents::put(PerfettoEvent event) {
    builder_.account(sizeof(event));
    events_.push_back(event);
}

void PerfettoEvents::addArg(StringId key, Form form, std::int64_t cell) {
    builder_.account(sizeof(PerfettoArg));
    args_.push_back({key, form, cell});
}

StringId PerfettoEvents::nameOf(const DebugAnnotation& annotation, const State& state) const {
    return annotation.has_name() ? builder_.text(annotation.name())
                                 : state.annotations.at(annotation.name_iid());
}

std::string PerfettoEvents::textOf(const DebugAnnotation& annotation, const State& state) const {
    if (!annotation.has_string_iid()) {
        return annotation.string_value();
    }
    const StringId text = state.strings.at(annotation.string_iid());
    return text.valid() ? std::string(builder_.plain(text)) : std::string();
}

// A value as JSON, for lists and dictionaries.
std::string PerfettoEvents::jsonOf(const DebugAnnotation& a, const State& state, int depth) const {
    constexpr int kDeepest = 32;
    if (depth > kDeepest) {
        return "null";
    }
    if (a.dict_size() == 0 && a.array_size() == 0) {
        return a.has_string_value() || a.has_string_iid() ? '"' + escapeJson(textOf(a, state)) + '"'
                                                          : scalarOf(a);
    }
    const bool dict = a.dict_size() > 0;
    std::string text(1, dict ? '{' : '[');
    for (const DebugAnnotation& inner : dict ? a.dict() : a.array()) {
        text += text.size() > 1 ? ", " : "";
        if (dict) {
            const StringId key = nameOf(inner, state);
            text += '"' + escapeJson(key.valid() ? builder_.plain(key) : "") + "\": ";
        }
        text += jsonOf(inner, state, depth + 1);
    }
    return text + (dict ? '}' : ']');
}

void PerfettoEvents::addArgs(const TrackEvent& event, const State& state, PerfettoEvent& made) {
    made.firstArg = static_cast<std::uint32_t>(args_.size());
    for (const DebugAnnotation& a : event.annotations()) {
        const StringId key = nameOf(a, state);
        if (!key.valid()) {
            continue;
        }
        const bool nested = a.dict_size() > 0 || a.array_size() > 0;
        if (!nested && (a.has_string_value() || a.has_string_iid())) {
            addArg(key, Form::String, ArgValue::ofText(builder_.quoted(textOf(a, state))).encode());
        } else if (!nested && a.has_int_value() && ArgValue::fitsInteger(a.int_value())) {
            addArg(key, Form::Number, ArgValue::ofInteger(a.int_value()).encode());
        } else if (!nested && a.has_uint_value() && a.uint_value() < (std::uint64_t{1} << 60)) {
            addArg(key, Form::Number,
                   ArgValue::ofInteger(static_cast<std::int64_t>(a.uint_value())).encode());
        } else {
            addArg(key, Form::Raw, ArgValue::ofText(builder_.json(jsonOf(a, state, 0))).encode());
        }
    }
    if (const StackId stack = stackOf(event, state); stack.valid()) {
        addArg(builder_.text("Call stack"), Form::Raw, ArgValue::ofStack(stack).encode());
    }
    made.args = static_cast<std::uint32_t>(args_.size()) - made.firstArg;
}

// Frames stand outermost first.
StackId PerfettoEvents::stackOf(const TrackEvent& event, const State& state) {
    StackId stack;
    for (const Callstack::Frame& frame : event.callstack().frames()) {
        stack = builder_.stacks().intern(stack,
                                         {builder_.text(frame.function()), builder_.text(frame.file()),
                                          static_cast<std::int32_t>(frame.line() & INT32_MAX), StringId()});
    }
    const auto known =
        event.has_callstack_iid() ? state.stacks.find(event.callstack_iid()) : state.stacks.end();
    if (known != state.stacks.end()) {
        for (const std::uint64_t iid : known->second) {
            const auto frame = state.frames.find(iid);
            if (frame != state.frames.end()) {
                const StringId function = state.functions.at(frame->second.function);
                const StringId file = state.functions.at(frame->second.file);
                stack = builder_.stacks().intern(stack, {function, file.valid() ? file : builder_.text(""),
                                                         frame->second.line, StringId()});
            }
        }
    }
    return stack;
}

void PerfettoEvents::addFlows(const TrackEvent& event, PerfettoEvent& made) {
    made.firstFlow = static_cast<std::uint32_t>(flows_.size());
    const auto add = [&](const auto& ids, PerfettoFlow::Kind kind) {
        for (const std::uint64_t id : ids) {
            builder_.account(sizeof(PerfettoFlow));
            flows_.push_back({id, kind});
        }
    };
    add(event.flows(), PerfettoFlow::Kind::Step);
    add(event.old_flows(), PerfettoFlow::Kind::Step);
    add(event.flow_ends(), PerfettoFlow::Kind::End);
    add(event.old_flow_ends(), PerfettoFlow::Kind::End);
    add(event.correlation().launches(), PerfettoFlow::Kind::Launches);
    add(event.correlation().waits(), PerfettoFlow::Kind::WaitsFor);
    made.flows = static_cast<std::uint32_t>(flows_.size()) - made.firstFlow;
}

// Incremental counters add up in the order of the file.
void PerfettoEvents::addSample(std::uint64_t track, double value, Sequence& sequence, PerfettoEvent at) {
    if (const auto known = tracks_.find(track); known != tracks_.end() && known->second.counter) {
        if (known->second.incremental) {
            value = sequence.state.counters[track] += value;
        }
        value *= known->second.multiplier;
    }
    at.type = Type::Sample;
    at.name = StringId(); // the track's
    at.value = value;
    at.place = place({PlaceKey::Kind::Track, static_cast<std::int64_t>(track), 0, {}});
    put(at);
}

void PerfettoEvents::addSamples(const TrackEvent& event, Sequence& sequence, const PerfettoEvent& at) {
    const Defaults& defaults = sequence.state.defaults;
    for (int i = 0; i < event.extra_values_size(); ++i) {
        const auto n = static_cast<std::size_t>(i);
        if (i < event.extra_tracks_size() ||
            (event.extra_tracks_size() == 0 && n < defaults.counters.size())) {
            addSample(event.extra_tracks_size() > 0 ? event.extra_tracks(i) : defaults.counters[n],
                      static_cast<double>(event.extra_values(i)), sequence, at);
        }
    }
    for (int i = 0; i < event.extra_doubles_size(); ++i) {
        const auto n = static_cast<std::size_t>(i);
        if (i < event.extra_double_tracks_size() ||
            (event.extra_double_tracks_size() == 0 && n < defaults.doubles.size())) {
            addSample(event.extra_double_tracks_size() > 0 ? event.extra_double_tracks(i)
                                                           : defaults.doubles[n],
                      event.extra_doubles(i), sequence, at);
        }
    }
}

// Chrome's phases within a track event.
void PerfettoEvents::addLegacy(const TrackEvent& event, Sequence& sequence, PerfettoEvent& made, PlaceKey& at,
                               int& type) {
    const LegacyEvent& legacy = event.legacy();
    const bool async = legacy.phase() == 'b' || legacy.phase() == 'e' || legacy.phase() == 'n' ||
                       legacy.phase() == 'S' || legacy.phase() == 'F';
    if (legacy.has_pid_override() || legacy.has_tid_override()) {
        at = {PlaceKey::Kind::Thread,
              legacy.has_pid_override() ? legacy.pid_override() : sequence.pid,
              legacy.has_tid_override() ? legacy.tid_override() : sequence.tid,
              {}};
    }
    if (async) {
        const std::uint64_t id = legacy.has_local_id()    ? legacy.local_id()
                                 : legacy.has_global_id() ? legacy.global_id()
                                                          : legacy.unscoped_id();
        const std::string scope = legacy.id_scope().empty() && made.category.valid()
                                      ? std::string(builder_.plain(made.category))
                                      : legacy.id_scope();
        at = {PlaceKey::Kind::Async, static_cast<std::int64_t>(id),
              legacy.has_global_id() ? -1 : sequence.pid, scope};
    }
    switch (legacy.phase()) {
    case 'B':
    case 'b':
    case 'S':
        type = kBegin;
        break;
    case 'E':
    case 'e':
    case 'F':
        type = kEnd;
        break;
    case 'I':
    case 'i':
    case 'R':
    case 'n':
        type = kInstant;
        break;
    case 'X':
        made.type = Type::Complete;
        made.duration = nanoseconds(legacy.duration_us());
        type = -1;
        break;
    default:
        break;
    }
}

void PerfettoEvents::addTrackEvent(const TrackEvent& event, Sequence& sequence, PerfettoEvent made) {
    const State& state = sequence.state;
    if (event.has_timestamp_absolute_us()) {
        made.time = nanoseconds(event.timestamp_absolute_us());
    } else if (event.has_timestamp_delta_us()) {
        sequence.referenceUs = boundedSum(sequence.referenceUs, event.timestamp_delta_us());
        made.time = nanoseconds(sequence.referenceUs);
    }
    made.name = event.has_name() ? builder_.text(event.name()) : state.names.at(event.name_iid());
    if (!made.name.valid() && event.has_legacy()) {
        made.name = state.names.at(event.legacy().name_iid());
    }
    std::string categories;
    const auto addCategory = [&](std::string_view name) {
        categories += (categories.empty() ? "" : ",") + std::string(name);
    };
    for (const std::string& category : event.categories()) {
        addCategory(category);
    }
    for (const std::uint64_t iid : event.category_iids()) {
        if (const StringId category = state.categories.at(iid); category.valid()) {
            addCategory(builder_.plain(category));
        }
    }
    made.category = categories.empty() ? StringId() : builder_.text(categories);
    const bool onTrack = event.has_track_uuid() || state.defaults.hasTrack;
    const std::uint64_t uuid = event.has_track_uuid() ? event.track_uuid() : state.defaults.track;
    PlaceKey at = onTrack ? PlaceKey{PlaceKey::Kind::Track, static_cast<std::int64_t>(uuid), 0, {}}
                  : sequence.tid >= 0 ? PlaceKey{PlaceKey::Kind::Thread, sequence.pid, sequence.tid, {}}
                                      : PlaceKey{PlaceKey::Kind::Sequence, sequence.number, 0, {}};
    addSamples(event, sequence, made);
    int type = event.type();
    if (type == 0 && event.has_legacy() && event.legacy().phase() != 0) {
        addLegacy(event, sequence, made, at, type);
    }
    switch (type) {
    case kBegin:
        made.type = Type::Begin;
        break;
    case kEnd:
        made.type = Type::End;
        break;
    case kInstant:
        made.type = Type::Instant;
        break;
    case kCounter:
        addSample(uuid,
                  event.has_counter_value() ? static_cast<double>(event.counter_value())
                                            : event.double_value(),
                  sequence, made);
        return;
    case -1: // complete
        break;
    default:
        ++unread_[type == kStateEvent ? "states of tracks" : "events of type " + std::to_string(type)];
        return;
    }
    made.place = place(at);
    addArgs(event, state, made);
    addFlows(event, made);
    put(made);
}

void PerfettoEvents::addStage(const GpuRenderStageEvent& stage, const State& state, PerfettoEvent made) {
    const auto spec = [&](std::uint64_t iid, std::string_view what, std::int64_t id) {
        const StringId known = state.specs.at(iid);
        return known.valid() ? std::string(builder_.plain(known)) : std::string(what) + std::to_string(id);
    };
    const std::string queue = spec(stage.queue_iid(), "queue ", stage.queue_id());
    const std::string kind = spec(stage.stage_iid(), "stage ", stage.stage_id());
    const StringId kernel = state.kernels.at(stage.kernel_iid());
    const StringId named =
        stage.name().empty() ? state.names.at(stage.name_iid()) : builder_.text(stage.name());
    made.name = named.valid() && !builder_.plain(named).empty() ? named
                : kernel.valid()                                ? kernel
                                                                : builder_.text(kind);
    made.category = builder_.text(kind);
    made.type = Type::Complete;
    made.duration = static_cast<std::int64_t>(stage.duration());
    made.place = place({PlaceKey::Kind::Queue, stage.gpu(), 0, queue});
    made.firstArg = static_cast<std::uint32_t>(args_.size());
    for (const GpuRenderStageEvent::Extra& extra : stage.extra()) {
        std::int64_t value = 0;
        const char* const end = extra.value().data() + extra.value().size();
        const bool whole =
            std::from_chars(extra.value().data(), end, value).ptr == end && !extra.value().empty();
        addArg(builder_.text(extra.name()), whole ? Form::Number : Form::String,
               whole && ArgValue::fitsInteger(value)
                   ? ArgValue::ofInteger(value).encode()
                   : ArgValue::ofText(builder_.quoted(extra.value())).encode());
    }
    made.args = static_cast<std::uint32_t>(args_.size()) - made.firstArg;
    made.firstFlow = static_cast<std::uint32_t>(flows_.size());
    flows_.push_back({stage.id(), PerfettoFlow::Kind::Is});
    for (const std::uint64_t id : stage.waits()) {
        flows_.push_back({id, PerfettoFlow::Kind::WaitsFor});
    }
    made.flows = static_cast<std::uint32_t>(flows_.size()) - made.firstFlow;
    put(made);
}

void PerfettoEvents::addGpuCounters(const GpuCounterEvent& event, Sequence& sequence, PerfettoEvent made) {
    const auto known = sequence.state.gpuCounters.find(event.descriptor_iid());
    const bool interned = event.has_descriptor_iid() && known != sequence.state.gpuCounters.end();
    for (const auto& spec : event.descriptor().specs()) {
        sequence.gpuCounters[spec.counter()] = builder_.text(spec.name());
    }
    const std::int64_t gpu = interned ? known->second.first : event.gpu();
    const std::map<std::uint32_t, StringId>& names = interned ? known->second.second : sequence.gpuCounters;
    for (const GpuCounterEvent::Counter& counter : event.counters()) {
        const auto name = names.find(counter.id());
        made.type = Type::Sample;
        made.name =
            name == names.end() ? builder_.text("counter " + std::to_string(counter.id())) : name->second;
        made.value =
            counter.has_double_value() ? counter.double_value() : static_cast<double>(counter.int_value());
        made.place = place({PlaceKey::Kind::Queue, gpu, 0, {}});
        put(made);
    }
}

void PerfettoEvents::addSwitches(const TracePacket& packet) {
    const FtraceBundle& bundle = packet.ftrace();
    builder_.account(sizeof(PerfettoSwitch) *
                     static_cast<std::size_t>(bundle.event_size() + bundle.compact().timestamp_size()));
    for (const FtraceBundle::Event& event : bundle.event()) {
        if (event.has_sched_switch()) {
            switches_.push_back({static_cast<std::int64_t>(event.timestamp()), bundle.cpu(),
                                 event.sched_switch().next_pid()});
        } else {
            ++unread_["ftrace events"];
        }
    }
    std::uint64_t time = 0;
    for (int i = 0; i < std::min(bundle.compact().timestamp_size(), bundle.compact().next_pid_size()); ++i) {
        time += bundle.compact().timestamp(i);
        switches_.push_back({static_cast<std::int64_t>(time), bundle.cpu(), bundle.compact().next_pid(i)});
    }
}

void PerfettoEvents::tell() const {
    Diagnostics& diagnostics = builder_.diagnostics();
    for (const auto& [what, count] : unread_) {
        builder_.tellUnread(what, count);
    }
    if (dropped_ > 0) {
        diagnostics.add("packets-lost", Severity::Loss, "The recorder lost packets of a sequence.", -1,
                        dropped_);
    }
    if (withoutState_ > 0) {
        diagnostics.add("packets-without-state", Severity::Loss,
                        "Packets are left out: the names that they refer to were lost.", -1, withoutState_);
    }
}

} // namespace lanes::pftrace
