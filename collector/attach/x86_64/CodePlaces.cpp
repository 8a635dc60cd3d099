#include "collector/attach/x86_64/CodePlaces.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace lanes::attach {

namespace {

constexpr std::array<unsigned char, 3> kCall{0x0f, 0x05, 0xc3};
constexpr std::array<unsigned char, 9> kSignalReturn{0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
constexpr std::size_t kMostCode = std::size_t{16} << 20;

} // namespace

Result<CodePlaces> CodePlaces::find(const TargetImage& image) {
    CodePlaces places;
    const Module& libc = image.libcModule();
    for (const Mapping& mapping : image.mappings()) {
        if (!mapping.executable || !libc.holds(mapping.begin)) {
            continue;
        }
        std::vector<unsigned char> code(std::min<std::size_t>(mapping.end - mapping.begin, kMostCode));
        if (!image.read(mapping.begin, code.data(), code.size())) {
            continue;
        }
        const auto each = [&](std::span<const unsigned char> wanted, auto&& found) {
            const std::boyer_moore_horspool_searcher search(wanted.begin(), wanted.end());
            for (auto at = std::search(code.begin(), code.end(), search); at != code.end();
                 at = std::search(at + 1, code.end(), search)) {
                if (!found(mapping.begin + static_cast<std::uint64_t>(at - code.begin()))) {
                    return;
                }
            }
        };
        each(kCall, [&](std::uint64_t at) {
            places.call = at;
            return false;
        });
        each(kSignalReturn, [&](std::uint64_t at) {
            places.returns.push_back(at);
            return true;
        });
    }
    if (places.call == 0 || places.returns.empty()) {
        return Error{libc.path + " of process " + std::to_string(image.process()) +
                     " is of a kind that cannot be attached to. Record the program from its start with "
                     "`lanescope record`."};
    }
    return places;
}

} // namespace lanes::attach
