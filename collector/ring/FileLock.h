// A lock that says whether a process lives. The kernel lets go of it when its holder dies, and when its holder becomes
// another program by exec; a forked child never holds it. Whoever can open the file can ask, from any pid namespace.
//
// No descriptor stays open for it: the lock belongs to the open file, and a mapping that forked children do not get keeps
// that file open. So a program that closes all descriptors keeps its lock.
#pragma once

#include <string>

namespace lanes::ring {

class FileLock {
public:
    FileLock() = default;
    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;

    // The lock of an existing regular file, not waited for. On failure the object is empty and errno says why: EAGAIN if
    // another holds it, this process included.
    static FileLock take(const std::string& path);

    enum class Holder { Nobody, Somebody, Unknown }; // Unknown: the file cannot be asked
    [[nodiscard]] static Holder holderOf(const std::string& path);

    explicit operator bool() const { return page_ != nullptr; }
    // In a forked child, whose copy of this object stands for nothing.
    void forget() { page_ = nullptr; }

private:
    void* page_ = nullptr;
};

} // namespace lanes::ring
