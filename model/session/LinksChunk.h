// A LINKS chunk: its message, and its columns once it is known where they go. Several threads can unpack, each a chunk of
// its own.
#pragma once

#include "model/session/ColumnCodec.h"
#include "model/session/SessionWriter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace lanes::proto {
class Links;
}

namespace lanes::session {

class LinksChunk {
public:
    // Reads the message but unpacks no column yet: a few bytes may claim a million rows. Null: it is damaged.
    static std::unique_ptr<LinksChunk> parse(std::string_view message);
    LinksChunk(const LinksChunk&) = delete;
    LinksChunk& operator=(const LinksChunk&) = delete;
    ~LinksChunk();

    [[nodiscard]] std::size_t rows() const;
    // Of the arrows that the file had, how many began, and how many of those found both their slices.
    [[nodiscard]] std::uint64_t flowStarts() const;
    [[nodiscard]] std::uint64_t flowsLinked() const;
    // Writes rows() arrows. False: the columns are damaged, and `links` holds anything.
    [[nodiscard]] bool unpack(ColumnDecoder& decoder, std::span<SessionLink> links) const;

private:
    LinksChunk();

    std::unique_ptr<proto::Links> message_;
};

} // namespace lanes::session
