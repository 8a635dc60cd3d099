// A table kept in order of time, in whatever order its rows arrive.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/HugeVector.h"
#include "model/base/Time.h"
#include "model/trace/tables/PointTable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

namespace lanes::session {

// One thread. Writers keep the order; a row that is too early for its place is one that reached the writer too late.
template<class Table>
class ByTime {
public:
    explicit ByTime(Table table = {})
        : table_(std::move(table)) {}

    // Appends rows in memory that `owner` keeps; without an owner the rows are copied. O(rows).
    template<class Rows>
    void append(const Rows& rows, const std::shared_ptr<const void>& owner) {
        const bool wasSorted = sorted_ == table_.time.size();
        adoptRows(table_, rows, owner);
        const auto& time = table_.time;
        while (wasSorted && sorted_ < time.size() && (sorted_ == 0 || time[sorted_ - 1] <= time[sorted_])) {
            ++sorted_;
        }
    }

    // All rows by time. `diagnostics` counts those that were too early for their place. O(1) where none of them is new;
    // else all rows after the earliest of them move.
    [[nodiscard]] const Table& table(Diagnostics& diagnostics) {
        if (sorted_ < table_.time.size()) {
            diagnostics.add("late-samples", Severity::Warning,
                            "Memory events or samples of counters stood behind later ones; they were put "
                            "where they belong",
                            -1, countLate());
            sort();
        }
        return table_;
    }

private:
    [[nodiscard]] std::uint64_t countLate() const {
        std::uint64_t late = 0;
        TimeNs latest = table_.time[sorted_ - 1]; // one row is always in order
        for (std::size_t i = sorted_; i < table_.time.size(); ++i) {
            late += table_.time[i] < latest ? 1 : 0;
            latest = std::max(latest, table_.time[i]);
        }
        return late;
    }

    void sort() {
        const auto begin = table_.time.begin();
        const auto wrong = begin + static_cast<std::ptrdiff_t>(sorted_);
        const TimeNs earliest = *std::min_element(wrong, table_.time.end());
        const auto first = static_cast<std::size_t>(std::upper_bound(begin, wrong, earliest) - begin);
        UnwrittenVector<std::uint32_t> order(table_.time.size() - first);
        std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(first));
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return table_.time[i]; });
        forEachColumn(table_, [&](auto& column) {
            UnwrittenVector<typename std::remove_reference_t<decltype(column)>::value_type> moved;
            moved.reserve(order.size());
            for (const std::uint32_t i : order) {
                moved.push_back(column[i]);
            }
            column.truncate(first);
            column.append(moved);
        });
        sorted_ = table_.time.size();
    }

    Table table_;
    std::size_t sorted_ = 0; // number of rows that are in order of time
};

} // namespace lanes::session
