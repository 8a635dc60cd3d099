// The entry of a dynamic program for systems that are older than the build machine. glibc's own entry calls
// __libc_start_main@GLIBC_2.34 and leaves constructors to it; older ones expect a function that runs them, which newer ones call too.
#include <cstddef>
#include <cstdint>

using Function = void (*)();
using Constructor = void (*)(int, char**, char**);

extern "C" {
#if defined(__x86_64__)
__asm__(".symver __libc_start_main, __libc_start_main@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver __libc_start_main, __libc_start_main@GLIBC_2.17");
#endif
[[noreturn]] int __libc_start_main(int (*program)(int, char**, char**), int count, char** words,
                                   Constructor constructors, Function destructors, Function loaderEnd,
                                   void* stackEnd);
int main(int count, char** words);

// The linker's names for the table of constructors.
[[gnu::visibility("hidden")]] extern Constructor __init_array_start[];
[[gnu::visibility("hidden")]] extern Constructor __init_array_end[];
}

namespace {

void construct(int count, char** words, char** environment) {
    for (Constructor* constructor = __init_array_start; constructor != __init_array_end; ++constructor) {
        (*constructor)(count, words, environment);
    }
}

void destroyNothing() {}

int runMain(int count, char** words, char** /*environment*/) {
    return main(count, words);
}

} // namespace

// `stack`: what the kernel has put there: the number of words, then the words.
extern "C" [[noreturn, gnu::used, gnu::visibility("hidden")]] void lanesStart(std::intptr_t* stack,
                                                                              Function loaderEnd) {
    __libc_start_main(runMain, static_cast<int>(stack[0]), reinterpret_cast<char**>(stack + 1), construct,
                      destroyNothing, loaderEnd, stack);
}

#if defined(__x86_64__)
__asm__(".text\n"
        ".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "    xorl %ebp, %ebp\n"
        "    movq %rsp, %rdi\n"
        "    movq %rdx, %rsi\n"
        "    andq $-16, %rsp\n"
        "    call lanesStart\n"
        "    hlt\n");
#elif defined(__aarch64__)
__asm__(".text\n"
        ".globl _start\n"
        ".type _start, %function\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x1, x0\n"
        "    mov x0, sp\n"
        "    bl lanesStart\n"
        "    brk #0\n");
#endif
