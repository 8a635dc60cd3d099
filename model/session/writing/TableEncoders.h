// Converts the model's tables to the messages of session.proto. Pure functions; SessionWriter calls them.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/session/writing/ColumnEncoder.h"
#include "model/session/writing/RowEncoder.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanes::proto {
class Clock;
class Counter;
class Diagnostics;
class Layout;
class Links;
class Memory;
class Points;
class Process;
class Session;
class Slices;
class Stacks;
class Strings;
class Track;
} // namespace lanes::proto

namespace lanes::session {

struct SessionLink;

// Encodes the first of these texts, as many as fit one chunk; their ids rise. Returns the number of encoded texts.
std::size_t encodeStrings(ColumnEncoder& encoder, const StringInterner& strings,
                          std::span<const StringId> ids, proto::Strings& out);
std::size_t encodeStacks(ColumnEncoder& encoder, const StackTable& stacks, std::span<const StackId> ids,
                         proto::Stacks& out);
void encodeLayout(std::uint32_t id, const ArgLayout& layout, proto::Layout& out);
void encodeProcess(std::uint32_t id, const Process& process, proto::Process& out);
void encodeTrack(std::uint32_t id, const Track& track, proto::Track& out);
void encodeInfo(const SessionInfo& info, proto::Session& out);
void encodeClock(ColumnEncoder& encoder, const Clock& clock, proto::Clock& out);
void encodeDiagnostics(const Diagnostics& diagnostics, proto::Diagnostics& out);

// Rows [first, first + count) of a table.
void encodePoints(ColumnEncoder& encoder, const std::vector<ArgLayout>& layouts, const PointRows& points,
                  std::uint32_t first, std::uint32_t count, const CellSource& cells, proto::Points& out);
void encodeMemory(ColumnEncoder& encoder, const MemoryRows& memory, std::uint32_t first, std::uint32_t count,
                  proto::Memory& out);
void encodeCounter(ColumnEncoder& encoder, const CounterSeries& series, std::size_t first, std::size_t count,
                   proto::Counter& out);
void encodeLinks(ColumnEncoder& encoder, std::span<const SessionLink> links, proto::Links& out);
// Encodes the slices that run at the head of a chunk.
void encodeOpen(const OpenStack& open, proto::Slices& out);

} // namespace lanes::session
