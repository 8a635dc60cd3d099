#include "model/session/reading/ChunkLoader.h"

#include "model/session/session.pb.h"

#include <algorithm>

namespace lanes::session {

namespace {

// Reads the head of a SLICES message; null if its counts do not fit together.
std::unique_ptr<SliceJob> jobFrom(std::string_view bytes, std::uint64_t offset) {
    auto job = std::make_unique<SliceJob>();
    job->message = std::make_unique<proto::Slices>();
    proto::Slices& m = *job->message;
    if (!m.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || m.count() > kMaxRowsPerChunk ||
        m.first() > UINT32_MAX - m.count() || m.closed_size() != m.closed_end_size() ||
        m.open_size() != m.open_end_size() ||
        (m.open_lane_size() > 0 && m.open_lane_size() != m.open_size()) ||
        m.beside_end_size() != m.beside_lane_size() ||
        static_cast<std::uint32_t>(m.unended_size()) > m.count() || m.track() >= kMaxTracks) {
        return nullptr;
    }
    job->offset = offset;
    job->track = TrackId(m.track());
    job->firstPosition = static_cast<std::uint32_t>(m.first());
    job->count = m.count();
    job->closed.assign(m.closed().begin(), m.closed().end());
    job->closedEnds.assign(m.closed_end().begin(), m.closed_end().end());
    job->openPositions.assign(m.open().begin(), m.open().end());
    if (std::ranges::any_of(m.unended(), [&](std::uint32_t place) { return place >= m.count(); })) {
        return nullptr;
    }
    std::uint64_t rows = 0;
    for (const proto::Rows& r : m.rows()) {
        rows += r.count();
        job->rowLayouts.push_back(r.layout());
    }
    return rows <= m.count() ? std::move(job) : nullptr;
}

} // namespace

std::optional<std::string_view> ChunkLoader::message(const ChunkScanner& file, const LoadedChunk& chunk) {
    stored_.resize(chunk.header.stored);
    const std::string_view stored(stored_.data(), stored_.size());
    if (!file.readPayload(chunk.offset, stored_) || checksumOf(stored) != chunk.header.checksum) {
        return {};
    }
    if (chunk.header.packing != Packing::Zstd) {
        return stored;
    }
    raw_.resize(chunk.header.raw);
    return tools_.decoder.decompress(stored, raw_) ? std::optional(std::string_view(raw_.data(), raw_.size()))
                                                   : std::nullopt;
}

void ChunkLoader::load(const ChunkScanner& file, LoadedChunk& chunk) {
    const auto bytes = message(file, chunk);
    if (!bytes) {
        chunk.damaged = true;
        return;
    }
    if (chunk.header.type == ChunkType::Slices) {
        chunk.job = jobFrom(*bytes, chunk.offset);
        chunk.damaged = chunk.job == nullptr;
    } else if (TableChunk::isOne(chunk.header.type)) {
        chunk.table = TableChunk::parse(chunk.header.type, *bytes);
        chunk.damaged = chunk.table == nullptr;
    } else {
        chunk.message = *bytes;
    }
}

} // namespace lanes::session
