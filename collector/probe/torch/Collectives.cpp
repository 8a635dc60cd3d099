#include "collector/probe/torch/Collectives.h"

#include "collector/probe/torch/CollectiveArguments.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/probe/torch/ProcessGroups.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace lanes::probe {

namespace {

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
