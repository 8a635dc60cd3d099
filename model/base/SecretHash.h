// Hashes for names and numbers in files from others. The seed is secret and differs for each process. Without it, a
// crafted file could put all its names or numbers into one place of a table, at the cost of its size squared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lanes {

// The seed, from the system's random numbers; constant while the process lives. Any thread.
[[nodiscard]] std::uint64_t hashSeed();

// Combines both halves of a product, so that each bit of the result depends on all bits of both factors.
[[nodiscard]] inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const auto product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

class SecretHash {
public:
    SecretHash() = default;
    explicit SecretHash(std::uint64_t seed)
        : seed_(seed) {}

    // Two rounds: one product of evenly growing numbers has even steps. With one seed in 70 they fall on few places of a
    // table.
    [[nodiscard]] std::uint64_t number(std::uint64_t value) const {
        std::uint64_t h = mixed(value ^ seed_, odd_);
        h = (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
        return h ^ h >> 32;
    }
    [[nodiscard]] std::uint64_t pair(std::uint64_t a, std::uint64_t b) const { return number(number(a) ^ b); }
    // Hashes like wyhash: 16 bytes per multiplication; the last bytes are read again rather than one by one.
    [[nodiscard]] std::uint64_t text(std::string_view text) const {
        const char* p = text.data();
        const std::size_t n = text.size();
        std::uint64_t h = mixed(n ^ seed_, odd_);
        if (n >= 16) {
            for (std::size_t at = 0; at + 16 < n; at += 16) {
                h = mixed(load(p + at, 8) ^ odd_, load(p + at + 8, 8) ^ h);
            }
            h = mixed(load(p + n - 16, 8) ^ seed_, load(p + n - 8, 8) ^ h);
        } else if (n >= 4) {
            const std::size_t half = n >= 8 ? 8 : 4;
            h = mixed(load(p, half) ^ seed_, load(p + n - half, half) ^ h);
        } else if (n > 0) {
            const auto byte = [&](std::size_t i) {
                return static_cast<std::uint64_t>(static_cast<unsigned char>(p[i]));
            };
            h = mixed((byte(0) << 16 | byte(n / 2) << 8 | byte(n - 1)) ^ seed_, h ^ odd_);
        }
        return h;
    }

    // For tables of the standard library.
    std::size_t operator()(std::string_view value) const noexcept { return text(value); }
    std::size_t operator()(std::uint64_t value) const noexcept { return number(value); }
    std::size_t operator()(std::int64_t value) const noexcept {
        return number(static_cast<std::uint64_t>(value));
    }

private:
    static std::uint64_t load(const char* p, std::size_t n) {
        std::uint64_t value = 0;
        std::memcpy(&value, p, n);
        return value;
    }

    std::uint64_t seed_ = hashSeed();
    std::uint64_t odd_ = mixed(seed_, 0xa0761d6478bd642full) | 1;
};

} // namespace lanes
