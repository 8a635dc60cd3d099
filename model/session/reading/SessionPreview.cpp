#include "model/session/reading/SessionPreview.h"

#include "model/session/FooterCodec.h"
#include "model/session/OverviewCodec.h"
#include "model/session/reading/ChunkLoader.h"
#include "model/session/reading/SessionTables.h"
#include "model/session/session.pb.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace lanes::session {

namespace {

// Texts, counters and memory come along as long as they are no more than this, as stored and as unpacked.
constexpr std::uint64_t kSmall = std::uint64_t{2} << 20;
constexpr std::uint64_t kMostUnpacked = std::uint64_t{64} << 20;
constexpr std::size_t kMostBytes = std::size_t{256}
                                   << 20; // of all that was taken; few bytes may claim many rows

class Preview {
public:
    explicit Preview(ChunkScanner scanner)
        : scanner_(std::move(scanner)) {}

    std::shared_ptr<const Trace> make(const std::string& path) {
        if (!readIndex()) {
            return nullptr;
        }
        std::uint64_t definitions = 0;
        for (const FooterEntry& entry : index_) {
            definitions += isDefinition(entry.type) || isTable(entry.type) ? entry.stored : 0;
        }
        const bool all = definitions <= kSmall;
        std::optional<FooterEntry> overview;
        for (const FooterEntry& entry : index_) {
            if (entry.type == ChunkType::Overview) {
                overview = entry;
            } else if (entry.type == ChunkType::Session || entry.type == ChunkType::Tracks ||
                       (all && (isDefinition(entry.type) || isTable(entry.type)))) {
                const auto payload = read(entry);
                if (!payload || tables_.take(entry.type, *payload) != SessionTables::Taken::Yes ||
                    tables_.bytes() > kMostBytes) {
                    return nullptr;
                }
            }
        }
        // A session that needs what this reader lacks is refused later, in words.
        return overview && tables_.unknownNeed().empty() ? withOverview(*overview, path) : nullptr;
    }

private:
    static bool isDefinition(ChunkType type) {
        return type == ChunkType::Strings || type == ChunkType::Layouts || type == ChunkType::Tracks;
    }
    static bool isTable(ChunkType type) { return type == ChunkType::Memory || type == ChunkType::Counters; }

    bool readIndex() {
        const auto offset = scanner_.footerOffset();
        const auto payload = offset ? read({ChunkType::Footer, *offset}) : std::nullopt;
        proto::Footer footer;
        if (!payload || !footer.ParseFromArray(payload->data(), static_cast<int>(payload->size()))) {
            return false;
        }
        auto index = decodeFooter(loader_.tools().decoder, footer, scanner_.fileSize());
        if (!index) {
            return false;
        }
        index_ = *std::move(index);
        // Each chunk once: a short index would otherwise unpack the same one a million times.
        return std::ranges::adjacent_find(index_, std::greater_equal(), &FooterEntry::offset) == index_.end();
    }

    // The message of a chunk that is of the type that the index says; until the next one is read.
    std::optional<std::string_view> read(const FooterEntry& entry) {
        LoadedChunk chunk;
        chunk.offset = entry.offset;
        scanner_.seek(entry.offset);
        if (entry.offset >= scanner_.fileSize() || scanner_.next(chunk.header) != ChunkScanner::Step::Chunk ||
            chunk.header.type != entry.type) {
            return {};
        }
        unpacked_ += chunk.header.raw;
        return unpacked_ <= kMostUnpacked ? loader_.message(scanner_, chunk) : std::nullopt;
    }

    std::shared_ptr<const Trace> withOverview(const FooterEntry& entry, const std::string& path) {
        const auto payload = read(entry);
        proto::Overview message;
        if (!payload || !message.ParseFromArray(payload->data(), static_cast<int>(payload->size()))) {
            return nullptr;
        }
        auto coarse = decodeOverview(loader_.tools().decoder, message, tables_.trackCount());
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
    ChunkLoader loader_;
    SessionTables tables_;
    std::vector<FooterEntry> index_;
    std::uint64_t unpacked_ = 0;
};

} // namespace

std::shared_ptr<const Trace> previewOf(const std::string& path) {
    Result<ChunkScanner> scanner = ChunkScanner::open(path);
    return scanner ? Preview(std::move(scanner).value()).make(path) : nullptr;
}

} // namespace lanes::session
