#include "model/session/reading/SessionReader.h"

#include "model/base/MemoryLimit.h"
#include "model/base/Threads.h"
#include "model/session/reading/SessionPreview.h"
#include "model/session/reading/StoredRows.h"
#include "model/session/session.pb.h"

#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace lanes::session {

namespace {

constexpr std::size_t kFirstBatch = std::size_t{1} << 20; // small, for a first picture soon
constexpr std::size_t kBatch = std::size_t{12} << 20;
constexpr std::uint32_t kFirstPublish = 100000;

} // namespace

Result<SessionReader> SessionReader::open(const std::string& path) {
    Result<ChunkScanner> scanner = ChunkScanner::open(path);
    if (!scanner) {
        return scanner.error();
    }
    return SessionReader(path, std::move(scanner).value());
}

Result<std::shared_ptr<const Trace>> SessionReader::read(const ReadOptions& options) {
    if (const Result<bool> done = readAll(options); !done) {
        return done.error();
    }
    return snapshot(Stage::Done);
}

Result<std::shared_ptr<const Trace>> SessionReader::poll(const ReadOptions& options) {
    const Result<bool> news = readAll(options);
    if (!news) {
        return news.error();
    }
    return news.value() ? snapshot(Stage::Following) : nullptr;
}

Result<bool> SessionReader::readAll(const ReadOptions& options) {
    const unsigned threads = options.threads > 0 ? static_cast<unsigned>(options.threads)
                                                 : std::max(1u, std::thread::hardware_concurrency());
    memoryLimit_ = options.memoryLimit > 0 ? options.memoryLimit : usualMemoryLimit();
    decoders_.resize(threads);
    loaders_.resize(threads);
    bool news = false;
    scanner_.refresh();
    if (options.publish && slices_.sliceCount() == 0) {
        preview_ = previewOf(path_);
        if (preview_) {
            options.publish(preview_);
        }
    }
    for (std::size_t size = options.publish ? kFirstBatch : kBatch; !full_; size = kBatch) {
        if (options.stop.stop_requested()) {
            return Error{"cancelled"};
        }
        std::vector<LoadedChunk> batch = nextBatch(size);
        if (batch.empty()) {
            break;
        }
        news = true;
        forEachOnThreads(threads, batch.size(),
                         [&](std::size_t i, unsigned worker) { loaders_[worker].load(scanner_, batch[i]); });
        takeTables(batch);
        if (!tables_.unknownNeed().empty()) {
            return Error{path_ + " needs '" + tables_.unknownNeed() +
                         "', which this Lanescope does not know: a newer one is needed"};
        }
        takeColumns(batch, threads);
        resolveLinks(threads);
        if (options.progress) {
            options.progress(scanner_.offset(), scanner_.fileSize(), slices_.sliceCount());
        }
        if (options.publish && isWorthShowing()) {
            shown_ = slices_.sliceCount();
            options.publish(snapshot(Stage::Reading));
        }
    }
    return news;
}

// Every snapshot costs its viewers some work: they get the fewer the longer it takes anyway.
bool SessionReader::isWorthShowing() const {
    const std::uint32_t have = slices_.sliceCount();
    return have >= kFirstPublish && have - shown_ >= (preview_ ? shown_ / 3 : shown_);
}

std::vector<LoadedChunk> SessionReader::nextBatch(std::size_t bytes) {
    std::vector<LoadedChunk> batch;
    for (std::size_t have = 0; have < bytes;) {
        LoadedChunk chunk;
        const ChunkScanner::Step step = scanner_.next(chunk.header);
        if (step == ChunkScanner::Step::Tail) {
            break;
        }
        if (step == ChunkScanner::Step::Damaged) {
            damaged(scanner_.skippedFrom());
            continue;
        }
        noteSequence(chunk.header);
        chunk.offset = scanner_.chunkOffset();
        have += std::max(chunk.header.stored, chunk.header.raw); // a few bytes may become many
        batch.push_back(std::move(chunk));
    }
    return batch;
}

void SessionReader::noteSequence(const ChunkHeader& header) {
    if (header.sequence > nextSequence_) {
        damage_.add("lost-chunks", Severity::Loss, "Parts of the session are missing",
                    static_cast<std::int64_t>(scanner_.chunkOffset()), header.sequence - nextSequence_);
    }
    nextSequence_ = header.sequence + 1;
}

void SessionReader::damaged(std::uint64_t offset) {
    damage_.add("damaged-chunk", Severity::Loss,
                "A part of the session does not match its checksum and was skipped",
                static_cast<std::int64_t>(offset));
}

void SessionReader::takeTables(std::vector<LoadedChunk>& batch) {
    for (LoadedChunk& chunk : batch) {
        if (chunk.damaged) {
            damaged(chunk.offset);
        } else if (!chunk.job && fits(0, 0, chunk.offset)) {
            takeTable(chunk);
        } else {
            chunk.table = nullptr;
        }
    }
}

void SessionReader::takeTable(LoadedChunk& chunk) {
    if (chunk.table) {
        tables_.prepare(*chunk.table);
        return;
    }
    const SessionTables::Taken taken = tables_.take(chunk.header.type, chunk.message);
    if (taken == SessionTables::Taken::Damaged) {
        damaged(chunk.offset);
    } else if (taken == SessionTables::Taken::Unknown) {
        damage_.add("unknown-chunk", Severity::Note,
                    "Parts of the session are of a kind that this Lanescope does not know",
                    static_cast<std::int64_t>(chunk.offset));
    }
    chunk.message = {};
}

void SessionReader::appendTables(const std::vector<LoadedChunk*>& tables) {
    for (const LoadedChunk* chunk : tables) {
        if (chunk->damaged) {
            damaged(chunk->offset);
        } else {
            chunk->table->append(tables_);
        }
    }
}

// A few bytes may claim a million slices: the limit is asked before they are made.
bool SessionReader::fits(std::size_t newSlices, std::size_t newLanes, std::uint64_t offset) {
    const std::size_t need = tables_.bytes() + slices_.bytes() + newSlices * SliceAssembler::kBytesPerSlice +
                             newLanes * sizeof(std::uint32_t);
    if (need <= memoryLimit_ && slices_.sliceCount() + newSlices < SliceId::kNone) {
        return true;
    }
    full_ = true;
    damage_.add("memory-limit", Severity::Loss,
                "The session is larger than the memory that it may take; the rest was not read",
                static_cast<std::int64_t>(offset));
    return false;
}

bool SessionReader::prepare(SliceJob& job) {
    if (job.track.value >= tables_.trackCount()) {
        return false;
    }
    for (std::size_t i = 0; i < job.rowLayouts.size(); ++i) {
        if (job.rowLayouts[i] >= tables_.layouts().size()) {
            return false;
        }
        proto::Rows& rows = *job.message->mutable_rows(static_cast<int>(i));
        job.rows.push_back(StoredRows::take(rows, tables_.layouts()[job.rowLayouts[i]]));
        if (!job.rows.back()) {
            return false;
        }
    }
    return true;
}

void SessionReader::assign(const std::vector<SliceJob*>& jobs) {
    std::vector<std::uint32_t> next;
    for (const ArgLayout& layout : tables_.layouts()) {
        next.push_back(layout.rows);
    }
    for (SliceJob* job : jobs) {
        job->rowBases.clear();
        for (std::size_t i = 0; i < job->rowLayouts.size(); ++i) {
            job->rowBases.push_back(next[job->rowLayouts[i]]);
            next[job->rowLayouts[i]] += job->rows[i]->rows();
        }
        slices_.assign(*job);
    }
}

std::vector<SliceJob*> SessionReader::preparedJobs(std::vector<LoadedChunk>& batch) {
    std::vector<SliceJob*> jobs;
    std::size_t slices = 0;
    std::size_t lanes = 0;
    for (LoadedChunk& chunk : batch) {
        const std::size_t more = chunk.job ? slices_.lanesAround(*chunk.job, slices) : 0;
        if (!chunk.job || !fits(slices + chunk.job->count, lanes + more, chunk.offset)) {
            continue;
        }
        if (prepare(*chunk.job)) {
            jobs.push_back(chunk.job.get());
            slices += chunk.job->count;
            lanes += more;
        } else {
            damaged(chunk.offset);
        }
    }
    return jobs;
}

// All columns of a batch, on all threads.
void SessionReader::takeColumns(std::vector<LoadedChunk>& batch, unsigned threads) {
    std::vector<SliceJob*> jobs = preparedJobs(batch);
    std::vector<LoadedChunk*> tables;
    for (LoadedChunk& chunk : batch) {
        if (chunk.table) {
            tables.push_back(&chunk);
        }
    }
    const StringTable strings = tables_.strings();
    const SliceTables lookups{&strings, &tables_.kindOfLayout()};
    // A chunk that proves damaged shifts the numbers of all behind it: those are decoded again. Seen only in
    // files that were made to harm, as checksums find accidents.
    while (!jobs.empty() || !tables.empty()) {
        assign(jobs);
        forEachOnThreads(threads, jobs.size() + tables.size(), [&](std::size_t i, unsigned worker) {
            if (i < jobs.size()) {
                decoders_[worker].decode(*jobs[i], lookups);
            } else {
                LoadedChunk& chunk = *tables[i - jobs.size()];
                chunk.damaged = !chunk.table->unpack(loaders_[worker].tools(), tables_.trackCount());
            }
        });
        appendTables(std::exchange(tables, {}));
        append(jobs);
    }
}

void SessionReader::append(std::vector<SliceJob*>& jobs) {
    std::size_t done = 0;
    bool fit = true; // what a chunk takes shows only now, when it had to be nested anew
    for (; done < jobs.size(); ++done) {
        fit = fits(0, 0, jobs[done]->offset);
        if (!fit || !slices_.append(*jobs[done])) {
            break;
        }
        for (std::size_t i = 0; i < jobs[done]->rows.size(); ++i) {
            tables_.addRows(LayoutId(jobs[done]->rowLayouts[i]), jobs[done]->rows[i]);
        }
    }
    if (!fit) {
        done = jobs.size();
    } else if (done < jobs.size()) {
        damaged(jobs[done]->offset);
        ++done;
    }
    jobs.erase(jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(done));
    slices_.unassign();
}

void SessionReader::resolveLinks(unsigned threads) {
    const std::vector<UnwrittenVector<SessionLink>> found = std::exchange(tables_.links(), {});
    const std::size_t known = newLinks_.size();
    std::vector<std::size_t> begin{known};
    for (const auto& links : found) {
        begin.push_back(begin.back() + links.size());
    }
    newLinks_.resize(begin.back());
    forEachOnThreads(threads, found.size(), [&](std::size_t chunk) {
        std::size_t nearFrom = 0;
        std::size_t nearTo = 0;
        Link* resolved = newLinks_.data() + begin[chunk];
        for (const SessionLink& link : found[chunk]) {
            *resolved++ = {slices_.find(link.from, nearFrom), slices_.find(link.to, nearTo), link.kind};
        }
    });
    const auto whole = std::remove_if(newLinks_.begin() + static_cast<std::ptrdiff_t>(known), newLinks_.end(),
                                      [](const Link& l) { return !l.from.valid() || !l.to.valid(); });
    if (whole != newLinks_.end()) {
        const auto lost = static_cast<std::uint64_t>(newLinks_.end() - whole);
        newLinks_.erase(whole, newLinks_.end());
        if (tables_.hasLetGo()) {
            return; // of what their other end was
        }
        damage_.add("link-without-slice", Severity::Loss, "An arrow leads to or from a slice that is missing",
                    -1, lost);
    }
}

// What is already known of the whole session, for what has not been reached yet.
void SessionReader::addPreview(TraceData& data) const {
    data.coarse = preview_->coarse();
    data.info = preview_->info();
    if (preview_->tracks().size() >=
        data.tracks.size()) { // else the index leaves out some that slices stand on
        data.processes = preview_->processes();
        data.tracks = preview_->tracks();
    }
    data.counters = preview_->counters();
    data.memory = preview_->memory();
    if (preview_->strings().size() > data.strings.size()) {
        data.strings = preview_->strings(); // the same texts, and more
    }
}

std::shared_ptr<const Trace> SessionReader::snapshot(Stage stage) {
    TraceData data;
    tables_.snapshot(data);
    slices_.snapshot(data);
    data.info.source = path_.starts_with("/proc/self/fd/") ? "standard input" : path_;
    data.info.complete = ended();
    data.diagnostics.merge(damage_);
    if (preview_ && (stage == Stage::Reading || full_)) {
        addPreview(data);
    }
    if (stage != Stage::Reading) { // links cost much to sort: they come at the end
        links_.add(std::exchange(newLinks_, {}));
        data.links = links_;
    }
    if (stage == Stage::Done) {
        addEnd(data);
    }
    last_ = std::make_shared<Trace>(std::move(data), last_.get());
    return last_;
}

// How the file ends.
void SessionReader::addEnd(TraceData& data) const {
    if (!ended()) {
        data.diagnostics.add(
            "unfinished-session", Severity::Note,
            "The session was not closed: it is still being recorded, or its recorder was killed; "
            "everything that stands in the file was read");
    }
    const auto end = static_cast<std::int64_t>(scanner_.offset());
    if (!full_ && scanner_.offset() < scanner_.fileSize() && !scanner_.atTrailer()) {
        data.diagnostics.add("truncated-tail", Severity::Loss, "The file ends inside a part of the session",
                             end);
    }
}

} // namespace lanes::session
