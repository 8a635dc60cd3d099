// Messages on their way into a session file: packed, bound, and kept in mind for the index at its end.
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

    // A message of columns, which are packed one by one already.
    Result<void> writeColumns(ChunkType type, const google::protobuf::MessageLite& message,
                              TrackId track = {});
    // Any other message, packed as a whole.
    Result<void> write(ChunkType type, const google::protobuf::MessageLite& message);
    // The index and the trailer. Nothing can be written afterwards.
    Result<void> writeFooter(std::uint64_t slices, std::uint64_t points);

    // Takes in a chunk of another file as it is: somebody will copy it to here. Changes the entry to say where it stands.
    void adopt(FooterEntry& entry);
    // The file becomes what `next` has written and taken in.
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
