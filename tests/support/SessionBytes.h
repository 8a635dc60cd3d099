// Session files as bytes, for tests that damage them.
#pragma once

#include "model/session/FooterCodec.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::test {

// Gives every chunk the checksums that its bytes have now; a chunk that reaches past the end is cut there.
void putChecksumsRight(std::string& file);

// All chunks but footers.
[[nodiscard]] std::vector<session::FooterEntry> chunksOf(const std::string& file);

// Appends a chunk that is not packed, or one that is.
void appendChunk(std::string& file, session::ChunkType type, std::string_view message);
void appendPackedChunk(std::string& file, session::ChunkType type, std::string_view message);

// Appends an index of these chunks, and the trailer that points at it.
void appendEnd(std::string& file, std::span<const session::FooterEntry> index);

} // namespace lanes::test
