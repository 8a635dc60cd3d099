#include "app/capture/RefusalText.h"

#include "views/shared/text/SentencePatterns.h"

#include <QtGlobal>

#include <array>

namespace lanes {
namespace {

// tst_translations looks for what attaching says here.
constexpr std::array kRefusals = {
    QT_TRANSLATE_NOOP("RefusalText", "Process %1 %2"),
    QT_TRANSLATE_NOOP("RefusalText", "There is no process %1. A container counts its own: `lanescope attach "
                                     "--list` shows the numbers here."),
    QT_TRANSLATE_NOOP("RefusalText", "%1 is a thread of process %2: attach to %3."),
    QT_TRANSLATE_NOOP("RefusalText",
                      "has ended; only its exit code is left, which its parent has not asked for."),
    QT_TRANSLATE_NOOP("RefusalText", "is traced by process %1, a debugger or strace: end that first."),
    QT_TRANSLATE_NOOP("RefusalText", "is stopped: continue it first, `kill -CONT %1`."),
    QT_TRANSLATE_NOOP("RefusalText", "runs under strict seccomp, which would kill it for a new thread: start "
                                     "the program with `lanescope record`."),
    QT_TRANSLATE_NOOP("RefusalText",
                      "runs with a shadow stack, which forbids what attaching does: start the program with "
                      "`lanescope record`, or without GLIBC_TUNABLES=glibc.cpu.hwcaps=SHSTK."),
    QT_TRANSLATE_NOOP("RefusalText", "may not be attached to: %1"),
    QT_TRANSLATE_NOOP("RefusalText", "it belongs to user %1. Run lanescope as that user, or with sudo."),
    QT_TRANSLATE_NOOP("RefusalText", "kernel.yama.ptrace_scope is 3, which lasts until the next boot; start "
                                     "the program with `lanescope record`."),
    QT_TRANSLATE_NOOP("RefusalText", "kernel.yama.ptrace_scope is %1. Use `sudo lanescope attach`, or once "
                                     "`sudo sysctl kernel.yama.ptrace_scope=0`."),
    QT_TRANSLATE_NOOP(
        "RefusalText",
        "it is not dumpable, has rights that we do not have, or this container lacks CAP_SYS_PTRACE. Use "
        "sudo; in Docker start the container with `--cap-add=SYS_PTRACE`, in Kubernetes add SYS_PTRACE to "
        "securityContext.capabilities, or attach from the host."),
    QT_TRANSLATE_NOOP("RefusalText",
                      "is no 64-bit x86 program. Record it from its start with `lanescope record`."),
    QT_TRANSLATE_NOOP("RefusalText",
                      "runs no Python whose C functions can be found. If it is a launcher (a shell, "
                      "torchrun), attach to the processes that it has started: `lanescope attach --list`."),
    QT_TRANSLATE_NOOP("RefusalText", "has no shared libc. Record it from its start with `lanescope record`."),
    QT_TRANSLATE_NOOP("RefusalText", "cannot be attached to: %1"),
    QT_TRANSLATE_NOOP(
        "RefusalText",
        "%1 of process %2 does not export %3. Record the program from its start with `lanescope record`."),
};

} // namespace

QString refusalText(const QString& english) {
    return translatedSentence("RefusalText", kRefusals, english);
}

} // namespace lanes
