#include "app/cli/answers/RankFiles.h"

#include "model/base/MemoryLimit.h"
#include "model/base/Threads.h"
#include "model/io/OpenTrace.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace lanes::cli {

namespace {

// Bytes that a trace may need in memory for each of its file, which may be compressed.
constexpr std::size_t kGrowth = 20;

std::size_t largestOf(const std::vector<std::string>& files) {
    std::size_t largest = 1;
    for (const std::string& file : files) {
        std::error_code error;
        const auto size = std::filesystem::file_size(file, error);
        largest = std::max<std::size_t>(largest, error ? 1 : size);
    }
    return largest;
}

// How many files are read at once, and how.
struct Readers {
    unsigned count = 1;
    OpenOptions each;
};

Readers readersFor(const std::vector<std::string>& files, bool allStay) {
    const std::size_t limit = usualMemoryLimit();
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t fit = std::max<std::size_t>(1, limit / kGrowth / largestOf(files));
    Readers readers;
    readers.count = static_cast<unsigned>(std::min<std::size_t>({cores, fit, files.size()}));
    readers.each.memoryLimit = limit / (allStay ? files.size() : readers.count);
    readers.each.threads = static_cast<int>(std::max(1u, cores / readers.count));
    return readers;
}

// take(i, trace) of every file, on several threads.
template<class Take>
std::optional<Error> readAll(const std::vector<std::string>& files, const Readers& readers,
                             const Take& take) {
    std::mutex mutex;
    std::optional<Error> failed;
    std::size_t failedAt = files.size();
    forEachOnThreads(readers.count, files.size(), [&](std::size_t i) {
        auto trace = openTrace(files[i], readers.each);
        if (trace) {
            take(i, std::move(trace).value());
            return;
        }
        const std::lock_guard lock(mutex);
        if (i < failedAt) {
            failedAt = i;
            failed = trace.error();
        }
    });
    return failed;
}

} // namespace

Result<std::vector<RankRecord>> readRankRecords(const std::vector<std::string>& files) {
    std::vector<std::vector<RankRecord>> found(files.size());
    const auto failed = readAll(files, readersFor(files, false),
                                [&](std::size_t i, const std::shared_ptr<const Trace>& trace) {
                                    found[i] = rankRecordsOf(trace, files[i]);
                                });
    if (failed) {
        return *failed;
    }
    std::vector<RankRecord> records;
    for (std::vector<RankRecord>& some : found) {
        std::ranges::move(some, std::back_inserter(records));
    }
    nameRanks(records);
    return records;
}

Result<std::vector<std::shared_ptr<const Trace>>> readRankTraces(const std::vector<std::string>& files) {
    std::vector<std::shared_ptr<const Trace>> traces(files.size());
    const auto failed =
        readAll(files, readersFor(files, true),
                [&](std::size_t i, std::shared_ptr<const Trace> trace) { traces[i] = std::move(trace); });
    if (failed) {
        return *failed;
    }
    return traces;
}

} // namespace lanes::cli
