#include "model/session/SessionReader.h"

#include "model/base/MemoryLimit.h"
#include "model/base/Threads.h"
#include "model/session/SessionPreview.h"
#include "model/session/StoredRows.h"
#include "model/session/session.pb.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace lanes::session {

namespace {

constexpr std::size_t kFirstBatch = std::size_t{1} << 20; // small, for a first picture soon
constexpr std::size_t kBatch = std::size_t{12} << 20;
constexpr std::uint32_t kFirstPublish = 100000;

unsigned atLeastOne(int threads) {
    return static_cast<unsigned>(std::max(threads, 1));
}

// Reads the head of a SLICES message; null if its counts do not fit together.
std::unique_ptr<SliceJob> jobFrom(std::string_view bytes, std::uint64_t offset) {
    auto job = std::make_unique<SliceJob>();
    job->message = std::make_unique<proto::Slices>();
    proto::Slices& m = *job->message;
    if (!m.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || m.count() > kMaxRowsPerChunk ||
        m.first() > UINT32_MAX - m.count() || m.closed_size() != m.closed_end_size() ||
        m.open_size() != m.open_end_size() || m.track() >= kMaxTracks) {
        return nullptr;
    }
    job->offset = offset;
    job->track = TrackId(m.track());
    job->firstPosition = static_cast<std::uint32_t>(m.first());
    job->count = m.count();
    job->closed.assign(m.closed().begin(), m.closed().end());
    job->closedEnds.assign(m.closed_end().begin(), m.closed_end().end());
    job->openPositions.assign(m.open().begin(), m.open().end());
    job->openEnds.assign(m.open_end().begin(), m.open_end().end());
    std::uint64_t rows = 0;
    for (const proto::Rows& r : m.rows()) {
        rows += r.count();
        job->rowLayouts.push_back(r.layout());
    }
    return rows <= m.count() ? std::move(job) : nullptr;
}

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
    const int threads = options.threads > 0
                            ? options.threads
                            : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    memoryLimit_ = options.memoryLimit > 0 ? options.memoryLimit : usualMemoryLimit();
    decoders_.resize(static_cast<std::size_t>(threads));
    unpackers_.resize(static_cast<std::size_t>(threads));
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
        std::vector<Chunk> batch = nextBatch(size);
        if (batch.empty()) {
            break;
        }
        news = true;
        forEachOnThreads(atLeastOne(threads), batch.size(), [&](std::size_t i, unsigned worker) {
            unpack(batch[i], unpackers_[worker].decoder);
        });
        takeTables(batch);
        unpackTables(batch, threads);
        if (!tables_.unknownNeed().empty()) {
            return Error{path_ + " needs '" + tables_.unknownNeed() +
                         "', which this Lanescope does not know: a newer one is needed"};
        }
        takeSlices(batch, threads);
        resolveLinks();
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

std::vector<SessionReader::Chunk> SessionReader::nextBatch(std::size_t bytes) {
    std::vector<Chunk> batch;
    for (std::size_t have = 0; have < bytes;) {
        Chunk chunk;
        const ChunkScanner::Step step = scanner_.next(chunk.header, chunk.payload);
        if (step == ChunkScanner::Step::Tail) {
            break;
        }
        if (step == ChunkScanner::Step::Damaged) {
            damaged(scanner_.skippedFrom());
            continue;
        }
        noteSequence(chunk.header);
        chunk.offset = scanner_.chunkOffset();
        have += chunk.payload.size() + kChunkHeaderBytes;
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

void SessionReader::unpack(Chunk& chunk, ColumnDecoder& decoder) const {
    chunk.damaged = checksumOf(chunk.payload) != chunk.header.checksum;
    if (!chunk.damaged && chunk.header.packing == Packing::Zstd) {
        std::string raw(chunk.header.raw, '\0');
        chunk.damaged = !decoder.decompress(chunk.payload, raw);
        chunk.payload = std::move(raw);
    }
    if (chunk.damaged) {
        return;
    }
    const auto becomes = [&](auto& part, auto unpacked) {
        part = std::move(unpacked);
        chunk.damaged = part == nullptr;
        chunk.payload = {};
    };
    switch (chunk.header.type) {
    case ChunkType::Slices:
        becomes(chunk.job, jobFrom(chunk.payload, chunk.offset));
        break;
    case ChunkType::Points:
        becomes(chunk.points, PointsChunk::parse(chunk.payload));
        break;
    case ChunkType::Memory:
        becomes(chunk.memory, MemoryChunk::parse(chunk.payload));
        break;
    default:
        break;
    }
}

// Room for what a batch brings, as far as its chunks may be believed: a few bytes may claim a million rows.
void SessionReader::reserveTables(const std::vector<Chunk>& batch) {
    constexpr std::size_t kMostBytesPerRow = 64;
    constexpr std::size_t kShare = 8; // of the memory limit
    std::size_t points = 0;
    std::size_t memoryEvents = 0;
    for (const Chunk& chunk : batch) {
        points += chunk.points ? chunk.points->rows() : 0;
        memoryEvents += chunk.memory ? chunk.memory->rows() : 0;
    }
    if (points + memoryEvents <= memoryLimit_ / kShare / kMostBytesPerRow) {
        tables_.reserve(points, memoryEvents);
    }
}

void SessionReader::takeTables(std::vector<Chunk>& batch) {
    reserveTables(batch);
    for (Chunk& chunk : batch) {
        if (chunk.damaged) {
            damaged(chunk.offset);
        } else if (!chunk.job && fits(0, chunk.offset)) {
            takeTable(chunk);
        } else {
            chunk.points = nullptr;
            chunk.memory = nullptr;
        }
    }
}

void SessionReader::takeTable(Chunk& chunk) {
    if (chunk.points) {
        chunk.row = tables_.place(*chunk.points);
        return;
    }
    if (chunk.memory) {
        chunk.row = tables_.place(*chunk.memory);
        return;
    }
    const SessionTables::Taken taken = tables_.take(chunk.header.type, chunk.payload);
    if (taken == SessionTables::Taken::Damaged) {
        damaged(chunk.offset);
    } else if (taken == SessionTables::Taken::Unknown) {
        damage_.add("unknown-chunk", Severity::Note,
                    "Parts of the session are of a kind that this Lanescope does not know",
                    static_cast<std::int64_t>(chunk.offset));
    }
    chunk.payload = {};
}

// Points and memory events, on all threads, right where they go.
void SessionReader::unpackTables(std::vector<Chunk>& batch, int threads) {
    std::vector<Chunk*> chunks;
    for (Chunk& chunk : batch) {
        if (chunk.points || chunk.memory) {
            chunks.push_back(&chunk);
        }
    }
    forEachOnThreads(atLeastOne(threads), chunks.size(), [&](std::size_t i, unsigned worker) {
        Chunk& chunk = *chunks[i];
        ColumnTools& tools = unpackers_[worker];
        chunk.damaged = !(chunk.points ? tables_.unpack(*chunk.points, chunk.row, tools)
                                       : tables_.unpack(*chunk.memory, chunk.row, tools));
    });
    for (std::size_t i = chunks.size(); i-- > 0;) { // from the end: those in front stay where they are
        const Chunk& chunk = *chunks[i];
        if (!chunk.damaged) {
            continue;
        }
        damaged(chunk.offset);
        if (chunk.points) {
            tables_.drop(*chunk.points, chunk.row);
        } else {
            tables_.drop(*chunk.memory, chunk.row);
        }
    }
}

// A few bytes may claim a million slices: the limit is asked before they are made.
bool SessionReader::fits(std::size_t newSlices, std::uint64_t offset) {
    const std::size_t need = tables_.bytes() + slices_.bytes() + newSlices * SliceAssembler::kBytesPerSlice;
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

void SessionReader::takeSlices(std::vector<Chunk>& batch, int threads) {
    std::vector<SliceJob*> jobs;
    std::size_t slices = 0;
    for (Chunk& chunk : batch) {
        if (!chunk.job || !fits(slices + chunk.job->count, chunk.offset)) {
            continue;
        }
        if (prepare(*chunk.job)) {
            jobs.push_back(chunk.job.get());
            slices += chunk.job->count;
        } else {
            damaged(chunk.offset);
        }
    }
    const StringTable strings = tables_.strings();
    const SliceTables lookups{&strings, &tables_.kindOfLayout()};
    // A chunk that proves damaged shifts the numbers of all behind it: those are decoded again. Seen only in
    // files that were made to harm, as checksums find accidents.
    while (!jobs.empty()) {
        assign(jobs);
        forEachOnThreads(atLeastOne(threads), jobs.size(), [&](std::size_t i, unsigned worker) {
            decoders_[worker].decode(*jobs[i], lookups);
        });
        std::size_t done = 0;
        for (; done < jobs.size() && slices_.append(*jobs[done]); ++done) {
            for (std::size_t i = 0; i < jobs[done]->rows.size(); ++i) {
                tables_.addRows(LayoutId(jobs[done]->rowLayouts[i]), jobs[done]->rows[i]);
            }
        }
        if (done < jobs.size()) {
            damaged(jobs[done]->offset);
            ++done;
        }
        jobs.erase(jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(done));
        slices_.unassign();
    }
}

void SessionReader::resolveLinks() {
    std::size_t nearFrom = 0;
    std::size_t nearTo = 0;
    if (links_.empty()) {
        links_.reserve(tables_.links().size()); // mostly they come all at once
    }
    for (const SessionLink& link : tables_.links()) {
        const Link resolved{slices_.find(link.from, nearFrom), slices_.find(link.to, nearTo), link.kind};
        if (resolved.from.valid() && resolved.to.valid()) {
            links_.push_back(resolved);
        } else {
            damage_.add("link-without-slice", Severity::Loss,
                        "An arrow leads to or from a slice that is missing");
        }
    }
    tables_.links().clear();
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
    data.memory = std::shared_ptr<const MemoryTable>(preview_, &preview_->memory());
    if (preview_->strings().size() > data.strings.size()) {
        data.strings = preview_->strings(); // the same texts, and more
    }
}

std::shared_ptr<const Trace> SessionReader::snapshot(Stage stage) {
    TraceData data;
    tables_.snapshot(data);
    slices_.snapshot(data);
    data.info.source = path_;
    data.info.complete = ended();
    data.diagnostics.merge(damage_);
    if (preview_ && (stage == Stage::Reading || full_)) {
        addPreview(data);
    }
    if (stage == Stage::Reading) {
        return std::make_shared<Trace>(std::move(data)); // links cost much to sort: they come at the end
    }
    data.links = std::make_shared<LinkTable>(links_);
    if (stage == Stage::Following) {
        return std::make_shared<Trace>(std::move(data));
    }
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
    return std::make_shared<Trace>(std::move(data));
}

} // namespace lanes::session
