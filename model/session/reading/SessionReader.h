// Reads a session into Traces: the whole file, or what has been appended to it since. Any bytes are safe.
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
    // Snapshots on the way. Of a session that has an overview at once one without slices that shows it (Trace::coarse),
    // then ever more slices with the overview where they are missing. Otherwise soon after the start, and whenever the
    // number of slices has doubled.
    std::function<void(std::shared_ptr<const Trace>)> publish;
    std::size_t memoryLimit =
        0;           // bytes; what is past it stays unread and is counted. 0: three quarters of the machine's
    int threads = 0; // 0: as many as the machine has
};

// One thread at a time; it starts helpers of its own while it reads.
class SessionReader {
public:
    // An error when the file cannot be opened, is no session, or is one of a later format.
    static Result<SessionReader> open(const std::string& path);

    // Reads what there is now, from the start or from where the last call ended, and gives a snapshot of all
    // of it. Damage is skipped and counted in the snapshot's diagnostics. An error when cancelled, or when
    // the session needs abilities that this reader lacks.
    Result<std::shared_ptr<const Trace>> read(const ReadOptions& options = {});
    // For a file that is being written: the same, but null if nothing has been added, and a chunk that is not
    // whole yet is no damage.
    Result<std::shared_ptr<const Trace>> poll(const ReadOptions& options = {});

    // Whether the writer has ended the session well.
    [[nodiscard]] bool ended() const { return tables_.ended(); }

private:
    SessionReader(std::string path, ChunkScanner scanner)
        : path_(std::move(path))
        , scanner_(std::move(scanner)) {}

    Result<bool> readAll(const ReadOptions& options); // whether anything was new
    std::vector<LoadedChunk> nextBatch(std::size_t bytes);
    void noteSequence(const ChunkHeader& header);
    void takeTables(std::vector<LoadedChunk>& batch);
    void takeTable(LoadedChunk& chunk);
    void takeColumns(std::vector<LoadedChunk>& batch, unsigned threads);
    std::vector<SliceJob*> preparedJobs(std::vector<LoadedChunk>& batch);
    void appendTables(const std::vector<LoadedChunk*>& tables);
    // Puts decoded jobs to the slices and takes them off the list, up to the first that is damaged, and that one.
    void append(std::vector<SliceJob*>& jobs);
    // Unpacks the heads of a SLICES chunk's rows; false if the chunk refers to what is not there.
    bool prepare(SliceJob& job);
    void assign(const std::vector<SliceJob*>& jobs);
    void damaged(std::uint64_t offset);
    void resolveLinks(unsigned threads);
    // Whether the memory limit leaves room for so many slices more; the first that do not fit are noted.
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
    std::vector<ChunkLoader> loaders_;     // like decoders_ one of each thread
    std::shared_ptr<const Trace> preview_; // null if the session has none, or nobody wants to see it
    std::uint32_t shown_ = 0;              // slices of the last snapshot on the way
    std::shared_ptr<const Trace> last_;    // the last snapshot; the next one shares what it has
    LinkTable links_;
    // That links_ lacks: sorting costs much, so that it is done for snapshots only.
    UnwrittenVector<Link> newLinks_;
    Diagnostics damage_;
    std::uint32_t nextSequence_ = 0;
    std::size_t memoryLimit_ = 0;
    bool full_ = false; // the memory limit was reached
};

} // namespace lanes::session
