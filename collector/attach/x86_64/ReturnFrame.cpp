#include "collector/attach/x86_64/ReturnFrame.h"

#include <cpuid.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace lanes::attach {

namespace {

constexpr std::uint64_t kRedZone = 128;
constexpr std::size_t kSignalInfoBytes = 128;
// Of the vectors' image, as the kernel and the processor have it.
constexpr std::size_t kLegacyBytes = 512;
constexpr std::size_t kHeaderEnd = kLegacyBytes + 64;
constexpr std::size_t kFeaturesAt = 464; // ptrace puts the mask of features there
constexpr std::uint32_t kMagic1 = 0x46505853;
constexpr std::uint32_t kMagic2 = 0x46505845;
constexpr std::uint64_t kTileData = std::uint64_t{1} << 18; // has room only in threads that have asked for it
constexpr std::uint64_t kUcFlags = 1 | 2 | 4; // extended vectors, and the stack segment as it is
constexpr int kNoSuchFlag = 0x40;             // so that the alternative stack stays

struct SoftwareBytes {
    std::uint32_t magic;
    std::uint32_t extendedBytes;
    std::uint64_t features;
    std::uint32_t bytes;
    std::array<std::uint32_t, 7> padding;
};

std::uint64_t wordOf(std::span<const char> bytes, std::size_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

// The image's part that every thread of this machine has.
std::size_t vectorBytes(std::uint64_t features) {
    std::size_t most = kHeaderEnd;
    for (unsigned feature = 2; feature < 63; ++feature) {
        unsigned bytes = 0;
        unsigned offset = 0;
        unsigned flags = 0;
        unsigned unused = 0;
        if ((features >> feature & 1U) != 0 &&
            __get_cpuid_count(0xd, feature, &bytes, &offset, &flags, &unused) != 0) {
            most = std::max<std::size_t>(most, offset + bytes);
        }
    }
    return most;
}

// With what marks a signal's frame. Empty: not covered.
std::vector<char> vectorsOfFrame(std::vector<char> image) {
    if (image.size() < kHeaderEnd) {
        return {};
    }
    const std::uint64_t features = wordOf(image, kFeaturesAt) & ~kTileData;
    const std::size_t bytes = vectorBytes(features);
    if ((wordOf(image, kLegacyBytes) & kTileData) != 0 || image.size() < bytes || features == 0) {
        return {};
    }
    image.resize(bytes);
    const SoftwareBytes software{kMagic1,
                                 static_cast<std::uint32_t>(bytes + sizeof kMagic2),
                                 features,
                                 static_cast<std::uint32_t>(bytes),
                                 {}};
    std::memcpy(image.data() + kFeaturesAt, &software, sizeof software);
    image.insert(image.end(), reinterpret_cast<const char*>(&kMagic2),
                 reinterpret_cast<const char*>(&kMagic2) + sizeof kMagic2);
    return image;
}

// What the kernel would do before the thread goes on.
void restartCall(user_regs_struct& registers) {
    constexpr std::int64_t kRestart = -512;
    constexpr std::int64_t kRestartNoInterrupt = -513;
    constexpr std::int64_t kRestartNoHandler = -514;
    constexpr std::int64_t kRestartBlock = -516;
    const auto call = static_cast<std::int64_t>(registers.orig_rax);
    const auto result = static_cast<std::int64_t>(registers.rax);
    // Its time is a moment, not a span: as good as new.
    const bool absolute = call == SYS_futex &&
                          (registers.rsi & static_cast<std::uint64_t>(FUTEX_CMD_MASK)) == FUTEX_WAIT_BITSET;
    if (call < 0) {
        return;
    }
    if (result == kRestart || result == kRestartNoInterrupt || result == kRestartNoHandler ||
        (result == kRestartBlock && absolute)) {
        registers.rax = registers.orig_rax;
        registers.rip -= 2;
    } else if (result == kRestartBlock) {
        registers.rax = static_cast<std::uint64_t>(-EINTR);
    }
}

ucontext_t contextOf(const ThreadImage& thread, std::uint64_t vectors) {
    user_regs_struct r = thread.registers;
    restartCall(r);
    ucontext_t context{};
    context.uc_flags = kUcFlags;
    context.uc_stack.ss_flags = kNoSuchFlag;
    const auto set = [&](int which, std::uint64_t value) {
        context.uc_mcontext.gregs[which] = static_cast<greg_t>(value);
    };
    set(REG_R8, r.r8), set(REG_R9, r.r9), set(REG_R10, r.r10), set(REG_R11, r.r11);
    set(REG_R12, r.r12), set(REG_R13, r.r13), set(REG_R14, r.r14), set(REG_R15, r.r15);
    set(REG_RDI, r.rdi), set(REG_RSI, r.rsi), set(REG_RBP, r.rbp), set(REG_RBX, r.rbx);
    set(REG_RDX, r.rdx), set(REG_RAX, r.rax), set(REG_RCX, r.rcx), set(REG_RSP, r.rsp);
    set(REG_RIP, r.rip), set(REG_EFL, r.eflags);
    set(REG_CSGSFS, (r.cs & 0xffff) | (r.ss & 0xffff) << 48);
    context.uc_mcontext.fpregs = reinterpret_cast<fpregset_t>(vectors);
    std::memcpy(&context.uc_sigmask, &thread.mask, sizeof thread.mask);
    return context;
}

} // namespace

std::optional<ReturnFrame> returnFrame(const ThreadImage& thread, std::uint64_t signalReturn) {
    const std::vector<char> vectors = vectorsOfFrame(thread.vectors);
    if (vectors.empty()) {
        return {};
    }
    const std::size_t head = sizeof signalReturn + sizeof(ucontext_t) + kSignalInfoBytes;
    const std::uint64_t vectorsAt = (thread.registers.rsp - kRedZone - vectors.size()) & ~std::uint64_t{63};
    ReturnFrame frame;
    frame.address = (vectorsAt - head) & ~std::uint64_t{15};
    frame.bytes.resize(vectorsAt - frame.address);
    const ucontext_t context = contextOf(thread, vectorsAt);
    std::memcpy(frame.bytes.data(), &signalReturn, sizeof signalReturn);
    std::memcpy(frame.bytes.data() + sizeof signalReturn, &context, sizeof context);
    frame.bytes.insert(frame.bytes.end(), vectors.begin(), vectors.end());
    return frame;
}

// As the kernel writes it, or we: user code's segment, and right behind the frame the vectors with their mark.
bool holdsReturnFrame(std::span<const char> stack, std::uint64_t stackAt, std::size_t at) {
    constexpr std::uint64_t kUserCode = 0x33;
    constexpr std::uint64_t kLongestHead = 2048;
    const std::size_t contextAt = at + sizeof(std::uint64_t);
    if (stack.size() < contextAt + sizeof(ucontext_t)) {
        return true;
    }
    ucontext_t context{};
    std::memcpy(&context, stack.data() + contextAt, sizeof context);
    // Wraps where it is below.
    const std::uint64_t vectorsAt = reinterpret_cast<std::uint64_t>(context.uc_mcontext.fpregs) - stackAt;
    if ((static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_CSGSFS]) & 0xffff) != kUserCode ||
        vectorsAt < contextAt || vectorsAt > contextAt + kLongestHead) {
        return false;
    }
    const std::uint64_t magicAt = vectorsAt + kFeaturesAt;
    std::uint32_t magic = 0;
    if (magicAt > stack.size() - sizeof magic) {
        return true;
    }
    std::memcpy(&magic, stack.data() + magicAt, sizeof magic);
    return magic == kMagic1;
}

} // namespace lanes::attach
