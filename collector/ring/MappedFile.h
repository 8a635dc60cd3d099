// A file mapped MAP_SHARED. Owns the mapping, not the file; the descriptor is closed again at once.
#pragma once

#include <cstddef>
#include <string>

namespace lanes::ring {

class MappedFile {
public:
    MappedFile() = default;
    ~MappedFile();
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;

    // A new file of `bytes` zeroes, its memory committed (a later write cannot fail for lack of space),
    // mapped read-write, mode 0600. Refuses to replace a file. On failure the object is empty and errno says
    // why.
    static MappedFile create(const std::string& path, std::size_t bytes);
    // An existing regular file of at least `minBytes`, mapped whole, read-write. Never follows a symbolic
    // link.
    static MappedFile open(const std::string& path, std::size_t minBytes);

    explicit operator bool() const { return data_ != nullptr; }
    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    // What this maps stands from now on at the address of `other`, which is of the same size and ends up empty: at every
    // moment readers there see the one or the other. False, and both as they were, if the kernel refuses.
    bool takePlaceOf(MappedFile& other);
    // Forgets the mapping without undoing it: for what must stay readable until the process ends.
    void release();
    void unmap();

private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace lanes::ring
