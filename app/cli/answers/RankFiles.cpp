#include "app/cli/answers/RankFiles.h"

#include "model/base/MemoryLimit.h"
#include "model/base/Threads.h"
#include "model/io/OpenTrace.h"
#include "model/io/joining/TraceMerge.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
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

Readers readersFor(const std::vector<std::string>& files, bool allStay,
                   std::shared_ptr<const OwnClasses> own) {
    const std::size_t limit = usualMemoryLimit();
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t fit = std::max<std::size_t>(1, limit / kGrowth / largestOf(files));
    Readers readers;
    readers.each.ownClasses = std::move(own);
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

// What each file says of its place in a job.
class Places {
public:
    explicit Places(const std::vector<std::string>& files)
        : files_(files)
        , of_(files.size()) {}

    void take(std::size_t file, const Trace& trace) {
        const auto one = rankOf(trace);
        of_[file] = {ranksOf(trace), one ? one->worldSize : 0};
    }

    // Why they are no job: two hold the same rank, or are of jobs of different sizes.
    [[nodiscard]] std::optional<Error> refusal() const {
        constexpr const char* kRemedy =
            "; name files of one job, or compare two sessions by \"lanescope diff\".";
        std::map<std::int64_t, std::size_t> holder; // by rank
        std::optional<std::size_t> sized;
        for (std::size_t i = 0; i < of_.size(); ++i) {
            for (const std::int64_t rank : of_[i].ranks) {
                if (const auto [other, isNew] = holder.emplace(rank, i); !isNew) {
                    return Error{files_[other->second] + " and " + files_[i] + " both hold rank " +
                                 std::to_string(rank) + kRemedy};
                }
            }
            if (sized && of_[i].size > 0 && of_[i].size != of_[*sized].size) {
                return Error{files_[i] + " is of a job of " + std::to_string(of_[i].size) + " ranks, " +
                             files_[*sized] + " of one of " + std::to_string(of_[*sized].size) + kRemedy};
            }
            sized = !sized && of_[i].size > 0 ? std::optional(i) : sized;
        }
        return {};
    }

private:
    struct Place {
        std::vector<std::int64_t> ranks;
        std::int64_t size = 0; // of the job; 0: not known
    };

    const std::vector<std::string>& files_;
    std::vector<Place> of_;
};

} // namespace

Result<std::vector<RankRecord>> readRankRecords(const std::vector<std::string>& files,
                                                std::shared_ptr<const OwnClasses> own) {
    std::vector<std::vector<RankRecord>> found(files.size());
    Places places(files);
    auto failed = readAll(files, readersFor(files, false, std::move(own)),
                          [&](std::size_t i, const std::shared_ptr<const Trace>& trace) {
                              places.take(i, *trace);
                              found[i] = rankRecordsOf(trace, files[i]);
                          });
    failed = failed ? failed : places.refusal();
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

Result<std::vector<std::shared_ptr<const Trace>>> readRankTraces(const std::vector<std::string>& files,
                                                                 std::shared_ptr<const OwnClasses> own) {
    std::vector<std::shared_ptr<const Trace>> traces(files.size());
    Places places(files);
    auto failed = readAll(files, readersFor(files, true, std::move(own)),
                          [&](std::size_t i, std::shared_ptr<const Trace> trace) {
                              places.take(i, *trace);
                              traces[i] = std::move(trace);
                          });
    failed = failed ? failed : places.refusal();
    if (failed) {
        return *failed;
    }
    return traces;
}

} // namespace lanes::cli
