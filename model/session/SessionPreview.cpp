#include "model/session/SessionPreview.h"

#include "model/session/ChunkFile.h"
#include "model/session/OverviewCodec.h"
#include "model/session/SessionTables.h"
#include "model/session/session.pb.h"

#include <array>
#include <optional>
#include <vector>

namespace lanes::session {

namespace {

// Texts, counters and memory come along as long as they are no more than this, as stored and as unpacked.
constexpr std::uint64_t kSmall = std::uint64_t{2} << 20;
constexpr std::uint64_t kMostUnpacked = std::uint64_t{64} << 20;

class Preview {
public:
    explicit Preview(ChunkScanner scanner)
        : scanner_(std::move(scanner)) {}

    std::shared_ptr<const Trace> make(const std::string& path) {
        if (!readIndex()) {
            return nullptr;
        }
        std::uint64_t definitions = 0;
        for (const Entry& entry : index_) {
            definitions += isDefinition(entry.type) || isTable(entry.type) ? entry.stored : 0;
        }
        const bool all = definitions <= kSmall;
        std::optional<Entry> overview;
        for (const Entry& entry : index_) {
            if (entry.type == ChunkType::Overview) {
                overview = entry;
            } else if (entry.type == ChunkType::Session || entry.type == ChunkType::Tracks ||
                       (all && (isDefinition(entry.type) || isTable(entry.type)))) {
                const auto payload = read(entry);
                if (!payload || tables_.take(entry.type, *payload) != SessionTables::Taken::Yes) {
                    return nullptr;
                }
            }
        }
        // A session that needs what this reader lacks is refused later, in words.
        return overview && tables_.unknownNeed().empty() ? withOverview(*overview, path) : nullptr;
    }

private:
    struct Entry {
        ChunkType type;
        std::uint64_t offset;
        std::uint64_t stored;
    };

    static bool isDefinition(ChunkType type) {
        return type == ChunkType::Strings || type == ChunkType::Layouts || type == ChunkType::Tracks;
    }
    static bool isTable(ChunkType type) { return type == ChunkType::Memory || type == ChunkType::Counters; }

    bool readIndex() {
        const auto offset = scanner_.footerOffset();
        const auto payload = offset ? read({ChunkType::Footer, *offset, 0}) : std::nullopt;
        proto::Footer footer;
        if (!payload || !footer.ParseFromString(*payload) || footer.chunks() > kMaxRowsPerChunk) {
            return false;
        }
        std::array<std::vector<std::int64_t>, 3> columns;
        const std::array<const std::string*, 3> coded{&footer.type(), &footer.offset(), &footer.stored()};
        for (std::size_t c = 0; c < columns.size(); ++c) {
            columns[c].resize(footer.chunks());
            if (!decoder_.decode(*coded[c], columns[c])) {
                return false;
            }
        }
        for (std::size_t i = 0; i < footer.chunks(); ++i) {
            index_.push_back({static_cast<ChunkType>(columns[0][i]),
                              static_cast<std::uint64_t>(columns[1][i]),
                              static_cast<std::uint32_t>(columns[2][i])});
        }
        return true;
    }

    // The message of a chunk that is of the type that the index says.
    std::optional<std::string> read(const Entry& entry) {
        ChunkHeader header;
        std::string payload;
        scanner_.seek(entry.offset);
        if (entry.offset >= scanner_.fileSize() ||
            scanner_.next(header, payload) != ChunkScanner::Step::Chunk || header.type != entry.type ||
            checksumOf(payload) != header.checksum) {
            return {};
        }
        unpacked_ += header.raw;
        if (unpacked_ > kMostUnpacked) {
            return {};
        }
        if (header.packing == Packing::Zstd) {
            std::string raw(header.raw, '\0');
            if (!decoder_.decompress(payload, raw)) {
                return {};
            }
            return raw;
        }
        return payload;
    }

    std::shared_ptr<const Trace> withOverview(const Entry& entry, const std::string& path) {
        const auto payload = read(entry);
        proto::Overview message;
        if (!payload || !message.ParseFromString(*payload)) {
            return nullptr;
        }
        auto coarse = decodeOverview(decoder_, message, tables_.trackCount());
        if (!coarse) {
            return nullptr;
        }
        TraceData data;
        tables_.snapshot(data);
        data.info.source = path;
        data.info.complete = true;
        data.coarse = std::make_shared<CoarseLanes>(*std::move(coarse));
        return std::make_shared<Trace>(std::move(data));
    }

    ChunkScanner scanner_;
    ColumnDecoder decoder_;
    SessionTables tables_;
    std::vector<Entry> index_;
    std::uint64_t unpacked_ = 0;
};

} // namespace

std::shared_ptr<const Trace> previewOf(const std::string& path) {
    Result<ChunkScanner> scanner = ChunkScanner::open(path);
    return scanner ? Preview(std::move(scanner).value()).make(path) : nullptr;
}

} // namespace lanes::session
