// Turns what a begin record says about an operator into a layout and cells of the session, under Kineto's keys.
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
    // Scalars vary from call to call: the text for those seen, bounded.
    std::map<std::vector<std::uint64_t>, StringId> concrete;
};

// What a collective of torch.distributed says of itself.
struct CollectiveFacts {
    std::uint32_t key = 0; // of the operator or range that it is
    StringId name;
    StringId group; // the empty text where it is not known
    StringId dtype;
    std::int64_t sequence = -1;
    std::int64_t elements = -1; // -1: without tensors
    std::int32_t rank = -1;     // in the group
    std::int32_t size = -1;
    std::int32_t peer = -1;
    bool sends = false; // to the peer, not from it
};

struct OperatorFacts {
    ring::Scope scope = ring::Scope::Function;
    StringId overload; // the empty text where there is none
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

    // Reads an image; its texts are made here, once.
    [[nodiscard]] Signature signature(std::span<const std::uint64_t> image);
    // The layout for these facts; `cells` is overwritten with its cells.
    LayoutId row(const OperatorFacts& facts, std::vector<std::int64_t>& cells);
    // The same for an allocator that gave up, as Kineto writes it.
    LayoutId outOfMemory(const ring::OutOfMemory& event, std::vector<std::int64_t>& cells);
    void holdNames(session::NameCollector& held) const { held.add(empty_); }
    // What signatures held of scalars' texts is gone.
    void forgetScalars() { scalarBytes_ = 0; }
    // Operators whose scalars are not told, because texts of ones that change all the time would grow without end.
    [[nodiscard]] std::uint64_t scalarsLeftOut() const { return scalarsLeftOut_; }

private:
    static constexpr std::size_t kVariants = 1024; // which of the optional columns there are
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
