#include "model/trace/slices/Nesting.h"

#include <bit>

namespace lanes {

namespace {

constexpr std::uint32_t kBits = 64;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

constexpr auto endsLater = [](const Nesting::Entry& a, const Nesting::Entry& b) { return a.end > b.end; };

} // namespace

void TakenLanes::take(std::uint32_t lane) {
    const std::size_t word = lane / kBits;
    if (word >= words_.size()) {
        words_.resize(word + 1);
        full_.resize(word / kBits + 1);
    }
    words_[word] |= std::uint64_t{1} << lane % kBits;
    if (words_[word] == kAll) {
        full_[word / kBits] |= std::uint64_t{1} << word % kBits;
    }
}

void TakenLanes::release(std::uint32_t lane) {
    const std::size_t word = lane / kBits;
    words_[word] &= ~(std::uint64_t{1} << lane % kBits);
    full_[word / kBits] &= ~(std::uint64_t{1} << word % kBits);
}

std::uint32_t TakenLanes::firstFree(std::uint32_t from) const {
    std::size_t word = from / kBits;
    if (word >= words_.size()) {
        return from;
    }
    if (const std::uint64_t free = ~words_[word] & kAll << from % kBits; free != 0) {
        return static_cast<std::uint32_t>(word * kBits) + static_cast<std::uint32_t>(std::countr_zero(free));
    }
    ++word;
    std::uint64_t notFull = word / kBits < full_.size() ? ~full_[word / kBits] & kAll << word % kBits : 0;
    std::size_t at = word / kBits;
    while (notFull == 0 && ++at < full_.size()) {
        notFull = ~full_[at];
    }
    word =
        at < full_.size() ? at * kBits + static_cast<std::size_t>(std::countr_zero(notFull)) : words_.size();
    const auto first = static_cast<std::uint32_t>(word * kBits);
    return word < words_.size() ? first + static_cast<std::uint32_t>(std::countr_one(words_[word])) : first;
}

void Nesting::start(const State& state) {
    for (const Entry& entry : beside_) {
        taken_.release(entry.lane);
    }
    beside_.clear();
    overlapped_ = false;
    stack_.assign(1, {kForever, std::numeric_limits<std::uint32_t>::max(), 0});
    stack_.insert(stack_.end(), state.around.begin(), state.around.end());
    top_ = &stack_.back();
    end_ = top_ + 1;
    for (const Entry& entry : state.beside) {
        setBeside(entry);
    }
}

// Makes room for the entry behind the last.
void Nesting::grow() {
    const std::size_t size = stack_.size();
    stack_.resize(2 * size);
    top_ = stack_.data() + size;
    end_ = stack_.data() + stack_.size();
}

Nesting::Entry* Nesting::outlive(Entry* around, TimeNs start, TimeNs end) {
    for (; around->end < end; --around) {
        if (around->end > start) {
            setBeside(*around);
        }
    }
    return around;
}

void Nesting::setBeside(const Entry& entry) {
    overlapped_ = true;
    taken_.take(entry.lane);
    beside_.push_back(entry);
    std::ranges::push_heap(beside_, endsLater);
}

std::uint32_t Nesting::freeLane(TimeNs start) {
    while (!beside_.empty() && beside_.front().end <= start) {
        std::ranges::pop_heap(beside_, endsLater);
        taken_.release(beside_.back().lane);
        beside_.pop_back();
    }
    return taken_.firstFree(below_);
}

Nesting::State Nesting::state() const {
    State state;
    state.around.assign(stack_.begin() + 1, stack_.begin() + 1 + (top_ - stack_.data()));
    state.beside = beside_;
    std::ranges::sort(state.beside, {}, &Entry::lane);
    return state;
}

} // namespace lanes
