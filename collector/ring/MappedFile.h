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

    // Creates a file of `bytes` zeroes, mapped read-write, mode 0600. The file's memory is committed, so a later
    // write cannot fail for lack of space. Refuses to replace a file. On failure the object is empty and errno is the
    // cause.
    static MappedFile create(const std::string& path, std::size_t bytes);
    // Maps a whole existing regular file of at least `minBytes`, read-write. Never follows a symbolic link.
    static MappedFile open(const std::string& path, std::size_t minBytes);

    explicit operator bool() const { return data_ != nullptr; }
    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    // Moves this mapping to the address of `other`, which must be of the same size and is empty afterwards. At every
    // moment readers at that address see the one file or the other. Returns false, and changes neither, if the kernel
    // refuses.
    bool takePlaceOf(MappedFile& other);
    // Forgets the mapping without undoing it, for memory that must stay readable until the process ends.
    void release();
    void unmap();

private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace lanes::ring
