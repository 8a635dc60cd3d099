#include "tests/played_gpu/model/Gpu.h"

#include "tests/played_gpu/model/Board.h"
#include "tests/played_gpu/model/HostThread.h"
#include "tests/played_gpu/model/Settings.h"

#include <algorithm>

namespace played {

namespace {

constexpr uint32_t kDefaultStreamId = 7; // as CUPTI numbers it
constexpr ns kRecordTakes = 200;

using Lock = std::lock_guard<std::recursive_mutex>;

void tellWait(Wait wait, ns start, const Stream* stream, const Event* event) {
    if (Observer* profiler = observer()) {
        profiler->synchronized({wait, start, now(), stream, event});
    }
}

} // namespace

Gpu::Gpu()
    : devices_(int(std::clamp<int64_t>(setting(Setting::Devices), 0, kMostDevices))) {
    for (int i = 0; i < kMostDevices; i++) {
        Stream& stream = all_[size_t(i)].defaultStream;
        stream.id = kDefaultStreamId;
        stream.device = i;
        stream.legacy = true;
    }
}

Gpu& gpu() {
    static auto* it = new Gpu;
    return *it;
}

int& Gpu::currentDevice() {
    static thread_local int device = 0;
    return device;
}

void Gpu::useContext(int device) {
    if (!contexts_[size_t(device)] && !contexts_[size_t(device)].exchange(true)) {
        noteUse();
        if (Observer* profiler = observer()) {
            profiler->contextCreated(device);
        }
    }
}

Stream* Gpu::stream(void* handle) {
    constexpr uintptr_t kPerThread = 2; // CUDA's handles of the default streams are 0, 1 and 2
    return uintptr_t(handle) <= kPerThread ? &all_[size_t(currentDevice())].defaultStream
                                           : static_cast<Stream*>(handle);
}

Stream* Gpu::createStream(bool blocking, int priority) {
    useContext(currentDevice());
    auto* stream = new Stream;
    {
        const Lock lock(mutex_);
        stream->id = nextStream_++;
        stream->device = currentDevice();
        stream->blocking = blocking;
        stream->priority = priority;
        all_[size_t(stream->device)].streams.push_back(stream);
    }
    if (Observer* profiler = observer()) {
        profiler->streamCreated(*stream);
    }
    return stream;
}

void Gpu::destroyStream(Stream* stream) {
    if (stream->legacy) {
        return;
    }
    if (Observer* profiler = observer()) {
        profiler->streamDestroyed(*stream);
    }
    const Lock lock(mutex_);
    std::erase(all_[size_t(stream->device)].streams, stream);
    delete stream;
}

Event* Gpu::createEvent() {
    const Lock lock(mutex_);
    auto* event = new Event;
    event->id = nextEvent_++;
    return event;
}

void Gpu::destroyEvent(Event* event) {
    delete event;
}

// When all that the stream must wait for is over: the default stream waits for the blocking ones, they wait for it.
ns Gpu::earliest(const Stream& stream) const {
    ns until = stream.tail;
    const Device& device = all_[size_t(stream.device)];
    if (stream.legacy) {
        for (const Stream* other : device.streams) {
            until = std::max(until, other->blocking ? other->tail : 0);
        }
    } else if (stream.blocking) {
        until = std::max(until, device.defaultStream.tail);
    }
    return until;
}

void Gpu::awaitRoom(const Stream* stream) {
    ns until = 0;
    {
        const Lock lock(mutex_);
        until = stream->capture ? 0 : stream->ends[stream->launches % Stream::kDepth];
    }
    if (until != 0) {
        sleepUntil(until);
    }
}

void Gpu::perform(const Work& work) {
    if (work.kind == Work::Kind::Host) {
        callAt(work.start, work.effect);
    } else if (work.effect) {
        work.effect();
    }
    if (work.kind == Work::Kind::Kernel) {
        board().addBusy(int(work.device), work.start, work.end);
    }
}

ns Gpu::enqueue(Work work, Stream* stream) {
    useContext(stream->device);
    awaitRoom(stream);
    work.device = uint32_t(stream->device);
    work.correlation = currentCorrelation();
    if (work.kind == Work::Kind::Kernel) {
        work.takes = takesSaid();
    }
    {
        const Lock lock(mutex_);
        if (const std::shared_ptr<Capture> capture = stream->capture) {
            const auto lane = std::find(capture->streams.begin(), capture->streams.end(), stream);
            Node* node = append(capture->graph, std::move(work), stream->frontier,
                                uint32_t(lane - capture->streams.begin()));
            stream->frontier = {node};
            return 0;
        }
        work.stream = stream->id;
        work.queued = now();
        all_[work.device].schedule.place(
            work, std::max(work.queued + setting(Setting::LatencyNs), earliest(*stream)));
        stream->tail = work.end;
        stream->ends[stream->launches++ % Stream::kDepth] = work.end;
    }
    perform(work);
    if (Observer* profiler = observer()) {
        profiler->worked(work);
    }
    return work.end;
}

void Gpu::record(Event* event, Stream* stream) {
    useContext(stream->device);
    {
        const Lock lock(mutex_);
        event->capture = stream->capture;
        event->frontier = stream->frontier;
        if (stream->capture) {
            return;
        }
        event->recorded = true;
        event->record = nextRecord_++;
        event->stream = stream->id;
        event->device = stream->device;
        event->when = std::max(now() + setting(Setting::LatencyNs), earliest(*stream)) + kRecordTakes;
        stream->tail = event->when;
    }
    if (Observer* profiler = observer()) {
        profiler->eventRecorded(*event);
    }
}

bool Gpu::wait(Stream* stream, Event* event) {
    {
        const Lock lock(mutex_);
        if (event->capture) { // the stream joins the capture
            if (event->capture->over || (stream->capture && stream->capture != event->capture)) {
                return false;
            }
            if (!stream->capture) {
                stream->capture = event->capture;
                stream->capture->streams.push_back(stream);
                stream->frontier.clear();
            }
            setFrontier(stream, event->frontier, true);
            return true;
        }
        if (!event->recorded) {
            return true;
        }
        stream->tail = std::max(stream->tail, event->when);
    }
    tellWait(Wait::StreamWaitsEvent, now(), stream, event);
    return true;
}

bool Gpu::idle(Stream* stream) {
    const Lock lock(mutex_);
    return now() >= earliest(*stream);
}

bool Gpu::synchronize(Stream* stream) {
    const ns start = now();
    ns until = 0;
    {
        const Lock lock(mutex_);
        if (stream->capture) {
            stream->capture->invalid = true;
            return false;
        }
        until = earliest(*stream);
    }
    sleepUntil(until);
    tellWait(Wait::Stream, start, stream, nullptr);
    return true;
}

void Gpu::synchronize(const Event* event) {
    const ns start = now();
    sleepUntil(event->when);
    tellWait(Wait::Event, start, nullptr, event);
}

ns Gpu::tailOf(int device) {
    const Lock lock(mutex_);
    ns tail = all_[size_t(device)].defaultStream.tail;
    for (const Stream* stream : all_[size_t(device)].streams) {
        tail = std::max(tail, stream->tail);
    }
    return tail;
}

void Gpu::synchronizeDevice(int device) {
    useContext(device);
    const ns start = now();
    sleepUntil(tailOf(device));
    tellWait(Wait::Device, start, nullptr, nullptr);
}

} // namespace played
