// The memory that is mapped in the program for what we run there.
#pragma once

#include "collector/attach/TargetImage.h"
#include "collector/attach/x86_64/BorrowedThread.h"
#include "collector/attach/x86_64/Ticket.h"
#include "model/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace lanes::attach {

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

} // namespace lanes::attach
