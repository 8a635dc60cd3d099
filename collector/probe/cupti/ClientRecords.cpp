#include "collector/probe/cupti/ClientRecords.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lanes::probe::cupti {

namespace {

// What a record needs to be told apart and converted. Offset 0 is that of the kind: none.
struct Shape {
    Kind kind;
    std::size_t launchedBy; // correlation, of what a call has launched
    std::size_t begin;      // a time of the host's
    std::size_t times[5];
};
constexpr Shape kShapes[] = {
    {Kind::Kernel,
     kernel::kCorrelation.offset,
     0,
     {kernel::kStart.offset, kernel::kEnd.offset, kernel::kCompleted.offset, kernel::kQueued.offset,
      kernel::kSubmitted.offset}},
    {Kind::Copy, copy::kCorrelation.offset, 0, {copy::kStart.offset, copy::kEnd.offset}},
    {Kind::PeerCopy, peer::kCorrelation.offset, 0, {peer::kStart.offset, peer::kEnd.offset}},
    {Kind::Fill, fill::kCorrelation.offset, 0, {fill::kStart.offset, fill::kEnd.offset}},
    {Kind::Graph, graph::kCorrelation.offset, 0, {graph::kStart.offset, graph::kEnd.offset}},
    {Kind::RuntimeCall, 0, 0, {call::kStart.offset, call::kEnd.offset}},
    {Kind::DriverCall, 0, 0, {call::kStart.offset, call::kEnd.offset}},
    {Kind::Synchronization,
     0,
     synchronization::kStart.offset,
     {synchronization::kStart.offset, synchronization::kEnd.offset}},
    {Kind::Overhead, 0, overhead::kStart.offset, {overhead::kStart.offset, overhead::kEnd.offset}},
    {Kind::Memory, 0, memory::kTime.offset, {memory::kTime.offset}},
    {Kind::Event, 0, 0, {event::kReached.offset}},
};

const Shape* shapeOf(Kind kind) {
    const auto* found = std::ranges::find(kShapes, kind, &Shape::kind);
    return found != std::end(kShapes) ? found : nullptr;
}

} // namespace

void ClientRecords::useBuffers(RequestBuffer request, CompleteBuffer complete) {
    Lock lock(mutex_);
    handOver(lock);
    request_ = request;
    complete_ = complete;
}

void ClientRecords::useClock(Clock clock) {
    const std::lock_guard lock(mutex_);
    clock_.set(clock);
}

bool ClientRecords::time(std::uint64_t& now) {
    const std::lock_guard lock(mutex_);
    if (clock_.isOther()) {
        now = clock_.now();
    }
    return clock_.isOther();
}

std::uint64_t ClientRecords::now() const {
    std::uint64_t time = 0;
    functions_.timestamp(&time);
    return time;
}

void ClientRecords::open(Window& window) {
    window.on = window.inSession = true;
    window.from = now();
    window.to = 0;
    window.first = {alone_ ? Bound::State::None : Bound::State::NextLaunch};
    window.behind = {};
    unbounded_ = !alone_;
}

void ClientRecords::close(Window& window) {
    if (window.on) {
        window.on = false;
        window.to = now();
        window.behind = {alone_ ? Bound::State::None : Bound::State::NextLaunch};
        unbounded_ = !alone_;
    }
}

bool ClientRecords::anyOn() const {
    return std::ranges::any_of(windows_, &Window::on);
}

void ClientRecords::beginSession() {
    if (anyOn()) {
        return;
    }
    for (Window& window : windows_) {
        window = {};
    }
    choices_ = {};
    active_ = hasHad_ = true;
    clock_.look();
}

void ClientRecords::enable(std::uint32_t kind) {
    const std::lock_guard lock(mutex_);
    beginSession();
    if (kind == static_cast<std::uint32_t>(Kind::RuntimeCall)) {
        choice(Domain::Runtime) = {{}, {}, true, true};
    } else if (kind == static_cast<std::uint32_t>(Kind::DriverCall)) {
        choice(Domain::Driver) = {{}, {}, true, true};
    }
    if (!windows_[kind].on) {
        open(windows_[kind]);
    }
}

void ClientRecords::askForBuffer() {
    Lock lock(mutex_);
    if (requesting_ == 0 && anyOn()) {
        takeBuffer(lock);
    }
}

void ClientRecords::disable(std::uint32_t kind) {
    const std::lock_guard lock(mutex_);
    if (kind == static_cast<std::uint32_t>(Kind::RuntimeCall)) {
        choice(Domain::Runtime).kind = false;
    } else if (kind == static_cast<std::uint32_t>(Kind::DriverCall)) {
        choice(Domain::Driver).kind = false;
    }
    close(windows_[kind]);
}

void ClientRecords::enableFunction(Domain domain, std::uint32_t function, bool on) {
    if (function >= kMostFunctions) {
        return;
    }
    const std::lock_guard lock(mutex_);
    Window& calls = window(domain == Domain::Runtime ? Kind::RuntimeCall : Kind::DriverCall);
    if (on && !calls.on) {
        beginSession();
        open(calls);
    }
    CallChoice& made = choice(domain);
    made.said.set(function);
    made.on.set(function, on);
    if (!made.kind && made.on.none()) {
        close(calls);
    }
}

void ClientRecords::flushed() {
    Lock lock(mutex_);
    handOver(lock);
    if (!anyOn()) {
        active_ = false;
    } else if (requesting_ == 0) {
        takeBuffer(lock);
    }
}

bool ClientRecords::wants(std::uint32_t kind) {
    const std::lock_guard lock(mutex_);
    return kind < kMostKinds && windows_[kind].on;
}

void ClientRecords::bound(std::uint32_t correlation) {
    const std::lock_guard lock(mutex_);
    for (Window& window : windows_) {
        for (Bound* bound : {&window.first, &window.behind}) {
            if (bound->state == Bound::State::NextLaunch) {
                *bound = {Bound::State::Known, correlation};
            }
        }
    }
    unbounded_ = false;
}

void ClientRecords::beAlone() {
    const std::lock_guard lock(mutex_);
    alone_ = true;
    for (Window& window : windows_) {
        for (Bound* bound : {&window.first, &window.behind}) {
            if (bound->state == Bound::State::NextLaunch) {
                *bound = {};
            }
        }
    }
    unbounded_ = false;
}

void ClientRecords::take(std::uint8_t* buffer, std::size_t valid) {
    if (!hasHad_.load(std::memory_order_acquire)) {
        return;
    }
    Lock lock(mutex_);
    clock_.look();
    const std::uint8_t* end = buffer + valid;
    std::uint8_t* at = nullptr;
    bool more = functions_.nextRecord(buffer, valid, &at) == 0;
    while (more && at >= buffer && at + sizeof(std::uint32_t) <= end) {
        // As long as it is to the next one, whatever layouts there are to come.
        std::uint8_t* next = at;
        more = functions_.nextRecord(buffer, valid, &next) == 0 && next > at && next < end;
        const auto bytes = static_cast<std::size_t>((more ? next : end) - at);
        std::uint32_t kind = 0;
        std::memcpy(&kind, at, sizeof kind);
        if (kind < kMostKinds && isTheirs(static_cast<Kind>(kind), {at, bytes})) {
            give(lock, at, bytes);
        }
        at = next;
    }
}

bool ClientRecords::isWithin(const Window& asked, std::uint32_t call) {
    const auto reached = [call](const Bound& bound) { // numbers begin again after 2^32 calls
        return static_cast<std::int32_t>(call - bound.correlation) >= 0;
    };
    if (asked.first.state == Bound::State::NextLaunch ||
        (asked.first.state == Bound::State::Known && !reached(asked.first))) {
        return false;
    }
    return asked.behind.state != Bound::State::Known || !reached(asked.behind);
}

bool ClientRecords::isTheirs(Kind kind, const ActivityRecord& record) {
    const Window& asked = window(kind);
    if (!asked.inSession) {
        return false;
    }
    switch (kind) {
    case Kind::RuntimeCall:
        return isTheirCall(Domain::Runtime, record);
    case Kind::DriverCall:
        return isTheirCall(Domain::Driver, record);
    case Kind::External: {
        const std::uint32_t whose = record.get(external::kKind);
        return whose >= external::kFirstCustom && whose <= external::kLastTorch;
    }
    default:
        break;
    }
    const Shape* shape = shapeOf(kind);
    if (shape != nullptr && shape->launchedBy != 0) {
        return isWithin(asked, record.get(Word{shape->launchedBy}));
    }
    if (shape != nullptr && shape->begin != 0) {
        const std::uint64_t begin = record.get(Long{shape->begin});
        return begin >= asked.from && (asked.to == 0 || begin <= asked.to);
    }
    return active(); // it does not say when it is from
}

bool ClientRecords::isTheirCall(Domain domain, const ActivityRecord& record) {
    const Window& asked = window(domain == Domain::Runtime ? Kind::RuntimeCall : Kind::DriverCall);
    const CallChoice& made = choice(domain);
    const std::uint32_t function = record.get(call::kFunction);
    const bool said = function < kMostFunctions && made.said[function];
    return (said ? made.on[function] : made.kindInSession) && record.get(call::kStart) >= asked.from &&
           (asked.to == 0 || record.get(call::kEnd) <= asked.to);
}

void ClientRecords::give(Lock& lock, const std::uint8_t* record, std::size_t bytes) {
    const auto isFull = [&] {
        return buffer_.used + bytes > buffer_.bytes ||
               (buffer_.mostRecords != 0 && buffer_.records >= buffer_.mostRecords);
    };
    if (buffer_.at != nullptr && isFull()) {
        handOver(lock);
    }
    takeBuffer(lock);
    if (buffer_.at == nullptr || isFull()) {
        ++dropped_;
        return;
    }
    std::uint8_t* copied = buffer_.at + buffer_.used;
    std::memcpy(copied, record, bytes);
    buffer_.used += bytes;
    ++buffer_.records;
    if (clock_.isOther()) {
        std::uint32_t kind = 0;
        std::memcpy(&kind, copied, sizeof kind);
        convert(static_cast<Kind>(kind), copied, bytes);
    }
}

void ClientRecords::convert(Kind kind, std::uint8_t* record, std::size_t bytes) const {
    const Shape* shape = shapeOf(kind);
    for (std::size_t i = 0; shape != nullptr && i < std::size(shape->times); ++i) {
        const Long field{shape->times[i]};
        if (field.offset != 0 && field.end() <= bytes) {
            const std::uint64_t time = clock_.converted(ActivityRecord(record, bytes).get(field));
            std::memcpy(record + field.offset, &time, sizeof time);
        }
    }
}

void ClientRecords::takeBuffer(Lock& lock) {
    if (buffer_.at == nullptr && !spares_.empty()) {
        buffer_ = spares_.back();
        spares_.pop_back();
    }
    if (buffer_.at != nullptr || request_ == nullptr) {
        return;
    }
    const RequestBuffer request = request_;
    Buffer given;
    ++requesting_;
    lock.unlock();
    request(&given.at, &given.bytes, &given.mostRecords);
    lock.lock();
    --requesting_;
    if (given.at == nullptr) {
        return;
    }
    if (buffer_.at == nullptr) {
        buffer_ = given;
    } else {
        spares_.push_back(given);
    }
}

void ClientRecords::handOver(Lock& lock) {
    if (complete_ == nullptr) {
        return;
    }
    std::vector<Buffer> filled = std::exchange(spares_, {});
    if (buffer_.at != nullptr) {
        filled.push_back(std::exchange(buffer_, {}));
    }
    const CompleteBuffer complete = complete_;
    lock.unlock();
    for (const Buffer& buffer : filled) {
        complete(nullptr, 0, buffer.at, buffer.bytes, buffer.used);
    }
    lock.lock();
}

} // namespace lanes::probe::cupti
