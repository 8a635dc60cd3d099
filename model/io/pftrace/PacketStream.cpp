#include "model/io/pftrace/PacketStream.h"

#include "model/io/containers/Decoders.h"
#include "model/io/perfetto.pb.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace lanes::pftrace {

namespace {

constexpr char kPacketTag = 0x0a;
// A stream over a text.
class TextStream : public ByteStream {
public:
    explicit TextStream(std::string text)
        : text_(std::move(text)) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override {
        const std::size_t got = std::min(size, text_.size() - at_);
        std::copy_n(text_.data() + at_, got, to);
        at_ += got;
        return got;
    }
    [[nodiscard]] std::int64_t position() const override { return static_cast<std::int64_t>(at_); }

private:
    std::string text_;
    std::size_t at_ = 0;
};

class Packets {
public:
    Packets(const StopLook& look, const std::function<bool(TracePacket&)>& body)
        : look_(look)
        , body_(body) {}

    void read(ByteStream& bytes, bool packed);
    [[nodiscard]] const PacketCounts& counts() const { return counts_; }

private:
    void take(TracePacket& packet, bool packed);

    const StopLook& look_;
    const std::function<bool(TracePacket&)>& body_;
    PacketCounts counts_;
    bool goesOn_ = true;
};

void Packets::read(ByteStream& bytes, bool packed) {
    std::string buffer;
    const auto byte = [&] {
        char c = 0;
        return bytes.read(&c, 1) == 1 ? std::optional(c) : std::nullopt;
    };
    for (auto tag = byte(); tag && goesOn_; tag = byte()) {
        look_.at(counts_.packets);
        std::size_t size = 0;
        std::optional<char> part = '\x80';
        for (unsigned shift = 0; (*part & '\x80') != 0 && shift < 35; shift += 7) {
            part = byte();
            if (!part) {
                break;
            }
            size |= static_cast<std::size_t>(*part & 0x7f) << shift;
        }
        if (*tag != kPacketTag || !part || size > kLongestPacket) {
            ++counts_.trailing;
            return; // rubbish, or a cut end
        }
        buffer.resize(size);
        if (const std::size_t got = bytes.read(buffer.data(), size); got < size) {
            counts_.trailing += got;
            return;
        }
        ++counts_.packets;
        TracePacket packet;
        if (!packet.ParseFromString(buffer)) {
            ++counts_.damaged;
            continue;
        }
        take(packet, packed);
    }
}

// Compressed packets hold no others that are compressed.
void Packets::take(TracePacket& packet, bool packed) {
    if (!packet.has_deflated() && !packet.has_zstd()) {
        goesOn_ = body_(packet);
        return;
    }
    if (packed) {
        ++counts_.unpackable;
        return;
    }
    auto source = std::make_unique<BufferedStream>(std::make_unique<TextStream>(
        packet.has_deflated() ? std::move(*packet.mutable_deflated()) : std::move(*packet.mutable_zstd())));
    std::unique_ptr<ByteStream> content;
    if (packet.has_deflated()) {
        content = std::make_unique<InflateStream>(std::move(source), InflateStream::Format::Zlib);
    } else {
        content = std::make_unique<ZstdStream>(std::move(source));
    }
    const ByteStream& unpacked = *content;
    BufferedStream inner(std::move(content));
    read(inner, true);
    counts_.unpackable += unpacked.damage().empty() ? 0 : 1;
}

} // namespace

PacketCounts eachPacket(ByteStream& bytes, const StopLook& look,
                        const std::function<bool(TracePacket&)>& body) {
    Packets packets(look, body);
    packets.read(bytes, false);
    return packets.counts();
}

} // namespace lanes::pftrace
