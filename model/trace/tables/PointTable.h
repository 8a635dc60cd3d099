// Events without a duration: instants, counter samples, flow ends, samples, metadata. The layout of an event gives its
// phase ("i", "C", "s", "M"...) and category. The table exists so that nothing of a foreign trace is lost. Views draw
// counters, memory and links from columns of their own, which are made once.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Ids.h"
#include "model/base/SharedColumn.h"
#include "model/base/Time.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace lanes {

// The columns of three tables. A Trace has them as shared columns (`...Table`, CounterSeries); code that makes rows has
// them as plain vectors (`...Rows`). UnwrittenVector: resize() leaves new rows unwritten, so that several threads can
// write them.

// In file order (own captures: per thread in time order), not sorted by time.
template<template<class> class Column>
struct PointColumns {
    Column<TimeNs> time;
    Column<StringId> name;
    Column<TrackId> track;
    Column<LayoutId> layout;
    Column<std::uint32_t> row;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
    [[nodiscard]] auto columns() { return std::tie(time, name, track, layout, row); }
    [[nodiscard]] auto columns() const { return std::tie(time, name, track, layout, row); }
};
using PointTable = PointColumns<SharedColumn>;
using PointRows = PointColumns<UnwrittenVector>;

// One allocation (bytes > 0) or free (bytes < 0), sorted by time. `device*` are numbered as in Kineto: type 0 is CPU, 1
// is CUDA.
template<template<class> class Column>
struct MemoryColumns {
    Column<TimeNs> time;
    Column<std::uint64_t> address;
    Column<std::int64_t> bytes;
    Column<std::int64_t> totalAllocated; // -1 not known
    Column<std::int64_t> totalReserved;  // -1 not known
    Column<std::int8_t> deviceType;
    Column<std::int8_t> deviceIndex; // -1 for the CPU
    Column<TrackId> track;           // the thread that allocated or freed
    Column<StackId> stack;           // own captures; none where not known

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
    [[nodiscard]] auto columns() {
        return std::tie(time, address, bytes, totalAllocated, totalReserved, deviceType, deviceIndex, track,
                        stack);
    }
    [[nodiscard]] auto columns() const {
        return std::tie(time, address, bytes, totalAllocated, totalReserved, deviceType, deviceIndex, track,
                        stack);
    }
};
using MemoryTable = MemoryColumns<SharedColumn>;
using MemoryRows = MemoryColumns<UnwrittenVector>;

// One curve: the samples of one key of a counter, sorted by time.
template<template<class> class Column>
struct CounterColumns {
    TrackId track;
    StringId name; // of the counter
    StringId key;  // of the series within the counter; may be the empty text
    Column<TimeNs> time;
    Column<double> value; // a measured quantity, not a time

    [[nodiscard]] auto columns() { return std::tie(time, value); }
    [[nodiscard]] auto columns() const { return std::tie(time, value); }
};
using CounterSeries = CounterColumns<SharedColumn>;
using CounterRows = CounterColumns<UnwrittenVector>;

// Rows in memory of another owner.
template<class T>
using RowSpan = std::span<T>;

template<class Rows, class Body>
void forEachColumn(Rows& rows, const Body& body) {
    std::apply([&](auto&... column) { (body(column), ...); }, rows.columns());
}

// Calls body(column of a, column of b) for each pair of columns.
template<class A, class B, class Body>
void forEachColumn(A&& a, B&& b, const Body& body) {
    const auto left = a.columns();
    const auto right = b.columns();
    const auto each = [&]<std::size_t... I>(std::index_sequence<I...>) {
        (body(std::get<I>(left), std::get<I>(right)), ...);
    };
    each(std::make_index_sequence<std::tuple_size_v<decltype(left)>>());
}

// Appends rows, whose memory `owner` keeps, to those of a table. Whole blocks of rows are shared and not copied.
template<class Table, class Rows>
void adoptRows(Table& table, const Rows& rows, const std::shared_ptr<const void>& owner) {
    forEachColumn(table, rows, [&](auto& to, const auto& from) { to.adopt(from, owner); });
}

// adoptRows() for rows that the caller no longer needs: the table becomes their owner.
template<class Table, class Rows>
void takeRows(Table& table, Rows&& rows) {
    const auto kept = std::make_shared<const std::remove_cvref_t<Rows>>(std::forward<Rows>(rows));
    adoptRows(table, *kept, kept);
}

} // namespace lanes
