#include "collector/probe/LookUps.h"

#include <atomic>

namespace {

std::atomic<void (*)(const char* symbol)> telling{nullptr};
std::atomic<const char* (*)(const char* path)> choosing{nullptr};

} // namespace

extern "C" {

__attribute__((used, visibility("hidden"))) void lanescopeLooksUp(void* /*handle*/, const char* symbol) {
    if (auto* const tell = telling.load(std::memory_order_acquire)) {
        tell(symbol);
    }
}

__attribute__((used, visibility("hidden"))) const char* lanescopeOpens(const char* path) {
    auto* const choose = choosing.load(std::memory_order_acquire);
    return choose != nullptr ? choose(path) : path;
}

__attribute__((visibility("hidden"))) void* lanescopeDlsym(void* handle, const char* symbol);
__attribute__((visibility("hidden"))) void* lanescopeDlopen(const char* path, int flags);

} // extern "C"

// The loader looks at the address that it returns to. So these go on to it by a jump, with the stack and arguments that they were given.
#if defined(__x86_64__)
asm(".pushsection .text\n"
    ".hidden lanescopeDlsym\n"
    ".globl lanescopeDlsym\n"
    ".type lanescopeDlsym, @function\n"
    "lanescopeDlsym:\n"
    "    push %rdi\n"
    "    push %rsi\n"
    "    sub $8, %rsp\n"
    "    call lanescopeLooksUp\n"
    "    add $8, %rsp\n"
    "    pop %rsi\n"
    "    pop %rdi\n"
    "    jmp *dlsym@GOTPCREL(%rip)\n"
    ".size lanescopeDlsym, . - lanescopeDlsym\n"
    ".hidden lanescopeDlopen\n"
    ".globl lanescopeDlopen\n"
    ".type lanescopeDlopen, @function\n"
    "lanescopeDlopen:\n"
    "    push %rsi\n"
    "    call lanescopeOpens\n"
    "    mov %rax, %rdi\n"
    "    pop %rsi\n"
    "    jmp *dlopen@GOTPCREL(%rip)\n"
    ".size lanescopeDlopen, . - lanescopeDlopen\n"
    ".popsection\n");
#elif defined(__aarch64__)
asm(".pushsection .text\n"
    ".hidden lanescopeDlsym\n"
    ".globl lanescopeDlsym\n"
    ".type lanescopeDlsym, %function\n"
    "lanescopeDlsym:\n"
    "    stp x29, x30, [sp, -32]!\n"
    "    mov x29, sp\n"
    "    stp x0, x1, [sp, 16]\n"
    "    bl lanescopeLooksUp\n"
    "    ldp x0, x1, [sp, 16]\n"
    "    ldp x29, x30, [sp], 32\n"
    "    b dlsym\n"
    ".size lanescopeDlsym, . - lanescopeDlsym\n"
    ".hidden lanescopeDlopen\n"
    ".globl lanescopeDlopen\n"
    ".type lanescopeDlopen, %function\n"
    "lanescopeDlopen:\n"
    "    stp x29, x30, [sp, -32]!\n"
    "    mov x29, sp\n"
    "    str x1, [sp, 16]\n"
    "    bl lanescopeOpens\n"
    "    ldr x1, [sp, 16]\n"
    "    ldp x29, x30, [sp], 32\n"
    "    b dlopen\n"
    ".size lanescopeDlopen, . - lanescopeDlopen\n"
    ".popsection\n");
#endif

namespace lanes::probe {

void* tellOfLookUps(void (*tell)(const char* symbol)) {
    telling.store(tell, std::memory_order_release);
    return reinterpret_cast<void*>(&lanescopeDlsym);
}

void* chooseOpened(const char* (*choose)(const char* path)) {
    choosing.store(choose, std::memory_order_release);
    return reinterpret_cast<void*>(&lanescopeDlopen);
}

} // namespace lanes::probe
