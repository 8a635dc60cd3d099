// A table that SQLite reads in place: its look-ups and the possible orders of its rows.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::sql {

struct Column {
    std::string name;
    std::string_view type;   // "INTEGER", "TEXT" or "REAL"
    bool isHidden = false;   // not in SELECT *
    bool isArgument = false; // of the table itself: table(1, 2), or WHERE column = 1; hidden as well
};

enum class Compare : char {
    Equal = '=',
    Below = '<',
    AtMost = 'l',
    Above = '>',
    AtLeast = 'g',
    Like = 'L',
    Glob = 'G'
};

// "column compare value" in a WHERE clause. Texts are compared byte by byte.
struct Term {
    int column = 0;
    Compare compare = Compare::Equal;
};
struct Bound {
    Term term;
    sqlite3_value* value = nullptr;
};

// The request of a query to a table.
struct Wish {
    std::vector<Term> terms;
    std::vector<int> order; // columns, ascending; empty: any order
};

// The table's offer. SQLite checks each term again, except those of arguments.
struct Plan {
    std::vector<bool> uses; // true for terms that the table uses, by term of the wish
    bool ordered = false;   // rows come in the order of the wish
    double cost = 0;        // number of rows that are read
    double rows = 0;        // number of rows that are returned
};

// One pass over the rows. One thread.
class Cursor {
public:
    Cursor() = default;
    virtual ~Cursor() = default;
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;

    // Goes to the first row that `bounds` may allow. `order` as in the plan's wish; empty: any. False: stopped, or
    // `error` has the reason.
    virtual bool start(std::span<const Bound> bounds, std::span<const int> order, std::string& error) = 0;
    virtual void next() = 0;
    [[nodiscard]] virtual bool atEnd() const = 0;
    virtual void column(sqlite3_context* result, int column) = 0;
    [[nodiscard]] virtual std::int64_t rowId() const = 0;
};

class SqlTable {
public:
    SqlTable() = default;
    virtual ~SqlTable() = default;
    SqlTable(const SqlTable&) = delete;
    SqlTable& operator=(const SqlTable&) = delete;

    [[nodiscard]] virtual const std::vector<Column>& columns() const = 0;
    [[nodiscard]] virtual Plan plan(const Wish& wish) const = 0;
    [[nodiscard]] virtual std::unique_ptr<Cursor> open() = 0;
};

// Texts of the trace and of answers live longer than a query, so SQLite need not copy them.
inline void giveText(sqlite3_context* result, std::string_view text) {
    sqlite3_result_text64(result, text.data() != nullptr ? text.data() : "", text.size(), SQLITE_STATIC,
                          SQLITE_UTF8);
}

// The integers that the terms of a column allow, as far as they are numbers: [least, most].
struct Interval {
    std::int64_t least = INT64_MIN;
    std::int64_t most = INT64_MAX;
    [[nodiscard]] bool isEmpty() const { return least > most; }
    [[nodiscard]] bool isAll() const { return least == INT64_MIN && most == INT64_MAX; }
    // At least as wide as the term allows: SQLite checks the rows again.
    void narrow(const Bound& bound);
};
[[nodiscard]] Interval intervalOf(std::span<const Bound> bounds, int column);

} // namespace lanes::sql
