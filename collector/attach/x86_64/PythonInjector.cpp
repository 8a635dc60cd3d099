#include "collector/attach/PythonInjector.h"

#include "collector/attach/ProcessStatus.h"
#include "collector/attach/Refusals.h"
#include "collector/attach/TargetImage.h"
#include "collector/attach/x86_64/BorrowedThread.h"
#include "collector/attach/x86_64/CodePlaces.h"
#include "collector/attach/x86_64/Ticket.h"
#include "collector/attach/x86_64/WaitingThreads.h"
#include "model/base/Result.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

namespace lanes::attach {

namespace {

// The memory that is mapped in the program for what we run there.
class TargetRegion {
public:
    // Looks up all that the code calls; an error names what is missing.
    static Result<TargetRegion> prepare(const TargetImage& image, std::string source);

    // Maps and fills it through a stopped thread that has no objection. What is mapped belongs to the code in it, which
    // unmaps itself.
    Result<void> map(BorrowedThread& thread);
    void unmap(BorrowedThread& thread);
    // Has a stopped thread call a function of the program, and gives it back.
    BorrowedThread::Called call(BorrowedThread& thread, std::uint64_t function,
                                std::initializer_list<std::uint64_t> arguments, bool mayBePutBack);

    [[nodiscard]] const Ticket& functions() const { return ticket_; }
    // Addresses in the program.
    [[nodiscard]] std::uint64_t ticket() const { return address_ + kStackBytes; }
    [[nodiscard]] std::uint64_t code(const void* function) const;
    // Of the ticket there, by offset. False: the region, or the process, is gone.
    [[nodiscard]] bool read(std::size_t offset, std::uint64_t& value) const;
    void write(std::size_t offset, std::uint64_t value) const;
    [[nodiscard]] std::string reply() const;

private:
    TargetRegion(const TargetImage& image, std::string source)
        : image_(&image)
        , source_(std::move(source)) {}
    [[nodiscard]] bool fill(std::uint64_t frame);

    const TargetImage* image_;
    std::string source_;
    Ticket ticket_{};
    std::uint64_t address_ = 0;
};

template<class Pointer>
void point(Pointer& pointer, std::uint64_t address) {
    pointer = reinterpret_cast<Pointer>(address);
}

// The pointer that lies in the ticket.
template<class Pointer>
std::optional<Error> take(Pointer& pointer, const Result<Symbol>& symbol) {
    if (!symbol) {
        return symbol.error();
    }
    point(pointer, symbol.value().address);
    return {};
}

std::optional<Error> takeFunctions(Ticket& ticket, const TargetImage& image) {
    std::optional<Error> problem;
    const auto all = [&](auto& pointer, const Result<Symbol>& symbol) {
        if (!problem) {
            problem = take(pointer, symbol);
        }
    };
    all(ticket.unmap, image.libc("munmap"));
    all(ticket.pthreadCreate, image.libc("pthread_create"));
    all(ticket.pthreadSelf, image.libc("pthread_self"));
    all(ticket.pthreadDetach, image.libc("pthread_detach"));
    all(ticket.isInitialized, image.python("Py_IsInitialized"));
    all(ticket.ensure, image.python("PyGILState_Ensure"));
    all(ticket.release, image.python("PyGILState_Release"));
    all(ticket.dictNew, image.python("PyDict_New"));
    all(ticket.dictSet, image.python("PyDict_SetItemString"));
    all(ticket.dictGet, image.python("PyDict_GetItemString"));
    all(ticket.builtins, image.python("PyEval_GetBuiltins"));
    all(ticket.runString, image.python("PyRun_String"));
    all(ticket.text, image.python("PyUnicode_AsUTF8AndSize"));
    all(ticket.clearError, image.python("PyErr_Clear"));
    all(ticket.releaseObject, image.python("Py_DecRef"));
    return problem;
}

Result<TargetRegion> TargetRegion::prepare(const TargetImage& image, std::string source) {
    TargetRegion region(image, std::move(source));
    if (region.source_.size() >= kMostSource) {
        return Error{"The code to run in process " + std::to_string(image.process()) + " is longer than " +
                     std::to_string(kMostSource) + " bytes; import the rest from a file."};
    }
    if (auto problem = takeFunctions(region.ticket_, image)) {
        return *std::move(problem);
    }
    return region;
}

std::uint64_t TargetRegion::code(const void* function) const {
    return address_ + kStackBytes + kDataBytes +
           static_cast<std::uint64_t>(static_cast<const char*>(function) - __start_lanes_stub);
}

bool TargetRegion::fill(std::uint64_t frame) {
    Ticket& ticket = ticket_;
    ticket.frame = frame;
    ticket.pause[1] = kPauseNs;
    ticket.region = address_;
    ticket.regionBytes = kRegionBytes;
    ticket.replyBytes = kReplyBytes;
    point(ticket.reply, this->ticket() + kReplyOffset);
    point(ticket.source, this->ticket() + kSourceOffset);
    point(ticket.entry, code(lanesStubEntry));
    point(ticket.builtinsName, this->ticket() + offsetof(Ticket, builtinsText));
    point(ticket.replyName, this->ticket() + offsetof(Ticket, replyText));
    std::strcpy(ticket.builtinsText, "__builtins__");
    std::strcpy(ticket.replyText, "REPLY");
    const auto codeBytes = static_cast<std::size_t>(__stop_lanes_stub - __start_lanes_stub);
    return codeBytes <= kCodeBytes && image_->write(this->ticket(), &ticket, sizeof ticket) &&
           image_->write(this->ticket() + kSourceOffset, source_.c_str(), source_.size() + 1) &&
           image_->write(code(__start_lanes_stub), __start_lanes_stub, codeBytes);
}

Result<void> TargetRegion::map(BorrowedThread& thread) {
    const std::string process = "Process " + std::to_string(image_->process());
    const std::int64_t at = thread.systemCall(SYS_mmap, {0, kRegionBytes, PROT_READ | PROT_WRITE,
                                                         MAP_PRIVATE | MAP_ANONYMOUS, ~std::uint64_t{0}, 0});
    if (at < 0 && at > -4096) {
        return Error{process + " has no memory for " + std::to_string(kRegionBytes >> 10) +
                     " KiB: " + std::strerror(static_cast<int>(-at)) + ". See `ulimit -v` and its cgroup."};
    }
    address_ = static_cast<std::uint64_t>(at);
    const bool filled = fill(thread.returnStack());
    if (!filled ||
        thread.systemCall(SYS_mprotect, {code(__start_lanes_stub), kCodeBytes, PROT_READ | PROT_EXEC}) != 0) {
        unmap(thread);
        return Error{process +
                     " may not make memory executable: SELinux forbids it (execmem), or systemd does "
                     "(MemoryDenyWriteExecute). Start the program with `lanescope record`."};
    }
    return {};
}

void TargetRegion::unmap(BorrowedThread& thread) {
    thread.systemCall(SYS_munmap, {address_, kRegionBytes});
}

BorrowedThread::Called TargetRegion::call(BorrowedThread& thread, std::uint64_t function,
                                          std::initializer_list<std::uint64_t> arguments, bool mayBePutBack) {
    constexpr std::uint64_t kAboveStack = 4096;
    return thread.call({.code = code(lanesStubCall),
                        .codeEnd = code(__stop_lanes_stub),
                        .stackTop = address_ + kStackBytes - kAboveStack,
                        .ticket = ticket(),
                        .function = function,
                        .arguments = arguments,
                        .mayBePutBack = mayBePutBack});
}

bool TargetRegion::read(std::size_t offset, std::uint64_t& value) const {
    return image_->read(ticket() + offset, &value, sizeof value);
}

void TargetRegion::write(std::size_t offset, std::uint64_t value) const {
    (void)image_->write(ticket() + offset, &value, sizeof value);
}

std::string TargetRegion::reply() const {
    std::array<char, kReplyBytes> text{};
    (void)image_->read(ticket() + kReplyOffset, text.data(), text.size() - 1);
    return text.data();
}

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kDirectPatience(300);
constexpr milliseconds kOnlyDirectPatience(3000);
constexpr int kPendingTries = 300; // a millisecond apart
constexpr milliseconds kLook(1);
constexpr milliseconds kEndPatience(2000);

// Runs in a thread of its own: whatever happens, its end lets go of the program's.
void borrowing(const std::function<void()>& work) {
    std::thread([&work] {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        setpriority(PRIO_PROCESS, 0,
                    -20); // of this thread, if we may: on a busy machine the stop is our waiting for a core
        work();
    }).join();
}

class PythonInjector {
public:
    PythonInjector(TargetImage& image, const CodePlaces& places, TargetRegion& region,
                   const InjectionLimits& limits)
        : image_(image)
        , places_(places)
        , region_(region)
        , limits_(limits) {}

    Result<Injection> run() {
        const bool started = (limits_.route != Route::Pending && direct()) ||
                             (!failure_ && limits_.route != Route::Direct && pending());
        if (failure_) {
            return *std::move(failure_);
        }
        if (!started) {
            return ended() ? gone()
                           : Error{name() + " has no thread that could be borrowed: the last one looked at " +
                                   objection_ + ". Nothing was changed; try again."};
        }
        return await();
    }

private:
    [[nodiscard]] std::string name() const { return "Process " + std::to_string(image_.process()); }
    [[nodiscard]] Error gone() const { return {name() + " has ended meanwhile."}; }
    [[nodiscard]] bool ended() const { return threadsOf(image_.process()).empty(); }

    bool direct();
    bool callDirectly(pid_t id);
    bool pending();
    bool queueCall(pid_t id, std::uint64_t addCall);
    [[nodiscard]] bool mayBeInQueue(const BorrowedThread& thread, const Symbol& evaluate) const;
    Result<Injection> await();
    Result<Injection> takeReply();
    [[nodiscard]] Error timedOut();
    bool cancel();

    TargetImage& image_;
    const CodePlaces& places_;
    TargetRegion& region_;
    const InjectionLimits& limits_;
    Injection done_;
    std::string objection_ = "runs";
    std::optional<Error> failure_; // for which there is no other way
};

// A waiting thread calls pthread_create: it holds nothing, so whatever lock that takes is free or will be.
bool PythonInjector::direct() {
    const auto limit =
        Clock::now() + (limits_.route == Route::Direct ? kOnlyDirectPatience : kDirectPatience);
    do {
        const auto threads = waitingThreads(image_.process());
        image_.refreshMappings();
        for (const pid_t id : threads) {
            bool called = false;
            borrowing([&] { called = callDirectly(id); });
            if (called || failure_) {
                return called;
            }
        }
    } while (Clock::now() < limit && !ended());
    return false;
}

bool PythonInjector::callDirectly(pid_t id) {
    BorrowedThread thread(image_, places_, id);
    objection_ = thread.stopped() ? thread.objection(true) : "could not be stopped";
    if (!objection_.empty()) {
        return false;
    }
    if (auto mapped = region_.map(thread); !mapped) {
        failure_ = mapped.error();
        return false;
    }
    const Ticket& functions = region_.functions();
    const auto called = region_.call(
        thread, reinterpret_cast<std::uintptr_t>(functions.pthreadCreate),
        {region_.ticket() + offsetof(Ticket, thread), 0, region_.code(lanesStubEntry), region_.ticket()},
        true);
    done_.stoodStill = thread.stoodStill();
    std::uint64_t result = 0;
    if (called == BorrowedThread::Called::WaitsForLock) {
        failure_ =
            Error{name() + " could not start a thread for 2 s: another of its threads holds a lock of libc. "
                           "Nothing was changed; try again."};
    } else if (called != BorrowedThread::Called::Returned) {
        failure_ = cancel()
                       ? Error{name() + " did not start a thread within 2 s. Nothing will run; try again."}
                       : gone();
    } else if (region_.read(offsetof(Ticket, callResult), result) && static_cast<int>(result) != 0) {
        failure_ = Error{name() + " can start no more threads: " + std::strerror(static_cast<int>(result)) +
                         ". See `ulimit -u` and pids.max of its cgroup."};
    }
    return !failure_;
}

// Python's lock around that queue is all that the call takes. Who waits in the kernel does not hold it; of those that run, those are
// taken that are surely elsewhere.
bool PythonInjector::mayBeInQueue(const BorrowedThread& thread, const Symbol& evaluate) const {
    const std::uint64_t at = thread.registers().rip;
    const bool running = static_cast<std::int64_t>(thread.registers().orig_rax) < 0;
    return running && !evaluate.holds(at) && (image_.pythonModule().holds(at) || image_.inLibc(at));
}

// No thread waits: a running one queues a call, which the main thread makes between two instructions.
bool PythonInjector::pending() {
    const auto add = image_.python("Py_AddPendingCall");
    if (!add) {
        failure_ = add.error();
        return false;
    }
    for (int tries = 0; tries < kPendingTries && !ended(); ++tries) {
        image_.refreshMappings();
        for (const pid_t id : threadsOf(image_.process())) {
            bool queued = false;
            borrowing([&] { queued = queueCall(id, add.value().address); });
            if (queued || failure_) {
                return queued;
            }
        }
        std::this_thread::sleep_for(kLook);
    }
    return false;
}

bool PythonInjector::queueCall(pid_t id, std::uint64_t addCall) {
    const auto evaluate = image_.python("_PyEval_EvalFrameDefault");
    BorrowedThread thread(image_, places_, id);
    objection_ = thread.stopped() ? thread.objection(false) : "could not be stopped";
    if (objection_.empty() && mayBeInQueue(thread, evaluate ? evaluate.value() : Symbol{})) {
        objection_ = "may be about to queue a call itself";
    }
    if (!objection_.empty()) {
        return false;
    }
    if (auto mapped = region_.map(thread); !mapped) {
        failure_ = mapped.error();
        return false;
    }
    // Never put back from within: Python 3.13 gives up the interpreter's lock while it waits for the queue's.
    const auto called = region_.call(
        thread, addCall, {region_.code(reinterpret_cast<const void*>(&lanesStubPending)), region_.ticket()},
        false);
    done_.stoodStill = thread.stoodStill();
    done_.route = Route::Pending;
    std::uint64_t result = 0;
    if (called != BorrowedThread::Called::Returned) {
        failure_ = cancel() ? Error{name() + " did not take a call within 2 s. Nothing will run; try again."}
                            : gone();
    } else if (region_.read(offsetof(Ticket, callResult), result) && static_cast<int>(result) != 0) {
        failure_ = Error{name() + " has too many calls waiting for its main thread: try again."};
    }
    return !failure_;
}

// Whatever of ours still comes to run there does nothing. False: nothing can, the process has ended.
bool PythonInjector::cancel() {
    region_.write(offsetof(Ticket, cancelled), 1);
    std::uint64_t state = 0;
    return region_.read(offsetof(Ticket, state), state);
}

Error PythonInjector::timedOut() {
    const ThreadFacts main = threadFacts(image_.process(), image_.process());
    const std::string where = main.blocked ? "waits in system call " + std::to_string(main.call) : "runs";
    return {name() + " let no Python run for " + std::to_string(limits_.untilLock / 1'000'000'000) +
            " s: native code holds the interpreter's lock, or it has ended (its main thread " + where +
            "). Nothing will run later; try again when it does something else."};
}

Result<Injection> PythonInjector::await() {
    // While the program could run, as far as we can tell: a machine that stands still says nothing of it.
    TimeNs waited = 0;
    auto before = Clock::now();
    for (std::uint64_t state = 0;; std::this_thread::sleep_for(kLook)) {
        if (!region_.read(offsetof(Ticket, state), state)) {
            return gone();
        }
        const auto now = Clock::now();
        waited += std::min<TimeNs>(std::chrono::nanoseconds(now - before).count(), kLongestLook);
        before = now;
        if (state == Ticket::Done) {
            return takeReply();
        }
        if (state == Ticket::NotInitialized) {
            region_.write(offsetof(Ticket, mayLeave), 1);
            return Error{name() + " has not begun to run Python, or has finished. Attach while it runs."};
        }
        std::uint64_t failed = 0;
        if (region_.read(offsetof(Ticket, createResult), failed) && failed != 0) {
            return Error{name() + " can start no more threads: " + std::strerror(static_cast<int>(failed)) +
                         ". See `ulimit -u` and pids.max of its cgroup."};
        }
        if (state < Ticket::HasLock && waited > limits_.untilLock) {
            cancel();
            // Unless it has got the lock at this moment.
            if (region_.read(offsetof(Ticket, state), state) && state < Ticket::HasLock) {
                region_.write(offsetof(Ticket, mayLeave), done_.route == Route::Direct ? 1 : 0);
                return timedOut();
            }
        }
        if (state == Ticket::HasLock && waited > limits_.untilReply) {
            return Error{name() + " has not come back from what it runs for us for " +
                         std::to_string(limits_.untilReply / 1'000'000'000) + " s."};
        }
    }
}

Result<Injection> PythonInjector::takeReply() {
    done_.reply = region_.reply();
    // A Python without the lock may still be on its way out of the queued call when our thread is done.
    const bool free = done_.route == Route::Pending && image_.pythonModule().path.ends_with('t');
    region_.write(offsetof(Ticket, mayLeave), free ? 0 : 1);
    const auto limit = Clock::now() + kEndPatience;
    for (std::uint64_t state = 0; region_.read(offsetof(Ticket, state), state) && Clock::now() < limit;) {
        std::this_thread::sleep_for(kLook);
    }
    return done_;
}

} // namespace

Result<Injection> runPython(pid_t process, const std::string& source, const InjectionLimits& limits) {
    if (auto refused = refusal(process)) {
        return *std::move(refused);
    }
    auto image = TargetImage::open(process);
    if (!image) {
        return image.error();
    }
    const auto places = CodePlaces::find(image.value());
    if (!places) {
        return places.error();
    }
    auto region = TargetRegion::prepare(image.value(), source);
    if (!region) {
        return region.error();
    }
    return PythonInjector(image.value(), places.value(), region.value(), limits).run();
}

} // namespace lanes::attach
