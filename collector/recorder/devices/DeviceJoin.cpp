#include "collector/recorder/devices/DeviceJoin.h"

#include "collector/recorder/LiveMetrics.h"
#include "model/trace/Category.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <type_traits>

namespace lanes::recorder {

namespace {

// No machine has more; what a program makes up must not fill the session.
constexpr std::size_t kMostJoinedDevices = 1024;
constexpr std::size_t kMostContexts = 1u << 16;
// Nothing that was recorded began long before the recording, or ends in the future.
constexpr TimeNs kSecond = 1'000'000'000;

// Whether a call asks how far a device is, or what memory it has left: programs ask in loops.
bool isQuestion(std::string_view call) {
    return call.starts_with("cudaEventQuery") || call.starts_with("cudaStreamQuery") ||
           call.starts_with("cuEventQuery") || call.starts_with("cuStreamQuery") ||
           call.starts_with("cudaMemGetInfo") || call.starts_with("cuMemGetInfo");
}
} // namespace

bool DeviceJoin::device(const ring::DeviceFacts& facts, std::string_view name) {
    const std::uint32_t index = facts.header.key;
    if (devices_.size() >= kMostJoinedDevices && !devices_.contains(index)) {
        return false;
    }
    DeviceProperties properties(facts, name);
    counts_.played += properties.isPlayed() && !devices_.contains(index) ? 1 : 0;
    devices_[index] = {context_.devices.device(user_, {index, properties.uuid(), properties.text()}),
                       figuresOf(facts), std::move(properties)};
    return true;
}

void DeviceJoin::tell(const ring::DeviceLink& link) {
    const std::array<std::string, 2> ends{uuidText(link.first), uuidText(link.second)};
    const auto nameOf = [this](const std::string& uuid) {
        for (const auto& [index, device] : devices_) {
            if (!uuid.empty() && device.properties.uuid() == uuid) {
                return "GPU " + std::to_string(index);
            }
        }
        return uuid.empty() ? std::string("the host") : uuid;
    };
    for (std::size_t i = 0; i < ends.size(); ++i) {
        for (auto& [index, device] : devices_) {
            if (!ends[i].empty() && device.properties.uuid() == ends[i]) {
                device.properties.addLink(link, nameOf(ends[1 - i]));
                context_.devices.device(user_, {index, ends[i], device.properties.text()});
            }
        }
    }
}

void DeviceJoin::contextOf(std::uint32_t context, std::uint32_t device) {
    if (contexts_.size() >= kMostContexts) {
        contexts_.clear(); // they are told anew with each record
    }
    contexts_[context] = device;
    const auto placeEarly = [&](auto& early, auto put) {
        const auto first = early.lower_bound({context, 0});
        auto last = first;
        for (; last != early.end() && last->first.first == context; ++last) {
            (this->*put)(device, last->first, last->second);
        }
        early.erase(first, last);
    };
    placeEarly(earlyNames_, &DeviceJoin::placeName);
    placeEarly(earlySettings_, &DeviceJoin::placeSetting);
}

void DeviceJoin::nameStream(std::uint32_t context, std::uint32_t stream, StringId name) {
    if (const auto known = contexts_.find(context); known != contexts_.end()) {
        placeName(known->second, {context, stream}, name);
    } else if (earlyNames_.size() < kMostContexts) {
        earlyNames_[{context, stream}] = name;
    }
}

void DeviceJoin::setStream(std::uint32_t context, std::uint32_t stream, const StreamSetting& setting) {
    if (const auto known = contexts_.find(context); known != contexts_.end()) {
        placeSetting(known->second, {context, stream}, setting);
    } else if (earlySettings_.size() < kMostContexts) {
        earlySettings_[{context, stream}] = setting;
    }
}

void DeviceJoin::placeSetting(std::uint32_t index, const StreamKey& stream, const StreamSetting& setting) {
    if (const KnownDevice* device = deviceOf(index)) {
        context_.devices.setStream(device->process, user_, stream.first, stream.second, setting);
    }
}

void DeviceJoin::placeName(std::uint32_t index, const StreamKey& stream, StringId name) {
    if (const KnownDevice* device = deviceOf(index)) {
        context_.devices.nameStream(device->process, user_, stream.first, stream.second, name);
    }
}

DeviceJoin::KnownDevice* DeviceJoin::deviceOf(std::uint32_t index) {
    const auto known = devices_.find(index);
    if (known != devices_.end()) {
        return &known->second;
    }
    if (devices_.size() >= kMostJoinedDevices) {
        ++counts_.placeless;
        return nullptr;
    }
    return &(devices_[index] = {context_.devices.device(user_, {index, {}, {}}), {}, {}});
}

void DeviceJoin::pause(TimeNs from, StringId why) {
    if (pause_) {
        return;
    }
    SliceRecord slice;
    slice.start = from;
    slice.duration = -1; // has not ended
    slice.name = why;
    slice.layout = rows_.pause(cells_);
    const TrackId track = context_.tracks.track({Track::Kind::Other, user_.process, 0}, "Devices", 0);
    streams_.insert(track);
    pause_ = context_.sink.addSlice(track, slice, cells_);
    pausedFrom_ = from;
    ++counts_.pauses;
}

void DeviceJoin::resume(TimeNs at) {
    if (pause_ && at >= pausedFrom_) {
        context_.sink.endSlice(std::exchange(pause_, {}), at);
    }
}

bool DeviceJoin::hasCall(const DeviceRecord& record) const {
    return std::visit(
        [this](const auto& what) {
            using Record = std::decay_t<decltype(what)>;
            if constexpr (std::is_same_v<Record, ring::ApiCall> ||
                          std::is_same_v<Record, ring::ProfilerOverhead>) {
                return true; // needs none
            } else {
                const LaunchedCall* call = launches_.find(what.header.key);
                return call != nullptr && call->slice;
            }
        },
        record.what);
}

void DeviceJoin::inside(bool entered, TimeNs at) {
    if (entered) {
        if (threadsInside_ == 0) {
            inside_.emplace_back(at, std::numeric_limits<TimeNs>::max());
        }
        ++threadsInside_;
    } else if (threadsInside_ > 0) {
        --threadsInside_;
        if (threadsInside_ == 0) {
            inside_.back().second = std::max(at, inside_.back().first);
        }
    }
}

void DeviceJoin::settle(TimeNs upTo) {
    launches_.settle(upTo);
    const auto over = std::ranges::find_if(inside_, [&](const auto& span) { return span.second >= upTo; });
    inside_.erase(inside_.begin(), over);
}

bool DeviceJoin::wasInside(TimeNs from, TimeNs to) const {
    return std::ranges::any_of(inside_,
                               [&](const auto& span) { return span.first < to && from < span.second; });
}

bool DeviceJoin::isOutside(const DeviceRecord& record) const {
    return context_.outside != nullptr &&
           std::visit(
               [this](const auto& what) {
                   using Record = std::decay_t<decltype(what)>;
                   if (std::is_same_v<Record, ring::ProfilerOverhead> ||
                       launches_.find(what.header.key) != nullptr) {
                       return false;
                   }
                   const bool timed =
                       std::is_same_v<Record, ring::ApiCall> || std::is_same_v<Record, ring::Synchronization>;
                   return !timed || !wasInside(clock_.toSession(what.start), clock_.toSession(what.end));
               },
               record.what);
}

bool DeviceJoin::isOfPause(const DeviceRecord& record) {
    const RecordingRow* const recording = context_.recording;
    if (recording == nullptr || recording->pauses() == 0) {
        return false;
    }
    return std::visit(
        [this, recording](const auto& what) {
            using Record = std::decay_t<decltype(what)>;
            const bool then = what.start != 0 && recording->wasPaused(clock_.toSession(what.start));
            if constexpr (std::is_same_v<Record, ring::ProfilerOverhead>) {
                return then;
            } else {
                const LaunchedCall* call = launches_.find(what.header.key);
                if (call == nullptr && then && std::is_same_v<Record, ring::ApiCall>) {
                    launches_.at(what.header.key).paused = true; // calls come before their work
                }
                return call == nullptr ? then : call->paused;
            }
        },
        record.what);
}

void DeviceJoin::place(const DeviceRecord& record, TimeNs now) {
    if (isOfPause(record)) {
        return;
    }
    if (isOutside(record)) {
        ++counts_.outsideFilter;
        return;
    }
    std::visit([&](const auto& what) { add(what, record.name, now); }, record.what);
}

void DeviceJoin::holdNames(session::NameCollector& held) {
    names_.forget();
    sources_.forgetNames();
    launchTexts_.forget();
    rows_.forgetTexts();
    launches_.holdNames(held);
    nodes_.holdNames(held);
    for (const auto& [stream, name] : earlyNames_) {
        held.add(name);
    }
}

void DeviceJoin::forget() {
    launches_ = {};
    nodes_.forget();
    threads_ = {};
    events_ = {};
    memory_ = {};
    sources_.forget();
}

std::optional<DeviceJoin::Span> DeviceJoin::span(std::uint64_t start, std::uint64_t end, TimeNs now) {
    if (start == 0 || end < start) {
        ++counts_.timeless;
        return {};
    }
    const TimeNs begin = clock_.toSession(start);
    const TimeNs until = clock_.toSession(end);
    if (begin < -kSecond || until > now + kSecond || until < begin) {
        ++counts_.timeless;
        return {};
    }
    return Span{begin, until - begin};
}

TimeNs DeviceJoin::withinOperator(Span span, const CallOrigin& origin) {
    if (!origin.op) {
        return span.start;
    }
    const TimeNs latest =
        context_.sink.endOf(origin.op).value_or(std::numeric_limits<TimeNs>::max()) - span.duration;
    if (span.start >= origin.opStart && span.start <= latest) {
        return span.start;
    }
    const TimeNs fit = std::clamp(span.start, origin.opStart, std::max(origin.opStart, latest));
    if (fit > latest || std::abs(fit - span.start) > clock_.error()) {
        ++counts_.outside;
        return span.start;
    }
    ++counts_.moved;
    return fit;
}

TrackId DeviceJoin::threadOf(const ring::ApiCall& call, TimeNs start) {
    if (const TrackId known = threads_.find(call.thread, start); known.valid()) {
        return known;
    }
    const TrackId made =
        context_.tracks.track({Track::Kind::Thread, user_.process, call.thread}, {}, call.thread);
    ownThreads_.insert(made);
    return made;
}

void DeviceJoin::add(const ring::ApiCall& call, StringId name, TimeNs now) {
    const std::optional<Span> times = span(call.start, call.end, now);
    if (!times) {
        return;
    }
    LaunchedCall& launched = launches_.at(call.header.key);
    SliceRecord slice;
    slice.start = withinOperator(*times, launched.origin);
    slice.duration = times->duration;
    slice.name = name;
    const bool asks = isQuestion(context_.sink.writer().text(name));
    slice.layout = rows_.call(call, asks, launched.origin.stack, memory_.find(call.header.key), cells_);
    if (asks) {
        context_.sink.foldRepeated(slice.layout);
    }
    SliceHandle made = context_.sink.addSlice(threadOf(call, times->start), slice, cells_);
    // A call of the runtime may make one of the driver under the same number.
    if (!launched.slice || times->start < launched.start) {
        launched.slice = std::move(made);
        launched.start = times->start;
        launched.moved = slice.start - times->start;
    }
}

void DeviceJoin::add(const ring::Compilation& compilation, StringId cache, TimeNs now) {
    const std::optional<Span> times = span(compilation.start, compilation.end, now);
    if (!times) {
        return;
    }
    const LaunchedCall* call = launches_.find(compilation.header.key);
    const bool inCall = call != nullptr && call->slice;
    TrackId track = inCall ? call->slice.place().track : threads_.find(compilation.thread, times->start);
    if (!track.valid()) {
        track = context_.devices.overhead(user_); // nobody knows whose
        streams_.insert(track);
    }
    SliceRecord slice;
    slice.start = times->start + (inCall ? call->moved : 0);
    slice.duration = times->duration;
    slice.name = rows_.nameOf(compilation);
    slice.layout = rows_.compilation(compilation, cache, cells_);
    context_.sink.addSlice(track, slice, cells_);
}

void DeviceJoin::tie(std::uint32_t correlation, const SliceHandle& work, TimeNs start) {
    launches_.noteWork(correlation);
    const LaunchedCall* call = launches_.find(correlation);
    if (call != nullptr && call->slice) {
        counts_.beforeLaunch += start < call->start ? 1 : 0;
        context_.sink.addLink(call->slice, work, LinkKind::Launch);
    } else if (call != nullptr && call->origin.op) {
        context_.sink.addLink(call->origin.op, work, LinkKind::Launch);
    } else if (call == nullptr) {
        ++counts_.unlaunched;
    }
}

template<class Record, class RowOf>
void DeviceJoin::addWork(const Record& record, StringId name, TimeNs now, const RowOf& rowOf) {
    const std::optional<Span> times = span(record.start, record.end, now);
    const ring::DevicePlace& place = record.place;
    const KnownDevice* device = times ? deviceOf(place.device) : nullptr;
    if (device == nullptr) {
        return;
    }
    contextOf(place.context, place.device);
    const LaunchedCall* call = launches_.find(record.header.key);
    const CallOrigin* captured = place.graphNode != 0 ? nodes_.find(place.graphNode) : nullptr;
    StackId stack; // where its call has it, the call is the place to look
    if (captured != nullptr) {
        stack = captured->stack;
    } else if (call != nullptr && !call->slice) {
        stack = call->origin.stack;
    }
    SliceRecord slice;
    slice.start = times->start;
    slice.duration = times->duration;
    slice.name = name;
    slice.layout = rowOf(device->figures, stack);
    const TrackId track =
        context_.devices.stream(device->process, user_, place.context, place.stream, DeviceTable::Lane::Work);
    streams_.insert(track);
    const SliceHandle made = context_.sink.addSlice(track, slice, cells_);
    if (context_.metrics != nullptr) {
        // A graph that was recorded as a whole counts as a kernel, as in its row.
        constexpr bool isKernel =
            std::is_same_v<Record, ring::Kernel> || std::is_same_v<Record, ring::GraphRun>;
        const bool collective =
            isKernel && isCollective(EventKind::Kernel, context_.sink.writer().text(name));
        context_.metrics->work(device->process, {times->start, times->start + times->duration},
                               collective ? LiveMetrics::Work::Communication
                               : isKernel ? LiveMetrics::Work::Compute
                                          : LiveMetrics::Work::Other);
    }
    tie(record.header.key, made, times->start);
    if (captured != nullptr && captured->op) {
        context_.sink.addLink(captured->op, made, LinkKind::Captured);
    }
}

void DeviceJoin::add(const ring::Kernel& kernel, StringId name, TimeNs now) {
    const CallOrigin* captured = kernel.place.graphNode != 0 ? nodes_.find(kernel.place.graphNode) : nullptr;
    const LaunchedCall* call = launches_.find(kernel.header.key);
    const CallOrigin nobody;
    const CallOrigin& origin = captured != nullptr ? *captured : call != nullptr ? call->origin : nobody;
    const std::uint64_t threads =
        std::uint64_t(kernel.block[0]) * std::uint64_t(kernel.block[1]) * std::uint64_t(kernel.block[2]);
    const KernelSource* source = sources_.find(name, threads, origin.stack);
    addWork(kernel, names_.plain(name), now, [&](const DeviceFigures& device, StackId stack) {
        return rows_.kernel(kernel, device, {source, origin.arguments}, stack, cells_);
    });
}

void DeviceJoin::add(const ring::DeviceCopy& copy, StringId /*name*/, TimeNs now) {
    addWork(copy, rows_.nameOf(copy), now,
            [&](const DeviceFigures& /*device*/, StackId stack) { return rows_.copy(copy, stack, cells_); });
}

void DeviceJoin::add(const ring::DeviceFill& fill, StringId /*name*/, TimeNs now) {
    addWork(fill, rows_.nameOf(fill), now,
            [&](const DeviceFigures& /*device*/, StackId stack) { return rows_.fill(fill, stack, cells_); });
}

void DeviceJoin::add(const ring::GraphRun& run, StringId /*name*/, TimeNs now) {
    addWork(run, context_.sink.writer().string("CUDA graph"), now,
            [&](const DeviceFigures& /*device*/, StackId stack) { return rows_.graph(run, stack, cells_); });
}

void DeviceJoin::add(const ring::Synchronization& wait, StringId /*name*/, TimeNs now) {
    const std::optional<Span> times = span(wait.start, wait.end, now);
    const auto context = contexts_.find(wait.context);
    if (times && context == contexts_.end()) {
        ++counts_.placeless;
    }
    const KnownDevice* device = times && context != contexts_.end() ? deviceOf(context->second) : nullptr;
    if (device == nullptr) {
        return;
    }
    SliceRecord slice;
    slice.start = times->start;
    slice.duration = times->duration;
    slice.name = rows_.nameOf(wait);
    slice.layout = rows_.wait(wait, context->second, events_.awaited(wait), cells_);
    const TrackId track =
        context_.devices.stream(device->process, user_, wait.context, wait.stream, DeviceTable::Lane::Waits);
    streams_.insert(track);
    tie(wait.header.key, context_.sink.addSlice(track, slice, cells_), times->start);
}

void DeviceJoin::add(const ring::ProfilerOverhead& overhead, StringId name, TimeNs now) {
    if (const std::optional<Span> times = span(overhead.start, overhead.end, now)) {
        SliceRecord slice;
        slice.start = times->start;
        slice.duration = times->duration;
        slice.name = name;
        slice.layout = rows_.overhead(cells_);
        const TrackId track = context_.devices.overhead(user_);
        streams_.insert(track);
        context_.sink.addSlice(track, slice, cells_);
    }
}

} // namespace lanes::recorder
