// A column that grows at its end while copies of it are read. Its rows are in blocks that do not change once written. So
// a copy costs one pointer per block, while the original keeps growing.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace lanes {

// A copy has the rows that existed when it was made; appended rows show in one of the two only. The first to append
// continues in the shared block, behind the rows of the other. Any thread may read its copy meanwhile. Reading is O(1).
template<class T, std::size_t kRows = std::size_t{1} << 16>
class SharedColumn {
public:
    static constexpr std::size_t kBlockRows = kRows;

    class Iterator {
    public:
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using reference = const T&;
        using pointer = const T*;
        using iterator_category = std::random_access_iterator_tag;

        Iterator() = default;
        Iterator(const SharedColumn* column, std::size_t at)
            : column_(column)
            , at_(at) {}
        reference operator*() const { return (*column_)[at_]; }
        pointer operator->() const { return &**this; }
        reference operator[](difference_type n) const { return *(*this + n); }
        Iterator& operator+=(difference_type n) {
            at_ += static_cast<std::size_t>(n);
            return *this;
        }
        Iterator& operator-=(difference_type n) { return *this += -n; }
        Iterator& operator++() { return *this += 1; }
        Iterator& operator--() { return *this += -1; }
        Iterator operator++(int) { return std::exchange(*this, *this + 1); }
        Iterator operator--(int) { return std::exchange(*this, *this - 1); }
        friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
        friend Iterator operator+(difference_type n, Iterator i) { return i += n; }
        friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
        friend difference_type operator-(const Iterator& a, const Iterator& b) {
            return static_cast<difference_type>(a.at_ - b.at_);
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
        friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.at_ <=> b.at_; }

    private:
        const SharedColumn* column_ = nullptr;
        std::size_t at_ = 0;
    };
    using value_type = T;
    using const_iterator = Iterator;

    SharedColumn() = default;
    SharedColumn(std::initializer_list<T> rows) { append(std::span(rows.begin(), rows.size())); }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] const T& operator[](std::size_t row) const {
        return blocks_[row / kBlockRows].get()[row % kBlockRows];
    }
    [[nodiscard]] const T& front() const { return (*this)[0]; }
    [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }
    // True if both have the very same rows, at the same address. O(1).
    [[nodiscard]] bool isCopyOf(const SharedColumn& other) const {
        return size_ == other.size_ && (empty() || blocks_.back() == other.blocks_.back());
    }
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, size_}; }

    // O(rows), amortised.
    void append(std::span<const T> rows) {
        while (!rows.empty()) {
            const std::size_t used = size_ % kBlockRows;
            const std::size_t count = std::min(rows.size(), kBlockRows - used);
            std::copy_n(rows.data(), count, room(used, used + count) + used);
            size_ += count;
            rows = rows.subspan(count);
        }
    }
    void push_back(const T& row) { append({&row, 1}); }
    // append() without a copy of rows that fill whole blocks: `owner` keeps them, and they must not change. Rows are
    // copied if there is no owner.
    void adopt(std::span<const T> rows, const std::shared_ptr<const void>& owner) {
        if (!owner || size_ % kBlockRows != 0 || rows.size() < kBlockRows) {
            append(rows);
            return;
        }
        for (std::size_t at = 0; at < rows.size(); at += kBlockRows) {
            blocks_.emplace_back(owner, rows.data() + at);
        }
        size_ += rows.size();
        last_ = nullptr;
    }
    // Replaces the value of an existing row. O(kBlockRows): copies keep the old value.
    void set(std::size_t row, T value) {
        const std::size_t first = row / kBlockRows * kBlockRows;
        const auto block = std::make_shared<Block>(kBlockRows);
        std::copy_n(&(*this)[first], std::min(size_ - first, kBlockRows), block->rows.get());
        block->rows[row - first] = std::move(value);
        blocks_[row / kBlockRows] = {block, block->rows.get()};
        if (size_ - first <= kBlockRows) {
            block->taken = size_ - first;
            last_ = block;
        }
    }
    // A copy without its first blocks: those that lie entirely before `row`. O(blocks).
    [[nodiscard]] SharedColumn withoutBlocksBefore(std::size_t row) const {
        SharedColumn rest = *this;
        const std::size_t blocks = std::min(row, size_) / kBlockRows;
        rest.blocks_.erase(rest.blocks_.begin(), rest.blocks_.begin() + static_cast<std::ptrdiff_t>(blocks));
        rest.size_ -= blocks * kBlockRows;
        return rest;
    }
    // Drops the rows from `rows` on. Later rows are written to a new block, as copies may have the old ones.
    void truncate(std::size_t rows) {
        size_ = rows;
        blocks_.resize((rows + kBlockRows - 1) / kBlockRows);
        last_ = nullptr;
    }

private:
    static constexpr std::size_t kSmallestBlock = 8;

    struct Block {
        explicit Block(std::size_t capacity)
            : rows(std::make_unique_for_overwrite<T[]>(capacity))
            , room(capacity) {}
        std::unique_ptr<T[]> rows;
        std::size_t room;
        std::atomic<std::size_t> taken = 0; // rows that some column has, or is writing
    };

    // Returns the last block, of which `used` rows are written, with room for this column to write up to `rows` rows.
    T* room(std::size_t used, std::size_t rows) {
        std::size_t taken = used;
        if (used > 0 && last_ && rows <= last_->room && last_->taken.compare_exchange_strong(taken, rows)) {
            return last_->rows.get();
        }
        last_ = std::make_shared<Block>(std::min(kBlockRows, std::bit_ceil(std::max(rows, kSmallestBlock))));
        last_->taken = rows;
        std::shared_ptr<const T> shared(last_, last_->rows.get());
        if (used > 0) {
            std::copy_n(blocks_.back().get(), used, last_->rows.get());
            blocks_.back() = std::move(shared);
        } else {
            blocks_.push_back(std::move(shared));
        }
        return last_->rows.get();
    }

    std::vector<std::shared_ptr<const T>> blocks_;
    std::size_t size_ = 0;
    std::shared_ptr<Block> last_; // null: the last block must not be written to
};

} // namespace lanes
