// Reads all events of a file with several threads: each idle thread takes the next chunk and parses it. Then verifies
// that chunks meet between events, and parses again those that do not.
#pragma once

#include "model/io/OpenTrace.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/joining/ImportBatch.h"
#include "model/io/joining/ImportSketch.h"
#include "model/io/json/EventChunks.h"
#include "model/io/json/RangeParser.h"
#include "model/io/json/TopLevel.h"

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lanes {

class EventReader {
public:
    EventReader(std::shared_ptr<const InputFile> file, const OpenOptions& options, unsigned threads,
                std::size_t chunkBytes = EventChunks::kChunk);

    // Publishes snapshots of a sketch while reading, if the caller wants them. The first comes as soon as there is
    // something to show. Before each later one, at least `pace` passes, and `timesItsCost` times the time of making the
    // last one.
    void showEvery(std::chrono::milliseconds pace, int timesItsCost) {
        pace_ = pace;
        timesItsCost_ = timesItsCost;
    }

    // False: the text holds no list of events. An Error only if the file cannot be read, or reading was cancelled.
    [[nodiscard]] Result<bool> read(ImportBatch& out);

private:
    [[nodiscard]] Result<void> readList();
    [[nodiscard]] Result<void> goOnAt(std::int64_t offset);
    void work(std::uint32_t worker);
    [[nodiscard]] bool take(EventChunk& chunk, EventRange*& range);
    void finish(const EventChunk& chunk, const EventRange& range);
    [[nodiscard]] bool isTimeToShow();
    void show();
    void report(std::uint64_t events);
    [[nodiscard]] Result<void> proveBorders();
    [[nodiscard]] Result<void> parseAgain(std::size_t number, std::int64_t from, std::int64_t to);
    [[nodiscard]] Result<std::string> textAt(std::int64_t from, std::int64_t to);
    void noteDamage();
    [[nodiscard]] Result<std::int64_t> judgeEnd(bool arrayForm);

    std::shared_ptr<const InputFile> file_;
    const OpenOptions& options_;
    unsigned threads_;
    std::size_t chunkBytes_;
    std::size_t memoryLimit_;
    std::chrono::steady_clock::duration pace_ = std::chrono::milliseconds(500);
    int timesItsCost_ = 50;
    ImportBatch* out_ = nullptr;
    std::vector<std::unique_ptr<RangeParser>> parsers_; // one per thread

    std::mutex mutex_; // guards everything below while threads work
    std::unique_ptr<EventChunks> chunks_;
    std::deque<EventRange> ranges_;      // never move while threads fill them
    std::vector<std::int64_t> chunkEnd_; // by range
    std::string tail_; // from the bracket that seems to close the events to the end of the file
    std::int64_t tailAt_ = -1;
    std::uint64_t events_ = 0;
    std::int64_t reportedAt_ = 0;
    std::vector<std::size_t> kept_; // bytes, by worker
    bool full_ = false;
    std::chrono::steady_clock::time_point nextShow_; // at once
    bool showing_ = false;
    std::unique_ptr<ImportSketch> sketch_; // null: no caller wants snapshots

    // For parts that must be parsed again: a second pass over the text, from `windowAt_` on.
    std::unique_ptr<ByteStream> again_;
    std::string window_;
    std::int64_t windowAt_ = 0;
};

} // namespace lanes
