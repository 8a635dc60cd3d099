// What comes out of a target's memory: argument images, CPython's tables of lines, and whole rings. The first byte says
// which.
#include "collector/probe/cpython/LineTable.h"
#include "collector/ring/RingReader.h"
#include "collector/ring/ShapeSignature.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace lanes;

std::size_t count(const std::vector<ring::Argument>& arguments) {
    std::size_t sum = arguments.size();
    for (const ring::Argument& argument : arguments) {
        sum +=
            argument.sizes.size() + argument.strides.size() + argument.text.size() + count(argument.elements);
    }
    return sum;
}

// An image has no more to give than it has words: a list that claims millions must not get them.
void readArguments(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint64_t> words(bytes.size() / 8);
    if (!words.empty()) {
        std::memcpy(words.data(), bytes.data(), words.size() * 8);
    }
    const std::size_t scalars = words.empty() ? 0 : words.back() % (words.size() + 1);
    bool damaged = false;
    const std::span<const std::uint64_t> all(words);
    const auto arguments = ring::parseArguments(all.subspan(scalars), all.first(scalars), damaged);
    if (count(arguments) > 9 * words.size() + 8) {
        std::abort();
    }
    (void)ring::toTexts(arguments);
}

void readLines(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < 3) {
        return;
    }
    const std::vector<std::uint8_t> table(bytes.begin() + 3,
                                          bytes.end()); // of its own, so that its end is watched
    const auto kind = static_cast<probe::LineTableKind>(bytes[0] % 3);
    if (probe::lineOf(kind, table, bytes[1], bytes[2] * 2U) >= INT32_MAX) {
        std::abort();
    }
}

void readRing(std::span<const std::uint8_t> bytes) {
    static const std::string path = "/dev/shm/fuzz_records-" + std::to_string(getpid());
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) {
        return;
    }
    alignas(ring::RingHeader) std::byte page[ring::kRingHeaderBytes] = {};
    auto* header = reinterpret_cast<ring::RingHeader*>(page);
    header->magic = ring::kRingMagic;
    header->version = ring::kRingVersion;
    header->capacity = ring::kMinRingBytes;
    header->head = bytes.size() / 8 * 8;
    const bool written =
        pwrite(file, page, sizeof page, 0) == static_cast<ssize_t>(sizeof page) &&
        pwrite(file, bytes.data(), bytes.size(), sizeof page) == static_cast<ssize_t>(bytes.size()) &&
        ftruncate(file, static_cast<off_t>(sizeof page + ring::kMinRingBytes)) == 0;
    close(file);
    auto reader = written ? ring::RingReader::open(path) : std::nullopt;
    unlink(path.c_str());
    std::size_t sum = 0;
    while (reader && reader->drain([&](const ring::RecordView& record) {
        if (const auto* name = record.as<ring::DefineName>()) {
            sum += record.text<ring::DefineName>(name->nameBytes, name->overloadBytes).size();
        }
        sum += record.words<ring::OpBegin>().size();
    }) != 0) {
    }
    if (sum > 4 * bytes.size()) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2 || size > lanes::ring::kMinRingBytes) {
        return 0;
    }
    const std::span<const std::uint8_t> rest(data + 1, size - 1);
    switch (data[0] % 3) {
    case 0:
        readArguments(rest);
        break;
    case 1:
        readLines(rest);
        break;
    default:
        readRing(rest);
        break;
    }
    return 0;
}
