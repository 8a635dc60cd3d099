#include "collector/probe/torch/Collectives.h"

#include "collector/probe/ForeignMemory.h"
#include "collector/probe/torch/BackendCounter.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/probe/torch/RecordFunctionReader.h"
#include "collector/probe/torch/TorchLayout.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::probe {

namespace {

// The inputs of an at::RecordFunction that tells of a collective, as far as they say which one it is.
struct CollectiveArguments {
    static constexpr std::size_t kMostTensors = 16;
    static constexpr std::size_t kMostNumbers = 8;

    // Tensors, those in lists too, by the addresses of their TensorImpl.
    std::array<std::uint64_t, kMostTensors> tensors{};
    std::size_t tensorCount = 0;
    std::int64_t elements = -1; // of the tensors that are given, all together; -1: there are none
    std::uint8_t dtype = 0;     // of the first
    std::uint64_t object = 0;   // the first one of a class of torch's own, perhaps a process group
    std::array<std::int64_t, kMostNumbers> numbers{};
    std::size_t numberCount = 0;
    std::size_t numbersBeforeText = 0;      // how many of them stand before the first text
    std::string text;                       // the first one
    std::optional<std::int64_t> pairNumber; // of the first pair (number, truth)
    bool pairTruth = false;
    std::string pairText; // the first text of the first tuple of texts

    [[nodiscard]] std::span<const std::uint64_t> tensorsKnown() const {
        return std::span(tensors).first(tensorCount);
    }
};

class Reader {
public:
    explicit Reader(const TorchLayout& layout)
        : layout_(layout) {}

    CollectiveArguments read(const std::byte* record) {
        const auto* values = DirectMemory::load<const std::byte*>(record, layout_.inputs);
        const auto count = DirectMemory::load<std::size_t>(record, layout_.inputs + 8);
        for (std::size_t i = 0; i < std::min(count, kMostArguments); ++i) {
            readValue(at(values, i), 0);
        }
        return std::move(found_);
    }

private:
    static constexpr std::size_t kMostArguments = 16;
    static constexpr std::size_t kMostElements = 64; // of a list
    static constexpr unsigned kMostDepth = 2;        // of lists: one list of tensors for each rank
    static constexpr std::size_t kMostInTuple = 3;   // that a tuple holds itself
    static constexpr std::uint64_t kMostDimensions = 64;
    static constexpr std::uint64_t kInlineDimensions = 5;

    [[nodiscard]] const std::byte* at(const std::byte* values, std::size_t i) const {
        return values + i * static_cast<std::size_t>(layout_.valueBytes);
    }

    void readValue(const std::byte* value, unsigned depth) {
        const auto tag = DirectMemory::load<std::int32_t>(value, layout_.valueTag);
        const auto payload = DirectMemory::load<std::uint64_t>(value);
        if (tag == layout_.tagTensor) {
            readTensor(payload);
        } else if (tag == layout_.tagList) {
            readList(reinterpret_cast<const std::byte*>(payload), depth);
        } else if (tag == layout_.tagInt) {
            addNumber(static_cast<std::int64_t>(payload));
        } else if (tag == layout_.tagString) {
            if (found_.text.empty()) {
                found_.text = readText(payload);
                found_.numbersBeforeText = found_.numberCount;
            }
        } else if (isTuple(tag)) {
            readTuple(payload);
        } else if (tag != layout_.tagNone && tag != layout_.tagBool && tag != layout_.tagDouble &&
                   tag != layout_.tagComplex && found_.object == 0) {
            found_.object = payload;
        }
    }

    // It has always stood between the two.
    [[nodiscard]] bool isTuple(std::int32_t tag) const {
        return layout_.tagString == layout_.tagBool + 2 && tag == layout_.tagBool + 1;
    }

    void addNumber(std::int64_t number) {
        if (found_.numberCount < found_.numbers.size()) {
            found_.numbers[found_.numberCount++] = number;
        }
    }

    void readList(const std::byte* list, unsigned depth) {
        if (depth >= kMostDepth) {
            return;
        }
        const auto* begin = DirectMemory::load<const std::byte*>(list, layout_.listVector);
        const auto* end = DirectMemory::load<const std::byte*>(list, layout_.listVector + 8);
        const std::size_t count =
            static_cast<std::size_t>(end - begin) / static_cast<std::size_t>(layout_.valueBytes);
        for (std::size_t i = 0; i < std::min(count, kMostElements); ++i) {
            const auto tag = DirectMemory::load<std::int32_t>(at(begin, i), layout_.valueTag);
            if (tag == layout_.tagTensor || tag == layout_.tagList) {
                readValue(at(begin, i), depth + 1);
            }
        }
    }

    void readTensor(std::uint64_t tensor) {
        const auto* object = reinterpret_cast<const std::byte*>(tensor);
        if (tensor == layout_.undefinedTensor || tensor == 0) {
            return;
        }
        if (found_.tensorCount < found_.tensors.size()) {
            found_.tensors[found_.tensorCount++] = tensor;
        }
        const auto keys = DirectMemory::load<std::uint64_t>(object, layout_.keySet);
        const auto dimensions = DirectMemory::load<std::uint64_t>(object, layout_.sizes);
        if ((keys & layout_.nestedKeys) != 0 || dimensions > kMostDimensions) {
            return;
        }
        const std::byte* sizes = object + layout_.sizes + 8;
        if (dimensions > kInlineDimensions) {
            sizes = DirectMemory::load<const std::byte*>(sizes);
        }
        std::uint64_t elements = 1;
        for (std::uint64_t i = 0; i < dimensions; ++i) {
            elements *= DirectMemory::load<std::uint64_t>(sizes, static_cast<std::int64_t>(8 * i));
        }
        if (found_.elements < 0) {
            found_.elements = 0;
            found_.dtype = DirectMemory::load<std::uint8_t>(object, layout_.dtype);
        }
        found_.elements += static_cast<std::int64_t>(elements);
    }

    // c10::ivalue::Tuple starts as ConstantString does; it says how many it holds itself, and 0 where they stand elsewhere.
    void readTuple(std::uint64_t tuple) {
        const auto* elements = reinterpret_cast<const std::byte*>(tuple) + layout_.string;
        const auto count = GuardedMemory::load<std::uint64_t>(elements);
        if (count == 0 || count > kMostInTuple) {
            return;
        }
        const std::byte* first = elements + 8;
        const auto tag = GuardedMemory::load<std::int32_t>(first, layout_.valueTag);
        const auto payload = GuardedMemory::load<std::uint64_t>(first);
        if (tag == layout_.tagString && found_.pairText.empty()) {
            found_.pairText = readText(payload);
        } else if (tag == layout_.tagInt && count == 2 && !found_.pairNumber) {
            found_.pairNumber = static_cast<std::int64_t>(payload);
            found_.pairTruth = GuardedMemory::load<std::uint8_t>(at(first, 1)) != 0;
        }
    }

    [[nodiscard]] std::string readText(std::uint64_t holder) const {
        return readString(layout_, reinterpret_cast<const std::byte*>(holder) + layout_.string);
    }

    const TorchLayout& layout_;
    CollectiveArguments found_;
};

// `record`: within its callback, with a layout that has been proven. What is only assumed of it is read guarded. O(tensors).
CollectiveArguments readCollectiveArguments(const TorchLayout& layout, const std::byte* record) {
    return Reader(layout).read(record);
}

// The process groups of torch.distributed in this process, by the addresses of their objects, which the arguments of its
// operators lead to. Python names them as they are made (lanescope_probe/process_groups.py).
struct ProcessGroup {
    std::uint64_t address = 0; // of c10d::ProcessGroup
    std::string name;
    std::int32_t rank = -1; // of this process in it
    std::int32_t size = -1;
    bool numbered = false;     // the number of the last collective is known, and none has been missed since
    std::int64_t sequence = 0; // of the last one
    BackendCounter counter;    // what the group knows of it itself
    bool ended = false;        // another object may take its address
};

// Whoever has it guards it.
class ProcessGroups {
public:
    // One takes the place of an older one at the same address, or is it, named again. Bounded: further ones are not known.
    void add(ProcessGroup group);
    // The group at the address has ended: no object there is it.
    void end(std::uint64_t address);
    // The one that an object of torch's own class system wraps: its number, nothing for any other object. Guarded.
    [[nodiscard]] int find(std::uint64_t object);
    [[nodiscard]] ProcessGroup& operator[](int number) { return groups_[static_cast<std::size_t>(number)]; }
    [[nodiscard]] std::size_t size() const { return groups_.size(); }
    // Some collective of any of them has not been seen.
    void stopNumbering();

    static constexpr int kNone = -1;

private:
    static constexpr std::size_t kMost = 1024;
    static constexpr std::int64_t kObjectBytes = 192; // of c10::ivalue::Object, and more

    [[nodiscard]] int groupInSlot(std::uint64_t slots) const;

    std::vector<ProcessGroup> groups_;
    std::int64_t slotsAt_ = 0; // where an object points to what it wraps; 0: no group has been met yet
};

void ProcessGroups::add(ProcessGroup group) {
    const auto known = std::ranges::find(groups_, group.address, &ProcessGroup::address);
    if (known != groups_.end()) {
        if (!known->ended && !group.numbered && known->name == group.name &&
            known->counter.isOfSame(group.counter)) {
            group.counter = std::move(known->counter); // what was found out in an earlier recording holds
            group.counter.miss();
        }
        *known = std::move(group);
    } else if (groups_.size() < kMost) {
        groups_.push_back(std::move(group));
    }
}

void ProcessGroups::end(std::uint64_t address) {
    if (const auto known = std::ranges::find(groups_, address, &ProcessGroup::address);
        known != groups_.end()) {
        known->ended = true;
    }
}

int ProcessGroups::groupInSlot(std::uint64_t slots) const {
    constexpr std::uint64_t kLowest = 4096;
    if (slots < kLowest || slots % alignof(void*) != 0) {
        return kNone;
    }
    const auto address = GuardedMemory::load<std::uint64_t>(reinterpret_cast<const void*>(slots));
    const auto found = std::ranges::find(groups_, address, &ProcessGroup::address);
    return address != 0 && found != groups_.end() && !found->ended ? static_cast<int>(found - groups_.begin())
                                                                   : kNone;
}

int ProcessGroups::find(std::uint64_t object) {
    const auto at = [&](std::int64_t offset) {
        return groupInSlot(GuardedMemory::load<std::uint64_t>(reinterpret_cast<const void*>(object), offset));
    };
    if (groups_.empty() || object == 0) {
        return kNone;
    }
    if (slotsAt_ != 0) {
        return at(slotsAt_);
    }
    for (std::int64_t offset = sizeof(void*); offset < kObjectBytes; offset += sizeof(void*)) {
        if (const int group = at(offset); group != kNone) {
            slotsAt_ = offset;
            return group;
        }
    }
    return kNone;
}

void ProcessGroups::stopNumbering() {
    for (ProcessGroup& group : groups_) {
        group.numbered = false;
        group.counter.miss();
    }
}

// A call that nothing has carried out yet.
struct Call {
    CollectiveKind kind = CollectiveKind::Other;
    int group = ProcessGroups::kNone;
    std::int64_t sequence = -1;
    std::int32_t peer = -1;
    std::array<std::uint64_t, CollectiveArguments::kMostTensors> tensors{};
    std::size_t tensorCount = 0;
    std::uint64_t order = 0; // 0: none

    [[nodiscard]] bool has(std::uint64_t tensor) const {
        return std::find(tensors.begin(), tensors.begin() + tensorCount, tensor) !=
               tensors.begin() + tensorCount;
    }
};

constexpr std::size_t kMostCalls = 256; // the oldest makes room

struct State {
    std::mutex mutex;
    ProcessGroups groups;
    std::array<Call, kMostCalls> calls;
    std::uint64_t calledSoFar = 0;
    std::uint32_t generation = 0; // of the session's word when the first group was named
};

std::atomic<bool> known{false};
std::atomic<bool> missed{false};

State& state() {
    static auto* instance = new State; // never destroyed: collectives run until the very end
    return *instance;
}

std::uint32_t generationNow() {
    return ring::generationOf(probeProcess().wanted().load(std::memory_order_relaxed));
}

// Calls that were not seen here, because the session paused perhaps, other ranks have counted: from then on the number is what the
// group's backend has counted.
void checkNumbering(State& all) {
    if (const std::uint32_t now = generationNow(); now != all.generation || missed.exchange(false)) {
        all.groups.stopNumbering();
        all.generation = now;
    }
}

// Of a call that begins; -1: not known.
std::int64_t numberOf(ProcessGroup& group) {
    if (const auto before = group.counter.begin(); !group.numbered && before) {
        group.sequence = *before;
        group.numbered = true;
    }
    return group.numbered ? ++group.sequence : -1;
}

void noteCall(State& all, const CollectiveArguments& arguments, CollectiveKind kind) {
    Call& call = all.calls[all.calledSoFar % kMostCalls];
    call = {.kind = kind, .group = all.groups.find(arguments.object), .order = ++all.calledSoFar};
    call.tensors = arguments.tensors;
    call.tensorCount = arguments.tensorCount;
    checkNumbering(all);
    if (isBetweenTwo(kind)) {
        call.peer = arguments.numberCount != 0 ? static_cast<std::int32_t>(arguments.numbers[0]) : -1;
    } else if (call.group != ProcessGroups::kNone) {
        call.sequence = numberOf(all.groups[call.group]);
    }
}

// The oldest call that this carries out: of one of its tensors, else, where it has none, of its kind.
Call* findCall(State& all, const CollectiveArguments& arguments, CollectiveKind kind) {
    Call* oldest = nullptr;
    for (Call& call : all.calls) {
        const bool fits =
            arguments.tensorCount == 0
                ? call.kind == kind
                : std::ranges::any_of(arguments.tensorsKnown(), [&](std::uint64_t t) { return call.has(t); });
        if (call.order != 0 && fits && (oldest == nullptr || call.order < oldest->order)) {
            oldest = &call;
        }
    }
    return oldest;
}

ring::Collective factsOf(const CollectiveArguments& arguments, CollectiveKind kind, std::uint32_t key) {
    ring::Collective facts{};
    facts.header.key = key;
    facts.header.flags = isBetweenTwo(kind) ? ring::kBetweenTwo : 0;
    facts.sequence = -1;
    facts.inElements = arguments.elements;
    facts.groupRank = facts.groupSize = facts.peer = -1;
    facts.dtype = arguments.dtype;
    return facts;
}

// What torch says in record_param_comms: [tensors,] number, group, rank, name, [sizes,] first rank, stride, ranks. Before 2.3
// the group is an address.
void addParameters(ring::Collective& facts, const CollectiveArguments& arguments) {
    const std::size_t before = arguments.numbersBeforeText;
    if (arguments.pairNumber) {
        facts.sequence = *arguments.pairNumber;
        facts.header.flags |= arguments.pairTruth ? ring::kBetweenTwo : 0;
    } else if (before > 1) {
        facts.sequence = arguments.numbers[0];
    }
    if (before > 0) {
        facts.groupRank = static_cast<std::int32_t>(arguments.numbers[before - 1]);
    }
    if (arguments.numberCount >= before + 3) {
        facts.groupSize = static_cast<std::int32_t>(arguments.numbers[before + 2]);
    }
}

void tell(ThreadRecorder& recorder, State& all, const CollectiveArguments& arguments, CollectiveName name,
          std::string_view text, std::uint32_t key) {
    const bool parameters = name.role == CollectiveRole::Parameters;
    const CollectiveKind kind = parameters ? collectiveKindOf(arguments.text) : name.kind;
    ring::Collective facts = factsOf(arguments, kind, key);
    std::string group = arguments.pairText;
    {
        const std::lock_guard lock(all.mutex);
        Call* const found = findCall(all, arguments, kind);
        const Call call = found == nullptr ? Call{} : std::exchange(*found, Call{});
        facts.peer = call.peer;
        if (call.group != ProcessGroups::kNone) {
            const ProcessGroup& of = all.groups[call.group];
            facts.sequence = call.sequence;
            facts.groupRank = of.rank;
            facts.groupSize = of.size;
            group = group.empty() ? of.name : group;
        }
    }
    if (parameters) {
        addParameters(facts, arguments);
    }
    recorder.collective(facts, parameters ? std::string_view(arguments.text) : text, group);
}

void lockForFork() {
    state().mutex.lock();
}

void unlockAfterFork(bool inChild) {
    if (inChild) {
        new (&state().mutex) std::mutex;
        return;
    }
    state().mutex.unlock();
}

// A later session begins in the middle.
void stop() {
    State& all = state();
    const std::lock_guard lock(all.mutex);
    all.groups.stopNumbering();
}

} // namespace

constinit const RecordSource kCollectiveSource{
    "collectives", nullptr,         [](const char*) { return std::string(); }, &stop, nullptr,
    &lockForFork,  &unlockAfterFork};

void nameProcessGroup(const NamedGroup& group) {
    State& all = state();
    const std::lock_guard lock(all.mutex);
    if (all.groups.size() == 0) {
        all.generation = generationNow();
    }
    checkNumbering(all);
    all.groups.add({.address = group.address,
                    .name = group.name,
                    .rank = group.rank,
                    .size = group.size,
                    .numbered = group.fromBirth,
                    .counter = {group.backend, group.told}});
    known = true;
}

void endProcessGroup(std::uint64_t address) {
    const std::lock_guard lock(state().mutex);
    state().groups.end(address);
}

bool hasProcessGroups() {
    return known.load(std::memory_order_relaxed);
}

void noteCollective(ThreadRecorder& recorder, const std::byte* record, CollectiveName name,
                    std::string_view text, std::uint32_t key) {
    const CollectiveArguments arguments = readCollectiveArguments(hookState().torch, record);
    if (name.role == CollectiveRole::Call) {
        const std::lock_guard lock(state().mutex);
        noteCall(state(), arguments, name.kind);
    } else {
        tell(recorder, state(), arguments, name, text.substr(text.rfind(':') + 1), key);
    }
}

bool carriesOutNoted(const std::byte* record, std::string_view name) {
    const CollectiveName of = readCollectiveName(name);
    if (of.role != CollectiveRole::Range) {
        return false;
    }
    const CollectiveArguments arguments = readCollectiveArguments(hookState().torch, record);
    const std::lock_guard lock(state().mutex);
    return findCall(state(), arguments, of.kind) != nullptr;
}

void missCollective() {
    missed.store(true, std::memory_order_relaxed);
}

} // namespace lanes::probe
