#include "collector/recorder/host/RingFolder.h"

#include "collector/ring/FileNames.h"
#include "collector/ring/Records.h"
#include "collector/ring/RingBudget.h"
#include "collector/ring/SourceMask.h"
#include "model/base/File.h"
#include "model/base/MemoryLimit.h"
#include "model/base/WholeFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <new>
#include <sstream>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

constexpr const char* kPrefix = "lanescope-rings-";
// A container's /dev/shm often has 64 MB in all, which its programs need for themselves: below this a place is taken only
// if there is no better one.
constexpr std::uint64_t kRoomyBytes = 256ULL << 20;
// Of what is free in the place at the beginning, and of the memory that is there at all, for all rings together.
constexpr std::uint64_t kShareOfFree = 8;
constexpr std::uint64_t kShareOfMemory = 16;
constexpr std::uint64_t kMostSharedBytes = 1ULL << 30;
constexpr std::uint64_t kLeastBytes = 1ULL << 20; // a few rings
// Enough for a quarter of a second of a thread that does nothing but the smallest operators.
constexpr std::uint64_t kMostRingBytes = 16ULL << 20;

// `forOthers`: those that any user can reach.
std::vector<std::string> places(bool forOthers = false) {
    if (forOthers) {
        return {"/dev/shm", "/tmp"};
    }
    std::vector<std::string> found{"/dev/shm"};
    for (const char* variable : {"XDG_RUNTIME_DIR", "TMPDIR"}) {
        if (const char* value = std::getenv(variable); value != nullptr && *value == '/') {
            found.emplace_back(value);
        }
    }
    found.emplace_back("/tmp");
    return found;
}

std::uint64_t freeBytes(const std::string& place) {
    struct statvfs facts {};
    return statvfs(place.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize
                                               : 0;
}

std::uint64_t budgetOf(std::uint64_t freeBytes) {
    return std::min({freeBytes / kShareOfFree, usualMemoryLimit() / kShareOfMemory, kMostSharedBytes});
}

std::string makeFolderIn(const std::string& place) {
    std::string path = place + "/" + kPrefix + "XXXXXX";
    return mkdtemp(path.data()) != nullptr ? path : std::string();
}

ring::MappedFile pageOf(const std::string& folder) {
    ring::MappedFile file =
        ring::MappedFile::open(folder + "/" + ring::kSessionFileName, sizeof(ring::SessionControl));
    const auto* control = reinterpret_cast<const ring::SessionControl*>(file.data());
    // A recorder of another version may not hold the lock.
    const bool ours = file && control->magic == ring::kSessionMagic && control->version == ring::kRingVersion;
    return ours ? std::move(file) : ring::MappedFile();
}

// What a writer may still touch that has asked whether the ring is shut, and was told that it is not: the record that it
// writes now, the filler before that record, and what its processor has not let others see yet.
constexpr std::uint64_t kTouchedLate = 4 * ring::kMaxRecordBytes;

// Frees the pages of a ring, also where a process that runs on has it mapped for good: it is told first that the ring is shut.
// The pages that a write may be under way in stay, as does the header.
void freeRing(const std::string& path) {
    const ring::MappedFile ring = ring::MappedFile::open(path, ring::kRingHeaderBytes);
    const File file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (!ring || !file) {
        return;
    }
    auto& header = *reinterpret_cast<ring::RingHeader*>(ring.data());
    header.shut.store(1, std::memory_order_seq_cst);
    const std::uint64_t capacity = ring.size() - ring::kRingHeaderBytes; // not what the process says
    if (capacity <= kTouchedLate) {
        return;
    }
    const std::uint64_t head = header.head.load(std::memory_order_seq_cst) % capacity;
    const auto free = [&](std::uint64_t from, std::uint64_t to) {
        if (from < to) {
            (void)fallocate(file.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                            static_cast<off_t>(ring::kRingHeaderBytes + from), static_cast<off_t>(to - from));
        }
    };
    const std::uint64_t page = ring::kRingHeaderBytes;
    const std::uint64_t from = head / page * page;
    const std::uint64_t to = (head + kTouchedLate + page - 1) / page * page;
    free(to <= capacity ? 0 : to - capacity, from);
    free(to, capacity);
}

} // namespace

std::optional<FileUser> fileUserOf(pid_t process) {
    std::istringstream status(wholeFile("/proc/" + std::to_string(process) + "/status"));
    FileUser found;
    bool user = false;
    bool group = false;
    for (std::string line; std::getline(status, line);) {
        std::istringstream fields(line);
        std::string key;
        unsigned id = 0;
        // Real, effective, saved, and that of files.
        if (!(fields >> key >> id >> id >> id >> id)) {
            continue;
        }
        if (key == "Uid:") {
            found.user = id;
            user = true;
        } else if (key == "Gid:") {
            found.group = id;
            group = true;
        }
    }
    return user && group ? std::optional(found) : std::nullopt;
}

void RingFolder::giveTo(const std::string& folder, const FileUser& user) {
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored); !ignored && at != fs::directory_iterator();
         at.increment(ignored)) {
        // The socket for commands stays ours.
        if (at->is_regular_file(ignored)) {
            (void)!lchown(at->path().c_str(), user.user, user.group);
        }
    }
    (void)!lchown(folder.c_str(), user.user, user.group);
}

Result<RingFolder> RingFolder::create(ring::DeviceSharing sharing, std::uint32_t sources,
                                      std::uint32_t samplesPerSecond, std::string_view filter,
                                      bool forOthers) {
    // Roomy places in their order, then the others, most room first.
    std::vector<std::pair<std::uint64_t, std::string>> candidates;
    for (std::string& place : places(forOthers)) {
        candidates.emplace_back(std::min(freeBytes(place), kRoomyBytes), std::move(place));
    }
    std::ranges::stable_sort(candidates, std::greater(), &std::pair<std::uint64_t, std::string>::first);
    std::string path;
    std::uint64_t budget = 0;
    for (const auto& [bytes, place] : candidates) {
        budget = budgetOf(freeBytes(place));
        if (budget >= kLeastBytes && !(path = makeFolderIn(place)).empty()) {
            break;
        }
    }
    if (path.empty()) {
        return Error{"No folder for the buffers: neither /dev/shm nor $TMPDIR is writable with 8 MiB free; "
                     "set TMPDIR "
                     "to a folder that is."};
    }
    const std::string name = path + "/" + ring::kSessionFileName;
    ring::MappedFile file = ring::MappedFile::create(name + ".new", sizeof(ring::SessionControl));
    ring::FileLock alive = ring::FileLock::take(name + ".new");
    if (!file || !alive) {
        const std::string reason = std::strerror(errno);
        std::error_code ignored;
        fs::remove_all(path, ignored);
        return Error{path + ": cannot write the session's control file: " + reason};
    }
    auto* control = new (file.data()) ring::SessionControl{};
    control->version = ring::kRingVersion;
    control->recorderPid = static_cast<std::uint32_t>(getpid());
    control->clock = ring::bestClock();
    control->sharing = sharing;
    control->samplesPerSecond = samplesPerSecond;
    filter.copy(control->where, sizeof control->where - 1);
    control->mostRingBytes = kMostRingBytes;
    control->ringBytesLeft.store(static_cast<std::int64_t>(budget), std::memory_order_relaxed);
    ring::setSources(*control, sources);
    control->heartbeatNs.store(ring::monotonicNs(), std::memory_order_relaxed);
    control->magic = ring::kSessionMagic;
    if (std::rename((name + ".new").c_str(), name.c_str()) != 0) {
        return Error{name + ": cannot be put in place: " + std::strerror(errno)};
    }
    return RingFolder(std::move(path), std::move(file), std::move(alive));
}

RingFolder::State RingFolder::stateOf(const std::string& folder) {
    struct stat facts {};
    if (lstat(folder.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode)) {
        return State::Strange;
    }
    // The recorder's user has the socket for commands. Only root can have given the folder to another user.
    struct stat socket {};
    const bool given =
        lstat((folder + "/control").c_str(), &socket) == 0 && socket.st_uid == 0 && facts.st_uid != 0;
    const bool recorderIsOurs = (given ? socket.st_uid : facts.st_uid) == geteuid();
    if ((!recorderIsOurs && facts.st_uid != geteuid()) || !pageOf(folder)) {
        return State::Strange;
    }
    switch (ring::FileLock::holderOf(folder + "/" + ring::kSessionFileName)) {
    case ring::FileLock::Holder::Nobody:
        return State::Stale;
    case ring::FileLock::Holder::Somebody:
        return recorderIsOurs ? State::Running : State::Strange;
    case ring::FileLock::Holder::Unknown:
        break;
    }
    return State::Strange;
}

std::vector<std::string> RingFolder::all(State state) {
    std::vector<std::string> found;
    for (const std::string& place : places()) {
        std::error_code ignored;
        for (fs::directory_iterator at(place, ignored); !ignored && at != fs::directory_iterator();
             at.increment(ignored)) {
            if (at->path().filename().string().starts_with(kPrefix) &&
                stateOf(at->path().string()) == state) {
                found.push_back(at->path().string());
            }
        }
    }
    return found;
}

pid_t RingFolder::recorderOf(const std::string& folder) {
    const ring::MappedFile file = pageOf(folder);
    return file ? static_cast<pid_t>(reinterpret_cast<const ring::SessionControl*>(file.data())->recorderPid)
                : 0;
}

void RingFolder::removeStale() {
    for (const std::string& folder : all(State::Stale)) {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
}

RingFolder::RingFolder(std::string path, ring::MappedFile session, ring::FileLock alive)
    : path_(std::move(path))
    , session_(std::move(session))
    , alive_(std::move(alive)) {
    clock_ = control().clock;
}

RingFolder::~RingFolder() {
    if (session_) {
        close();
        std::error_code ignored;
        for (fs::directory_iterator at(path_, ignored); !ignored && at != fs::directory_iterator();
             at.increment(ignored)) {
            const auto name = ring::parseFileName(at->path().filename().string());
            if (name && name->kind == ring::FileName::Kind::Ring) {
                removeFile(at->path().string());
            }
        }
        fs::remove_all(path_, ignored);
    }
}

void RingFolder::removeFile(const std::string& path) {
    if (const auto name = ring::parseFileName(fs::path(path).filename().string());
        name && name->kind == ring::FileName::Kind::Ring) {
        freeRing(path);
    }
    std::error_code ignored;
    fs::remove(path, ignored);
}

ring::SessionControl& RingFolder::control() const {
    return *reinterpret_cast<ring::SessionControl*>(session_.data());
}

void RingFolder::beat() {
    control().heartbeatNs.store(ring::monotonicNs(), std::memory_order_relaxed);
}

void RingFolder::giveRingBack(std::uint64_t capacity) {
    ring::giveRingBack(control(), capacity);
}

void RingFolder::pause(PausedWatch watch) {
    const bool soon =
        watch == PausedWatch::LastStep && (ring::everWanted(control().wanted) & ring::kDevices) != 0;
    const std::uint32_t steps = watch == PausedWatch::Nothing ? 0 : std::uint32_t{ring::kSteps};
    ring::setSources(control(), steps | (soon ? std::uint32_t{ring::kDevicesSoon} : 0));
}

void RingFolder::prepareDevices() {
    ring::setSources(control(), ring::sourcesOf(control().wanted) | ring::kDevicesSoon);
}

void RingFolder::resume() {
    ring::setSources(control(),
                     ring::everWanted(control().wanted) & ~std::uint32_t{ring::kSteps | ring::kDevicesSoon});
}

void RingFolder::close() {
    control().closed.store(1, std::memory_order_relaxed);
    ring::setSources(control(), 0);
    ring::wakeWaiting(control().wanted); // who has slept since a pause
}

} // namespace lanes::recorder
