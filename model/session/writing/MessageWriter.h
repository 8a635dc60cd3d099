// Writes messages into a session file: packs them, puts them into chunks, and keeps the index for the end of the file.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Result.h"
#include "model/session/ChunkFile.h"
#include "model/session/FooterCodec.h"
#include "model/session/writing/ColumnEncoder.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace google::protobuf {
class MessageLite;
}

namespace lanes::session {

// One thread.
class MessageWriter {
public:
    explicit MessageWriter(ChunkWriter file);

    // Writes a message of columns, which are already packed one by one.
    Result<void> writeColumns(ChunkType type, const google::protobuf::MessageLite& message,
                              TrackId track = {});
    // Writes any other message, packed as a whole.
    Result<void> write(ChunkType type, const google::protobuf::MessageLite& message);
    // Writes the index and the trailer. Nothing can be written afterwards.
    Result<void> writeFooter(std::uint64_t slices, std::uint64_t points);

    // Counts a chunk of another file that will be copied into this one unchanged. Updates the entry's offset.
    void adopt(FooterEntry& entry);
    // Replaces the file by the chunks that `next` has written and adopted.
    Result<void> becomeLike(MessageWriter next, Rewrite plan);
    Result<void> save(Rewrite plan) { return file_.save(std::move(plan)); }

    [[nodiscard]] const std::vector<FooterEntry>& index() const { return index_; }
    [[nodiscard]] std::uint32_t count() const { return file_.count(); } // chunks
    [[nodiscard]] ColumnEncoder& encoder() { return *encoder_; }
    [[nodiscard]] std::uint64_t size() const { return file_.size(); }
    [[nodiscard]] const std::string& path() const { return file_.path(); }

private:
    Result<void> append(ChunkType type, Packing packing, std::uint64_t raw, std::string_view payload,
                        TrackId track);

    ChunkWriter file_;
    std::unique_ptr<ColumnEncoder> encoder_;
    std::vector<FooterEntry> index_;
};

} // namespace lanes::session
