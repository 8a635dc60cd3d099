#include "collector/attach/x86_64/TargetRegion.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace lanes::attach {

namespace {

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

} // namespace

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

} // namespace lanes::attach
