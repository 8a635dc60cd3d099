#include "model/io/containers/Unreadable.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace lanes {

namespace {

struct Signature {
    std::string_view bytes;
    std::string_view name;
};

using namespace std::string_view_literals;

constexpr std::array<Signature, 18> kSignatures{{
    {"\x89PNG"sv, "a PNG picture"},
    {"\xff\xd8\xff"sv, "a JPEG picture"},
    {"GIF8"sv, "a GIF picture"},
    {"%PDF"sv, "a PDF document"},
    {"\x7f"
     "ELF"sv,
     "a program (ELF)"},
    {"PK\x03\x04"sv, "a zip archive"},
    {"\x1f\x8b"sv, "gzip data without a trace inside"},
    {"\x28\xb5\x2f\xfd"sv, "zstd data without a trace inside"},
    {"BZh"sv, "bzip2 data"},
    {"\xfd"
     "7zXZ"sv,
     "xz data"},
    {"#!"sv, "a script"},
    {"<"sv, "XML or HTML"},
    {"\x80\x02"sv, "a Python pickle"}, // by protocol
    {"\x80\x03"sv, "a Python pickle"},
    {"\x80\x04"sv, "a Python pickle"},
    {"\x80\x05"sv, "a Python pickle"},
    {"\x89HDF"sv, "an HDF5 file"},
    {"\x0a"sv, "text or protobuf data"},
}};

// A Perfetto trace is a protobuf list of packets: the tag of field 1, a length, then fields that packets have.
bool isPerfetto(std::string_view head) {
    constexpr char kPacketTag = 0x0a;
    std::size_t at = 0;
    int packets = 0;
    while (at + 2 < head.size() && head[at] == kPacketTag && packets < 3) {
        std::size_t length = 0;
        int shift = 0;
        do {
            ++at;
            length |= static_cast<std::size_t>(head[at] & 0x7f) << shift;
            shift += 7;
        } while (at + 1 < head.size() && (head[at] & 0x80) != 0 && shift < 32);
        ++at;
        // Wire types of the packet's first field: a number, or something with a length.
        const auto wire = static_cast<unsigned char>(at < head.size() ? head[at] : 0) & 7;
        if (length == 0 || (wire != 0 && wire != 1 && wire != 2)) {
            return false;
        }
        at += length;
        ++packets;
    }
    return packets > 0 && (at >= head.size() || packets == 3);
}

// A number of seven bits a byte at `at`, which is left behind it.
std::size_t varint(std::string_view bytes, std::size_t& at) {
    constexpr unsigned kMostBits = 35;
    std::size_t value = 0;
    for (unsigned shift = 0; at < bytes.size() && shift < kMostBits; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= static_cast<std::size_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            break;
        }
    }
    return value;
}

// XLA's profile is a protobuf list of planes, too: each has perhaps a number, then a name ("/device:GPU:0").
bool isXPlane(std::string_view head) {
    constexpr char kPlane = 0x0a;
    constexpr char kNumber = 0x08;
    constexpr char kName = 0x12;
    std::size_t at = 1;
    if (head.empty() || head.front() != kPlane || varint(head, at) == 0) {
        return false;
    }
    if (at < head.size() && head[at] == kNumber) {
        ++at;
        std::ignore = varint(head, at);
    }
    if (at >= head.size() || head[at] != kName) {
        return false;
    }
    const std::size_t length = varint(head, ++at);
    const std::string_view name = head.substr(std::min(at, head.size()), length);
    return name.starts_with('/') || name.starts_with("Task");
}

bool isText(std::string_view head) {
    return std::ranges::none_of(
        head, [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f'; });
}

constexpr std::string_view kPerfetto = "a Perfetto trace (.pftrace)";

} // namespace

std::string refusal(std::string_view head) {
    const std::string content = describeContent(head);
    if (content == kPerfetto) {
        return "is " + content + ", which Lanescope does not yet open; export it as Chrome JSON.";
    }
    return "is no trace: it looks like " + content +
           ". Lanescope opens its sessions, Chrome and Kineto JSON, and exports of Nsight Systems and ROCm.";
}

std::string describeContent(std::string_view head) {
    if (head.empty()) {
        return "an empty file";
    }
    if (isXPlane(head)) {
        return "an XPlane profile of JAX or TensorFlow (.xplane.pb)";
    }
    if (isPerfetto(head)) {
        return std::string(kPerfetto);
    }
    for (const Signature& signature : kSignatures) {
        if (head.starts_with(signature.bytes)) {
            return std::string(signature.name);
        }
    }
    constexpr std::string_view kTar = "ustar";
    constexpr std::size_t kTarAt = 257;
    if (head.size() > kTarAt && head.substr(kTarAt).starts_with(kTar)) {
        return "a tar archive; unpack it and open the trace";
    }
    return isText(head) ? "text" : "unknown binary data";
}

} // namespace lanes
