#include "model/session/FooterCodec.h"

#include "model/session/session.pb.h"

#include <array>

namespace lanes::session {

void encodeFooter(ColumnEncoder& encoder, std::span<const FooterEntry> index, proto::Footer& out) {
    out.set_chunks(static_cast<std::uint32_t>(index.size()));
    out.set_type(encoder.encodeEach(index, &FooterEntry::type));
    out.set_offset(encoder.encodeEach(index, &FooterEntry::offset));
    out.set_stored(encoder.encodeEach(index, &FooterEntry::stored));
    out.set_track_plus1(encoder.encodeEach(index, [](const FooterEntry& e) { return e.track.value + 1; }));
}

std::optional<std::vector<FooterEntry>> decodeFooter(ColumnDecoder& decoder, const proto::Footer& message,
                                                     std::uint64_t fileBytes) {
    if (message.chunks() > fileBytes / kChunkHeaderBytes) {
        return {};
    }
    std::array<std::vector<std::int64_t>, 4> columns;
    const std::array<const std::string*, 4> coded{&message.type(), &message.offset(), &message.stored(),
                                                  &message.track_plus1()};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        columns[c].resize(message.chunks());
        if (!decoder.decode(*coded[c], columns[c])) {
            return {};
        }
    }
    std::vector<FooterEntry> index(message.chunks());
    for (std::size_t i = 0; i < index.size(); ++i) {
        index[i] = {static_cast<ChunkType>(columns[0][i]), static_cast<std::uint64_t>(columns[1][i]),
                    static_cast<std::uint32_t>(columns[2][i]),
                    TrackId(static_cast<std::uint32_t>(columns[3][i]) - 1)};
    }
    return index;
}

} // namespace lanes::session
