// Turns the facts of an operator's begin record into a layout and cells of the session, under Kineto's keys.
#pragma once

#include "collector/ring/Records.h"
#include "model/session/writing/SessionWriter.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace lanes::recorder {

// The arguments of operators that look alike: the image as sent, and its texts. Belongs to the ring that defined it.
struct Signature {
    std::vector<std::uint64_t> image;
    StringId dims;
    StringId types;
    StringId strides;
    StringId device;
    // Scalars vary from call to call: the texts of those seen so far, bounded.
    std::map<std::vector<std::uint64_t>, StringId> concrete;
};

// The facts of a collective of torch.distributed.
struct CollectiveFacts {
    std::uint32_t key = 0; // of its operator or range
    StringId name;
    StringId group; // the empty text if it is not known
    StringId dtype;
    std::int64_t sequence = -1;
    std::int64_t elements = -1; // -1: no tensors
    std::int32_t rank = -1;     // in the group
    std::int32_t size = -1;
    std::int32_t peer = -1;
    bool sends = false; // to the peer; false: from it
};

struct OperatorFacts {
    ring::Scope scope = ring::Scope::Function;
    StringId overload; // the empty text if there is none
    StackId stack;
    Signature* signature = nullptr;
    const CollectiveFacts* collective = nullptr;
    std::span<const std::uint64_t> scalars;
    std::uint32_t forwardThread = 0;
    std::int64_t sequence = -1;
};

class OperatorRows {
public:
    explicit OperatorRows(session::SessionWriter& writer);

    // Reads an image and makes its texts, once.
    [[nodiscard]] Signature signature(std::span<const std::uint64_t> image);
    // Returns the layout for these facts; `cells` is overwritten with its cells.
    LayoutId row(const OperatorFacts& facts, std::vector<std::int64_t>& cells);
    // As row(), for an allocator that could not satisfy a request, as Kineto writes it.
    LayoutId outOfMemory(const ring::OutOfMemory& event, std::vector<std::int64_t>& cells);
    void holdNames(session::NameCollector& held) const { held.add(empty_); }
    // Notes that the texts of scalars in all signatures have been freed.
    void forgetScalars() { scalarBytes_ = 0; }
    // Returns the operators whose scalars are left out, because texts of ever-changing scalars would grow without
    // end.
    [[nodiscard]] std::uint64_t scalarsLeftOut() const { return scalarsLeftOut_; }

private:
    static constexpr std::size_t kVariants = 1024; // combinations of the optional columns
    std::size_t addCollective(const CollectiveFacts& facts, std::vector<std::int64_t>& cells) const;
    [[nodiscard]] LayoutId layout(bool range, std::size_t variant);
    [[nodiscard]] StringId concreteText(Signature& signature, std::span<const std::uint64_t> scalars);

    session::SessionWriter& writer_;
    StringId empty_;
    std::size_t scalarBytes_ = 0; // of the texts made since they were last forgotten
    std::uint64_t scalarsLeftOut_ = 0;
    LayoutId outOfMemory_;                                   // made on first use
    std::array<std::array<LayoutId, kVariants>, 2> layouts_; // by (user range, variant), made on first use
};

} // namespace lanes::recorder
