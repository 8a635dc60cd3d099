// Finds the operators of a thread that make NaN or Inf: all their inputs are finite, an output is not. The watch
// writes nothing, holds no reference, and calls no function of torch. It reads the outputs that the operator has just
// written. It keeps only the addresses of the inputs. It reads them only if an output is not finite, and through the
// kernel, because by then the tensors may be gone.
#pragma once

#include "collector/probe/torch/OperatorWrites.h"
#include "collector/probe/torch/TensorValues.h"
#include "collector/ring/Records.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace lanes::probe {

class OutputWatch {
public:
    // An operator begins; `key` as in its OpBegin.
    void begin(const TorchLayout& layout, const std::byte* record, std::uint32_t key, OperatorWrites writes);
    // An operator ends. Returns the event to record, without its time. `recording`: the number of the process's
    // recording.
    [[nodiscard]] std::optional<ring::NonFinite> end(const TorchLayout& layout, const std::byte* record,
                                                     std::uint32_t key, std::uint32_t recording);
    // True if an operator has begun and not ended.
    [[nodiscard]] bool watches() const { return depth_ != 0; }
    void clear() { depth_ = inputs_ = 0; }

private:
    static constexpr std::uint32_t kMostOpen = 64;     // deeper ones are not examined
    static constexpr std::uint32_t kMostInputs = 1024; // of all open ones; those with more are not judged

    struct Input {
        FloatKind kind;
        const std::byte* data;
        const void* storage;
        std::uint64_t span;
        bool written; // by the operator
    };
    // The facts about an operator's inputs.
    struct Seen {
        bool nan = false;
        bool infinity = false;
        bool unknown = false;
        bool asked = false; // a number that the program passed is not finite
    };
    struct Open {
        std::uint32_t key;
        std::uint32_t firstInput;
        std::uint32_t made; // found_ when the operator began
        OperatorWrites writes;
        Seen seen;
    };
    struct Found {
        NonFiniteCount count;
        const void* storage = nullptr; // where the values lie; null: a number by itself
        std::uint64_t elements = 0;
        std::uint32_t output = 0;
    };

    void readInput(const TorchLayout& layout, const std::byte* value, Open& open, bool written);
    void takeTensor(const TorchLayout& layout, const std::byte* tensor, Open& open, bool written);
    void takeNumber(std::uint64_t bits, Seen& seen) const;
    [[nodiscard]] std::optional<Found> look(const TorchLayout& layout, const std::byte* record,
                                            const Open& open) const;
    [[nodiscard]] std::optional<Found> lookAtWritten(const Open& open) const;
    [[nodiscard]] bool isInput(const Open& open, const void* storage) const;
    void judgeInputs(Open& open, const void* written) const;
    [[nodiscard]] std::optional<ring::NonFinite> eventOf(const Open& open, const Found& found,
                                                         std::uint32_t key, std::uint32_t recording);

    std::array<Open, kMostOpen> open_;
    std::unique_ptr<Input[]> input_; // made with the first operator
    std::uint32_t depth_ = 0;
    std::uint32_t inputs_ = 0;
    std::uint32_t found_ = 0; // operators of this thread that made NaN or Inf
};

} // namespace lanes::probe
