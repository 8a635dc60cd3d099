#include "model/session/reading/TableChunk.h"

#include "model/session/reading/SessionTables.h"
#include "model/session/reading/StoredRows.h"
#include "model/session/session.pb.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanes::session {

namespace {

using PointPart = PointColumns<RowSpan>;
using MemoryPart = MemoryColumns<RowSpan>;

template<class IdType>
IdType fromPlus1(std::int64_t plus1, std::int64_t count) {
    return plus1 > 0 && plus1 <= count ? IdType(static_cast<std::uint32_t>(plus1 - 1)) : IdType();
}

template<class Part>
std::size_t bytesPerRow() {
    std::size_t sum = 0;
    Part part;
    forEachColumn(part, [&](auto& column) { sum += sizeof(column[0]); });
    return sum;
}

// Room for `count` rows, which stays as long as what is returned.
template<class Part>
std::shared_ptr<const void> makeRoom(ColumnArena& arena, std::size_t count, Part& part) {
    constexpr std::size_t kAlignment = 8;
    constexpr std::size_t kColumns = std::tuple_size_v<decltype(part.columns())>;
    ColumnArena::Piece memory = arena.take(count * bytesPerRow<Part>() + kColumns * kAlignment);
    std::byte* at = memory.data;
    forEachColumn(part, [&](auto& column) {
        using Value = std::remove_reference_t<decltype(column[0])>;
        column = {reinterpret_cast<Value*>(at), count};
        at += (count * sizeof(Value) + kAlignment - 1) / kAlignment * kAlignment;
    });
    return memory.owner;
}

template<class Message>
class Chunk : public TableChunk {
public:
    [[nodiscard]] bool parse(std::string_view bytes) {
        return message_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) &&
               message_.count() <= kMaxRowsPerChunk && isWhole();
    }

protected:
    [[nodiscard]] virtual bool isWhole() const { return true; }
    [[nodiscard]] std::size_t rows() const { return message_.count(); }
    // Unpacks a column as convert(value) into `to`.
    template<class Column, class Convert>
    [[nodiscard]] static bool column(ColumnTools& tools, const std::string& coded, Column&& to,
                                     const Convert& convert) {
        return tools.decoder.decodeParts(
            coded, to.size(), [&](std::size_t from, std::span<const std::int64_t> values) {
                std::ranges::transform(values, to.begin() + static_cast<std::ptrdiff_t>(from), convert);
                return true;
            });
    }

    Message message_;
};

class PointsChunk : public Chunk<proto::Points> {
public:
    [[nodiscard]] std::size_t bytes() const override { return rows() * bytesPerRow<PointPart>(); }

    void prepare(SessionTables& tables) override {
        for (proto::Points::Group& source : *message_.mutable_groups()) {
            Group& group = groups_.emplace_back();
            group.layout = fromPlus1<LayoutId>(source.layout_plus1(), UINT32_MAX);
            if (group.layout.value < tables.layouts().size() && source.has_rows() &&
                source.rows().count() == source.count()) {
                const ArgLayout& layout = tables.layouts()[group.layout.value];
                if (auto args = StoredRows::take(*source.mutable_rows(), layout)) {
                    group.row = tables.addRows(group.layout, args);
                }
            }
        }
    }

    bool unpack(ColumnTools& tools, std::uint32_t tracks) override {
        std::vector<std::size_t> next;
        if (!unpackGroups(tools, tracks, next)) {
            return false;
        }
        owner_ = makeRoom(tools.arena, rows(), part_);
        const std::vector<std::size_t> begin = next;
        const auto end = [&](std::size_t group) {
            return group + 1 < begin.size() ? begin[group + 1] : rows();
        };
        const auto take = [&](std::size_t i, std::span<const std::int64_t> groups) {
            for (const std::int64_t value : groups) {
                const auto group = static_cast<std::size_t>(value);
                if (group >= next.size() || next[group] == end(group)) {
                    return false;
                }
                const std::size_t from = next[group]++;
                part_.time[i] = tools.time[from];
                part_.name[i] = tools.name[from];
                part_.track[i] = tools.track[from];
                part_.layout[i] = groups_[group].layout;
                part_.row[i] = groups_[group].rowAt(from - begin[group]);
                ++i;
            }
            return true;
        };
        return tools.decoder.decodeParts(message_.group(), rows(), take);
    }

    void append(SessionTables& tables) override { tables.append(part_, owner_); }

private:
    static constexpr std::uint32_t kNoRow = UINT32_MAX; // no layout has as many: it reads as no value

    // The points of a group have one layout; its arguments' rows follow each other.
    struct Group {
        LayoutId layout;
        std::optional<std::uint32_t> row; // the first; nothing where they are damaged

        [[nodiscard]] std::uint32_t rowAt(std::size_t point) const {
            return row ? *row + static_cast<std::uint32_t>(point) : kNoRow;
        }
    };

    [[nodiscard]] bool isWhole() const override {
        std::uint64_t sum = 0;
        for (const proto::Points::Group& group : message_.groups()) {
            sum += group.count();
        }
        return sum == message_.count();
    }

    // The columns of all groups, one group behind the other; `next` gets where each begins.
    bool unpackGroups(ColumnTools& tools, std::uint32_t tracks, std::vector<std::size_t>& next) const {
        tools.time.resize(rows());
        tools.name.resize(rows());
        tools.track.resize(rows());
        std::size_t begin = 0;
        for (const proto::Points::Group& group : message_.groups()) {
            const auto part = [&](auto& all) { return std::span(all).subspan(begin, group.count()); };
            const auto name = [](std::int64_t v) { return fromPlus1<StringId>(v, UINT32_MAX); };
            const auto track = [&](std::int64_t v) { return fromPlus1<TrackId>(v, tracks); };
            if (!tools.decoder.decode(group.time(), part(tools.time)) ||
                !column(tools, group.name_plus1(), part(tools.name), name) ||
                !column(tools, group.track_plus1(), part(tools.track), track)) {
                return false;
            }
            next.push_back(begin);
            begin += group.count();
        }
        return std::ranges::all_of(tools.time, isTime);
    }

    std::vector<Group> groups_;
    PointPart part_;
    std::shared_ptr<const void> owner_;
};

class MemoryChunk : public Chunk<proto::Memory> {
public:
    [[nodiscard]] std::size_t bytes() const override { return rows() * bytesPerRow<MemoryPart>(); }

    bool unpack(ColumnTools& tools, std::uint32_t tracks) override {
        owner_ = makeRoom(tools.arena, rows(), part_);
        const auto into = [&](const std::string& coded, auto& to, const auto& convert) {
            return column(tools, coded, to, convert);
        };
        const auto same = [](std::int64_t v) { return v; };
        const auto small = [](std::int64_t v) { return static_cast<std::int8_t>(v); };
        const auto address = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
        const auto track = [&](std::int64_t v) { return fromPlus1<TrackId>(v, tracks); };
        const auto stack = [](std::int64_t v) { return fromPlus1<StackId>(v, UINT32_MAX); };
        const proto::Memory& m = message_;
        return into(m.time(), part_.time, same) && into(m.address(), part_.address, address) &&
               into(m.bytes(), part_.bytes, same) && into(m.total_allocated(), part_.totalAllocated, same) &&
               into(m.total_reserved(), part_.totalReserved, same) &&
               into(m.device_type(), part_.deviceType, small) &&
               into(m.device_index(), part_.deviceIndex, small) &&
               into(m.track_plus1(), part_.track, track) && into(m.stack_plus1(), part_.stack, stack) &&
               std::ranges::all_of(part_.time, isTime);
    }

    void append(SessionTables& tables) override { tables.append(part_, owner_); }

private:
    MemoryPart part_;
    std::shared_ptr<const void> owner_;
};

class LinksChunk : public Chunk<proto::Links> {
public:
    [[nodiscard]] std::size_t bytes() const override {
        return rows() * (sizeof(SessionLink) + sizeof(Link) + sizeof(std::uint32_t));
    }

    bool unpack(ColumnTools& tools, std::uint32_t /*tracks*/) override {
        links_.resize(rows());
        const auto into = [&](const std::string& coded, const auto& put) {
            return tools.decoder.decodeParts(coded, rows(),
                                             [&](std::size_t i, std::span<const std::int64_t> values) {
                                                 for (const std::int64_t value : values) {
                                                     put(links_[i++], value);
                                                 }
                                                 return true;
                                             });
        };
        const auto number = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
        const auto kind = [](SessionLink& l, std::int64_t v) {
            const bool known = v >= 0 && v <= static_cast<std::int64_t>(LinkKind::Captured);
            l.kind = known ? static_cast<LinkKind>(v) : LinkKind::Flow;
        };
        const auto fromTrack = [&](SessionLink& l, std::int64_t v) { l.from.track = TrackId(number(v)); };
        const auto from = [&](SessionLink& l, std::int64_t v) { l.from.position = number(v); };
        const auto toTrack = [&](SessionLink& l, std::int64_t v) { l.to.track = TrackId(number(v)); };
        const auto to = [&](SessionLink& l, std::int64_t v) { l.to.position = number(v); };
        const proto::Links& m = message_;
        return into(m.kind(), kind) && into(m.from_track(), fromTrack) && into(m.from(), from) &&
               into(m.to_track(), toTrack) && into(m.to(), to);
    }

    void append(SessionTables& tables) override {
        tables.append(std::move(links_), message_.flow_starts(), message_.flows_linked());
    }

private:
    UnwrittenVector<SessionLink> links_;
};

template<class Kind>
std::unique_ptr<TableChunk> parseAs(std::string_view message) {
    auto chunk = std::make_unique<Kind>();
    return chunk->parse(message) ? std::move(chunk) : nullptr;
}

} // namespace

bool TableChunk::isOne(ChunkType type) {
    return type == ChunkType::Points || type == ChunkType::Memory || type == ChunkType::Links;
}

std::unique_ptr<TableChunk> TableChunk::parse(ChunkType type, std::string_view message) {
    return type == ChunkType::Points   ? parseAs<PointsChunk>(message)
           : type == ChunkType::Memory ? parseAs<MemoryChunk>(message)
           : type == ChunkType::Links  ? parseAs<LinksChunk>(message)
                                       : nullptr;
}

} // namespace lanes::session
