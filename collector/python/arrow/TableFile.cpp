#include "collector/python/arrow/TableFile.h"

#include "collector/python/arrow/TableCheck.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <new>

namespace lanes::arrow {

TableFile* TableFile::open(int descriptor, const char*& why) {
    // What is checked below must still be so when it is read.
    if (fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        why = "its file could not be sealed";
        return nullptr;
    }
    struct stat facts {};
    if (fstat(descriptor, &facts) != 0 || facts.st_size <= 0) {
        why = "its file is empty";
        return nullptr;
    }
    const auto bytes = static_cast<std::size_t>(facts.st_size);
    void* base = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (base == MAP_FAILED) {
        why = "its file could not be mapped: no address space is left for it";
        return nullptr;
    }
    why = faultOf(static_cast<const char*>(base), bytes);
    TableFile* made =
        why == nullptr ? new (std::nothrow) TableFile(static_cast<const char*>(base), bytes) : nullptr;
    if (made == nullptr) {
        why = why == nullptr ? "no memory is left" : why;
        munmap(base, bytes);
    }
    return made;
}

TableFile::~TableFile() {
    munmap(const_cast<char*>(base_), bytes_);
}

void TableFile::release() {
    if (users_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete this;
    }
}

} // namespace lanes::arrow
