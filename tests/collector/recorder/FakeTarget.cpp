#include "tests/collector/recorder/FakeTarget.h"

#include "collector/ring/FileNames.h"
#include "collector/ring/SharedText.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <vector>

namespace lanes::test {

namespace {

ring::MappedFile makeRing(const std::string& folder, std::uint64_t birth, std::uint32_t index,
                          std::uint64_t bytes) {
    const auto pid = static_cast<std::uint32_t>(getpid());
    const std::string path = folder + "/" + ring::toText({ring::FileName::Kind::Ring, pid, birth, index});
    ring::MappedFile file = ring::MappedFile::create(path + ".new", ring::kRingHeaderBytes + bytes);
    auto* header = new (file.data()) ring::RingHeader{};
    header->magic = ring::kRingMagic;
    header->version = ring::kRingVersion;
    header->index = index;
    header->capacity = bytes;
    header->pid = pid;
    std::rename((path + ".new").c_str(), path.c_str());
    return file;
}

} // namespace

FakeThread::FakeThread(const std::string& folder, std::uint64_t birth, std::uint32_t index,
                       ring::ClockKind clock, std::uint64_t bytes)
    : file_(makeRing(folder, birth, index, bytes))
    , writer_(reinterpret_cast<ring::RingHeader*>(file_.data()))
    , clock_(clock) {}

bool FakeThread::put(const void* fixed, std::size_t fixedBytes, std::string_view text) {
    const std::size_t bytes = ring::roundUpToWord(fixedBytes + text.size());
    void* place = writer_.reserve(bytes, 64);
    if (place == nullptr) {
        writer_.countDrop();
        return false;
    }
    std::vector<char> record(bytes);
    std::memcpy(record.data(), fixed, fixedBytes);
    std::ranges::copy(text, record.begin() + static_cast<std::ptrdiff_t>(fixedBytes));
    auto* header = reinterpret_cast<ring::RecordHeader*>(record.data());
    header->words = static_cast<std::uint16_t>(bytes / 8);
    std::memcpy(place, record.data(), bytes);
    writer_.commit(bytes);
    return true;
}

std::uint64_t FakeThread::unread() const {
    const auto* header = reinterpret_cast<const ring::RingHeader*>(file_.data());
    return header->head.load() - header->tail.load();
}

void FakeThread::start(std::uint32_t threadId, std::string_view name, std::uint64_t torchThread) {
    ring::ThreadStart record{};
    record.header = {0, ring::RecordType::ThreadStart, 0, threadId};
    record.ticks = ring::readTicks(clock_);
    record.torchThread = torchThread;
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    put(&record, sizeof record, name);
}

void FakeThread::defineName(std::uint32_t id, std::string_view name) {
    ring::DefineName record{};
    record.header = {0, ring::RecordType::DefineName, 0, id};
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    put(&record, sizeof record, name);
}

void FakeThread::defineCode(std::uint32_t id, std::string_view file, std::string_view function) {
    ring::DefineCode record{};
    record.header = {0, ring::RecordType::DefineCode, 0, id};
    record.fileBytes = static_cast<std::uint32_t>(file.size());
    record.functionBytes = static_cast<std::uint32_t>(function.size());
    put(&record, sizeof record, std::string(file) + std::string(function));
}

void FakeThread::defineStack(std::uint32_t id, std::uint32_t parent, std::uint32_t code, std::uint32_t line) {
    ring::DefineStack record{};
    record.header = {0, ring::RecordType::DefineStack, 0, id};
    record.parent = parent;
    record.code = code;
    record.line = line;
    put(&record, sizeof record, {});
}

bool FakeThread::begin(std::uint32_t key, std::uint32_t name, std::int64_t sequence, std::uint32_t stack,
                       ring::Scope scope, std::uint32_t forwardThread) {
    ring::OpBegin record{};
    record.header = {0, ring::RecordType::OpBegin, static_cast<std::uint8_t>(scope), key};
    record.ticks = ring::readTicks(clock_);
    record.name = name;
    record.stack = stack;
    record.forwardThread = forwardThread;
    record.sequence = sequence;
    const bool placed = put(&record, sizeof record, {});
    written_ += placed ? 1 : 0;
    return placed;
}

bool FakeThread::end(std::uint32_t key, bool elsewhere) {
    ring::OpEnd record{};
    record.header = {0, ring::RecordType::OpEnd, elsewhere ? ring::kEndElsewhere : std::uint8_t{0}, key};
    record.ticks = ring::readTicks(clock_);
    return put(&record, sizeof record, {});
}

void FakeThread::spoil() {
    auto* header = reinterpret_cast<ring::RingHeader*>(file_.data());
    header->dropped.store(0x52e7'1234'5678'9abc);
}

void FakeThread::memory(std::int64_t bytes, std::uint64_t address) {
    ring::MemoryEvent record{};
    record.header = {0, ring::RecordType::Memory, 0, 255};
    record.ticks = ring::readTicks(clock_);
    record.bytes = bytes;
    record.address = address;
    put(&record, sizeof record, {});
}

void FakeThread::outOfMemory(std::int64_t bytes) {
    ring::OutOfMemory record{};
    record.header = {0, ring::RecordType::OutOfMemory, 0, 1 << 8 | 1};
    record.ticks = ring::readTicks(clock_);
    record.bytes = bytes;
    put(&record, sizeof record, {});
}

FakeProcess::FakeProcess() {
    const char* folder = std::getenv(ring::kFolderVariable);
    if (folder == nullptr) {
        return;
    }
    folder_ = folder;
    const ring::MappedFile session =
        ring::MappedFile::open(folder_ + "/" + ring::kSessionFileName, sizeof(ring::SessionControl));
    if (!session) {
        return;
    }
    clock_ = reinterpret_cast<const ring::SessionControl*>(session.data())->clock;
    birth_ = ring::readTicks(clock_);
    const auto pid = static_cast<std::uint32_t>(getpid());
    const std::string path = folder_ + "/" + ring::toText({ring::FileName::Kind::Process, pid, birth_, 0});
    control_ = ring::MappedFile::create(path + ".new", sizeof(ring::ProcessControl));
    auto* control = new (control_.data()) ring::ProcessControl{};
    control->magic = ring::kProcessMagic;
    control->version = ring::kRingVersion;
    control->pid = pid;
    control->parentPid = static_cast<std::uint32_t>(getppid());
    control->state.store(static_cast<std::uint32_t>(ring::ProcessState::Recording));
    ring::setText(*control, control->arguments, "/usr/bin/fake --of tests --token hush");
    alive_ = ring::FileLock::take(path + ".new");
    std::rename((path + ".new").c_str(), path.c_str());
}

FakeThread FakeProcess::thread(std::uint32_t index, std::uint64_t bytes) const {
    return FakeThread(folder_, birth_, index, clock_, bytes);
}

void FakeProcess::say(std::string_view reason) {
    auto* control = reinterpret_cast<ring::ProcessControl*>(control_.data());
    ring::setText(*control, control->reason, reason);
    control->state.store(static_cast<std::uint32_t>(ring::ProcessState::Off));
}

void FakeProcess::refuse(int threads, int processes) const {
    const ring::MappedFile session =
        ring::MappedFile::open(folder_ + "/" + ring::kSessionFileName, sizeof(ring::SessionControl));
    auto* control = reinterpret_cast<ring::SessionControl*>(session.data());
    control->threadsRefused.fetch_add(static_cast<std::uint64_t>(threads));
    control->processesRefused.fetch_add(static_cast<std::uint64_t>(processes));
}

void FakeProcess::cutFiles() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
        if (entry.is_regular_file()) { // the control socket is none
            std::filesystem::resize_file(entry.path(), 0);
        }
    }
}

void FakeProcess::say(Torch state) const {
    const std::string name = folder_ + "/" + std::to_string(getpid());
    if (state == Torch::Importing) {
        close(open((name + ring::kImportingSuffix).c_str(), O_CREAT | O_WRONLY, 0600));
    } else {
        std::rename((name + ring::kImportingSuffix).c_str(), (name + ring::kImportedSuffix).c_str());
    }
}

} // namespace lanes::test
