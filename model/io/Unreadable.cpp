#include "model/io/Unreadable.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

struct Signature {
    std::string_view bytes;
    std::string_view name;
};

using namespace std::string_view_literals;

constexpr std::array<Signature, 16> kSignatures{{
    {"\x89PNG"sv, "a PNG picture"},
    {"\xff\xd8\xff"sv, "a JPEG picture"},
    {"GIF8"sv, "a GIF picture"},
    {"%PDF"sv, "a PDF document"},
    {"\x7f"
     "ELF"sv,
     "a program (ELF)"},
    {"SQLite format 3"sv, "an SQLite database"},
    {"PK\x03\x04"sv, "a zip archive"},
    {"\x1f\x8b"sv, "gzip data without a trace inside"},
    {"\x28\xb5\x2f\xfd"sv, "zstd data without a trace inside"},
    {"BZh"sv, "bzip2 data"},
    {"\xfd"
     "7zXZ"sv,
     "xz data"},
    {"#!"sv, "a script"},
    {"<"sv, "XML or HTML"},
    {"\x80\x04"sv, "a Python pickle"},
    {"\x89HDF"sv, "an HDF5 file"},
    {"\x0a"sv, "text or protobuf data"},
}};

bool isText(std::string_view head) {
    return std::ranges::none_of(
        head, [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f'; });
}

} // namespace

std::string describeContent(std::string_view head) {
    if (head.empty()) {
        return "an empty file";
    }
    for (const Signature& signature : kSignatures) {
        if (head.starts_with(signature.bytes)) {
            return std::string(signature.name);
        }
    }
    return isText(head) ? "text" : "unknown binary data";
}

} // namespace lanes
