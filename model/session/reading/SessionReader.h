// Reads a session into Traces: the whole file, or the part appended since the last read. Any bytes are safe.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/Result.h"
#include "model/session/ChunkFile.h"
#include "model/session/reading/ChunkLoader.h"
#include "model/session/reading/SessionTables.h"
#include "model/session/reading/SliceAssembler.h"
#include "model/session/reading/SliceDecoder.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes::session {

struct ReadOptions {
    std::stop_token stop;
    std::function<void(std::uint64_t bytesDone, std::uint64_t bytesTotal, std::uint64_t slices)> progress;
    // Called with snapshots while reading. For a session with an overview, the first comes at once, without slices, and
    // shows the overview (Trace::coarse). Later ones have ever more slices, with the overview where slices are missing;
    // each comes when the slices have grown by a third. Without an overview, the first comes soon after the start, the
    // next whenever the number of slices has doubled.
    std::function<void(std::shared_ptr<const Trace>)> publish;
    std::size_t memoryLimit =
        0;           // bytes; the rest stays unread and is counted. 0: three quarters of the machine's
    int threads = 0; // 0: one for each of the machine's processors
};

// One thread at a time; it starts helper threads while it reads.
class SessionReader {
public:
    // An error if the file cannot be opened, is no session, or has a later format.
    static Result<SessionReader> open(const std::string& path);

    // Reads all data in the file, from the start or from where the last call ended, and returns a snapshot of all of it.
    // Damage is skipped and counted in the snapshot's diagnostics. An error when cancelled, or when the session needs
    // abilities that this reader lacks.
    Result<std::shared_ptr<const Trace>> read(const ReadOptions& options = {});
    // read() for a file that is being written: null if nothing has been added. An incomplete last chunk is no damage.
    Result<std::shared_ptr<const Trace>> poll(const ReadOptions& options = {});

    // True if the writer has ended the session well.
    [[nodiscard]] bool ended() const { return tables_.ended(); }

private:
    SessionReader(std::string path, ChunkScanner scanner)
        : path_(std::move(path))
        , scanner_(std::move(scanner)) {}

    Result<bool> readAll(const ReadOptions& options); // true if anything was new
    std::vector<LoadedChunk> nextBatch(std::size_t bytes);
    void noteSequence(const ChunkHeader& header);
    void takeTables(std::vector<LoadedChunk>& batch);
    void takeTable(LoadedChunk& chunk);
    void takeColumns(std::vector<LoadedChunk>& batch, unsigned threads);
    std::vector<SliceJob*> preparedJobs(std::vector<LoadedChunk>& batch);
    void appendTables(const std::vector<LoadedChunk*>& tables);
    // Appends decoded jobs to the slices and takes them off the list, up to and including the first damaged one.
    void append(std::vector<SliceJob*>& jobs);
    // Unpacks the heads of a SLICES chunk's rows. False if the chunk refers to missing definitions.
    bool prepare(SliceJob& job);
    void assign(const std::vector<SliceJob*>& jobs);
    void damaged(std::uint64_t offset);
    void resolveLinks(unsigned threads);
    // True if the memory limit leaves room for so many more slices. Notes the first slices that do not fit.
    bool fits(std::size_t newSlices, std::size_t newLanes, std::uint64_t offset);
    enum class Stage { Reading, Following, Done };
    [[nodiscard]] std::shared_ptr<const Trace> snapshot(Stage stage);
    void addPreview(TraceData& data) const;
    void addEnd(TraceData& data) const;
    [[nodiscard]] bool isWorthShowing() const;

    std::string path_;
    ChunkScanner scanner_;
    SessionTables tables_;
    SliceAssembler slices_;
    std::vector<SliceDecoder> decoders_;
    std::vector<ChunkLoader> loaders_;     // one for each thread, like decoders_
    std::shared_ptr<const Trace> preview_; // null if the session has none, or no caller wants snapshots
    std::uint32_t shown_ = 0;              // number of slices in the last published snapshot
    std::shared_ptr<const Trace> last_;    // the last snapshot; the next one shares its parts
    LinkTable links_;
    // Links that links_ lacks: sorting is expensive, so it is done for snapshots only.
    UnwrittenVector<Link> newLinks_;
    Diagnostics damage_;
    std::uint32_t nextSequence_ = 0;
    std::size_t memoryLimit_ = 0;
    bool full_ = false; // the memory limit was reached
};

} // namespace lanes::session
