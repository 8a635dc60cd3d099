#include "model/io/containers/ZipArchive.h"

#include "model/io/containers/Decoders.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace lanes {

namespace {

// Sizes and magics of APPNOTE.TXT, the format's description.
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEndSearch = kEndSize + 0xffff; // a comment may follow
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kMaxDirectory = std::size_t{64} << 20;
constexpr std::string_view kLocalMagic("PK\x03\x04", 4);
constexpr std::string_view kEntryMagic("PK\x01\x02", 4);
constexpr std::string_view kEndMagic("PK\x05\x06", 4);

template<class T>
T number(std::string_view bytes, std::size_t at) {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

struct Entry {
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::int64_t packed = 0;
    std::int64_t header = 0;
};

std::string bytesAt(const InputFile& file, std::int64_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    bytes.resize(file.read(offset, bytes.data(), size));
    return bytes;
}

// 64-bit sizes stand in an extra field, in the order of those that did not fit.
void readZip64(std::string_view extra, Entry& entry, bool bigSize, bool bigPacked, bool bigHeader) {
    while (extra.size() >= 4) {
        const auto id = number<std::uint16_t>(extra, 0);
        const std::size_t size = std::min<std::size_t>(number<std::uint16_t>(extra, 2), extra.size() - 4);
        std::string_view field = extra.substr(4, size);
        const auto take = [&](bool wanted, std::int64_t& to) {
            if (wanted && field.size() >= 8) {
                to = number<std::int64_t>(field, 0);
                field.remove_prefix(8);
            }
        };
        if (id == 1) {
            std::int64_t ignored = 0;
            take(bigSize, ignored);
            take(bigPacked, entry.packed);
            take(bigHeader, entry.header);
        }
        extra.remove_prefix(4 + size);
    }
}

// No folder, and nothing that a desktop put there (macOS: "__MACOSX/._trace.json", ".DS_Store").
bool isOrdinaryFile(const Entry& entry) {
    const std::size_t slash = entry.name.rfind('/');
    const std::string_view name =
        std::string_view(entry.name).substr(slash == std::string::npos ? 0 : slash + 1);
    return !name.empty() && !name.starts_with('.') && !entry.name.starts_with("__MACOSX/");
}

bool isNamedLikeATrace(const Entry& entry) {
    return entry.name.ends_with(".json") || entry.name.ends_with(".gz") || entry.name.ends_with(".zst");
}

std::vector<Entry> entriesOf(std::string_view directory) {
    std::vector<Entry> entries;
    while (directory.size() >= kEntrySize && directory.starts_with(kEntryMagic)) {
        const std::size_t name = number<std::uint16_t>(directory, 28);
        const std::size_t extra = number<std::uint16_t>(directory, 30);
        const std::size_t comment = number<std::uint16_t>(directory, 32);
        if (directory.size() < kEntrySize + name + extra + comment) {
            break;
        }
        constexpr std::uint32_t kIn64 = 0xffffffff;
        const auto packed = number<std::uint32_t>(directory, 20);
        const auto size = number<std::uint32_t>(directory, 24);
        const auto header = number<std::uint32_t>(directory, 42);
        Entry entry{std::string(directory.substr(kEntrySize, name)), number<std::uint16_t>(directory, 8),
                    number<std::uint16_t>(directory, 10), packed, header};
        readZip64(directory.substr(kEntrySize + name, extra), entry, size == kIn64, packed == kIn64,
                  header == kIn64);
        if (isOrdinaryFile(entry)) {
            entries.push_back(std::move(entry));
        }
        directory.remove_prefix(kEntrySize + name + extra + comment);
    }
    return entries;
}

std::vector<Entry> readDirectory(const InputFile& file) {
    const auto search = std::min<std::int64_t>(file.size(), kEndSearch);
    const std::string tail = bytesAt(file, file.size() - search, static_cast<std::size_t>(search));
    const std::size_t end = tail.rfind(kEndMagic);
    if (end == std::string::npos || tail.size() - end < kEndSize) {
        return {};
    }
    const std::size_t size = number<std::uint32_t>(tail, end + 12);
    const std::int64_t at = number<std::uint32_t>(tail, end + 16);
    return entriesOf(bytesAt(file, at, std::min(size, kMaxDirectory)));
}

// An archive that was cut has no directory: its first file, as far as it goes.
std::vector<Entry> firstEntry(const InputFile& file) {
    const std::string local = bytesAt(file, 0, kLocalSize);
    if (local.size() < kLocalSize) {
        return {};
    }
    const std::string name = bytesAt(file, kLocalSize, number<std::uint16_t>(local, 26));
    return {Entry{name, number<std::uint16_t>(local, 6), number<std::uint16_t>(local, 8), file.size(), 0}};
}

// Those that may be the trace: if there are several, the ones that are named like one.
std::vector<Entry> candidates(const InputFile& file) {
    std::vector<Entry> entries = readDirectory(file);
    if (entries.empty()) {
        return firstEntry(file);
    }
    if (std::ranges::any_of(entries, isNamedLikeATrace)) {
        std::erase_if(entries, [](const Entry& entry) { return !isNamedLikeATrace(entry); });
    }
    return entries;
}

} // namespace

bool isZip(const InputFile& file) {
    return bytesAt(file, 0, 4) == kLocalMagic;
}

std::vector<std::string> zipEntries(const InputFile& file) {
    std::vector<std::string> names;
    for (const Entry& entry : candidates(file)) {
        names.push_back(entry.name);
    }
    return names;
}

Result<std::unique_ptr<ByteStream>> openZipEntry(const std::shared_ptr<const InputFile>& file) {
    std::vector<Entry> entries = candidates(*file);
    if (!file->entry().empty()) {
        std::erase_if(entries, [&](const Entry& entry) { return entry.name != file->entry(); });
    }
    if (entries.size() != 1) {
        return Error{file->path() + ": is a zip archive with " + std::to_string(entries.size()) +
                     " readable files in it, not one trace; unpack it and open the trace."};
    }
    const Entry& entry = entries.front();
    const std::string local = bytesAt(*file, entry.header, kLocalSize);
    constexpr std::uint16_t kStored = 0;
    constexpr std::uint16_t kDeflated = 8;
    constexpr std::uint16_t kEncrypted = 1; // flag
    if (local.size() < kLocalSize || !local.starts_with(kLocalMagic) ||
        (entry.method != kStored && entry.method != kDeflated) || (entry.flags & kEncrypted) != 0) {
        return Error{file->path() + ": the zip archive's file " + entry.name +
                     " is damaged, encrypted or packed in an unusual way; unpack it and open that."};
    }
    const std::int64_t data = entry.header + static_cast<std::int64_t>(kLocalSize) +
                              number<std::uint16_t>(local, 26) + number<std::uint16_t>(local, 28);
    auto packed = std::make_unique<FileStream>(file, data, std::min(data + entry.packed, file->size()));
    if (entry.method == kStored) {
        return std::unique_ptr<ByteStream>(std::move(packed));
    }
    return std::unique_ptr<ByteStream>(std::make_unique<InflateStream>(
        std::make_unique<BufferedStream>(std::move(packed)), InflateStream::Format::Raw));
}

} // namespace lanes
