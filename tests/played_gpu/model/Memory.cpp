#include "tests/played_gpu/model/Memory.h"

#include "tests/played_gpu/model/Board.h"
#include "tests/played_gpu/model/Settings.h"

#include <sys/mman.h>

#include <algorithm>

namespace played {

namespace {

constexpr size_t kContextBytes = size_t(520) << 20;
constexpr size_t kPage = 4096;

bool onDevice(MemoryKind kind) {
    return kind == MemoryKind::Device || kind == MemoryKind::Managed;
}

size_t wholePages(size_t bytes) {
    return (std::max<size_t>(bytes, 1) + kPage - 1) & ~(kPage - 1);
}

} // namespace

size_t Memory::total() {
    return size_t(setting(Setting::MemoryMb)) << 20;
}

size_t Memory::used(int device) const {
    const std::lock_guard lock(mutex_);
    return used_[size_t(device)] + kContextBytes;
}

void* Memory::allocate(size_t bytes, MemoryKind kind, int device, uintptr_t pool) {
    const std::lock_guard lock(mutex_);
    size_t& used = used_[size_t(device)];
    if (onDevice(kind) && (bytes > total() || used + bytes + kContextBytes > total())) {
        return nullptr;
    }
    void* at = mmap(nullptr, wholePages(bytes), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        return nullptr;
    }
    blocks_[uintptr_t(at)] = {uintptr_t(at), bytes, kind, device, pool};
    if (onDevice(kind)) {
        used += bytes;
        board().setUsed(device, used + kContextBytes);
    }
    return at;
}

Block Memory::release(void* at) {
    const std::lock_guard lock(mutex_);
    const auto it = blocks_.find(uintptr_t(at));
    if (it == blocks_.end()) {
        return {};
    }
    const Block block = it->second;
    blocks_.erase(it);
    munmap(at, wholePages(block.bytes));
    if (onDevice(block.kind)) {
        size_t& used = used_[size_t(block.device)];
        used -= block.bytes;
        board().setUsed(block.device, used + kContextBytes);
    }
    return block;
}

bool Memory::adopt(void* at, size_t bytes, MemoryKind kind, int device) {
    const std::lock_guard lock(mutex_);
    return blocks_.emplace(uintptr_t(at), Block{uintptr_t(at), bytes, kind, device}).second;
}

bool Memory::abandon(void* at) {
    const std::lock_guard lock(mutex_);
    return blocks_.erase(uintptr_t(at)) > 0;
}

Block Memory::blockOf(const void* at) const {
    const std::lock_guard lock(mutex_);
    auto it = blocks_.upper_bound(uintptr_t(at));
    if (it == blocks_.begin()) {
        return {};
    }
    --it;
    return uintptr_t(at) < it->second.base + std::max<size_t>(it->second.bytes, 1) ? it->second : Block{};
}

} // namespace played
