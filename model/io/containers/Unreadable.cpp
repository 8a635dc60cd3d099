#include "model/io/containers/Unreadable.h"

#include <algorithm>
#include <array>

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

bool isText(std::string_view head) {
    return std::ranges::none_of(
        head, [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f'; });
}

} // namespace

std::string refusal(std::string_view head) {
    const std::string content = describeContent(head);
    return "is no trace: it looks like " + content +
           ". Lanescope opens its sessions, Chrome and Kineto JSON, and exports of Nsight Systems and ROCm.";
}

std::string describeContent(std::string_view head) {
    if (head.empty()) {
        return "an empty file";
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
