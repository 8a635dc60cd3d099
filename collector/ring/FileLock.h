// A lock that shows that a process is alive. The kernel releases the lock when its holder dies, or becomes another
// program by exec. A forked child never holds the lock. Any process that can open the file can query the lock, from
// any pid namespace.
//
// The holder keeps no descriptor open. The lock belongs to the open file, and a mapping keeps that file open; forked
// children do not inherit the mapping. A program that closes all descriptors therefore keeps its lock.
#pragma once

#include <string>

namespace lanes::ring {

class FileLock {
public:
    FileLock() = default;
    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;

    // Takes the lock of an existing regular file, without waiting. On failure the object is empty and errno is the
    // cause: EAGAIN if another FileLock holds it, also one in this process.
    static FileLock take(const std::string& path);

    enum class Holder { Nobody, Somebody, Unknown }; // Unknown: the file cannot be opened or queried
    [[nodiscard]] static Holder holderOf(const std::string& path);

    explicit operator bool() const { return page_ != nullptr; }
    // For a forked child, whose copy of this object holds no lock.
    void forget() { page_ = nullptr; }

private:
    void* page_ = nullptr;
};

} // namespace lanes::ring
