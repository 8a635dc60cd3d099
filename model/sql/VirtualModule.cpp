#include "model/sql/VirtualModule.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

namespace lanes::sql {

namespace {

// What SQLite keeps of a table and of a pass over it; it knows their first member.
struct TableHandle {
    sqlite3_vtab base{};
    std::unique_ptr<SqlTable> table;
};
struct CursorHandle {
    sqlite3_vtab_cursor base{};
    std::unique_ptr<Cursor> cursor;
};

SqlTable& tableOf(sqlite3_vtab* handle) {
    return *reinterpret_cast<TableHandle*>(handle)->table;
}
Cursor& cursorOf(sqlite3_vtab_cursor* handle) {
    return *reinterpret_cast<CursorHandle*>(handle)->cursor;
}

// No exception passes through SQLite, which is C.
template<class Body>
int guarded(const Body& body) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
}

void say(char*& message, const std::string& text) {
    sqlite3_free(message);
    message = sqlite3_mprintf("%s", text.c_str());
}

std::string declaration(const std::vector<Column>& columns) {
    std::string sql = "CREATE TABLE t(";
    for (const Column& column : columns) {
        sql += sql.back() == '(' ? "\"" : ", \"";
        sql += column.name + "\" " + std::string(column.type) + (column.isHidden ? " HIDDEN" : "");
    }
    return sql + ")";
}

int connect(sqlite3* database, void* maker, int /*argc*/, const char* const* /*argv*/, sqlite3_vtab** out,
            char** message) {
    return guarded([&] {
        auto handle = std::make_unique<TableHandle>();
        handle->table = (*static_cast<MakeTable*>(maker))();
        if (!handle->table) {
            say(*message, "interrupted");
            return SQLITE_INTERRUPT;
        }
        sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
        const int code = sqlite3_declare_vtab(database, declaration(handle->table->columns()).c_str());
        if (code == SQLITE_OK) {
            *out = &handle.release()->base;
        }
        return code;
    });
}

int disconnect(sqlite3_vtab* handle) {
    delete reinterpret_cast<TableHandle*>(handle);
    return SQLITE_OK;
}

std::optional<Compare> compareOf(int operation) {
    switch (operation) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return Compare::Equal;
    case SQLITE_INDEX_CONSTRAINT_LT:
        return Compare::Below;
    case SQLITE_INDEX_CONSTRAINT_LE:
        return Compare::AtMost;
    case SQLITE_INDEX_CONSTRAINT_GT:
        return Compare::Above;
    case SQLITE_INDEX_CONSTRAINT_GE:
        return Compare::AtLeast;
    case SQLITE_INDEX_CONSTRAINT_LIKE:
        return Compare::Like;
    case SQLITE_INDEX_CONSTRAINT_GLOB:
        return Compare::Glob;
    default:
        return std::nullopt;
    }
}

// The terms that a table may use, and which of SQLite's each is; nothing where an argument of the table is not known yet.
struct Terms {
    Wish wish;
    std::vector<int> places;
};
std::optional<Terms> termsOf(const SqlTable& table, sqlite3_index_info* info) {
    Terms terms;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& constraint = info->aConstraint[i];
        const auto compare = compareOf(constraint.op);
        if (!compare || constraint.iColumn < 0) {
            continue;
        }
        const bool isArgument = table.columns()[static_cast<std::size_t>(constraint.iColumn)].isArgument;
        if (isArgument && *compare == Compare::Equal && constraint.usable == 0) {
            return std::nullopt;
        }
        const bool isPlain = std::string_view(sqlite3_vtab_collation(info, i)) == "BINARY";
        if (constraint.usable != 0 && isPlain && (!isArgument || *compare == Compare::Equal)) {
            terms.wish.terms.push_back({constraint.iColumn, *compare});
            terms.places.push_back(i);
        }
    }
    return terms;
}

// The columns that rows are to be ordered by, where that is ascending or only by groups.
std::vector<int> orderOf(sqlite3_index_info* info) {
    const int wanted = sqlite3_vtab_distinct(info);
    const bool onlyGroups = wanted == 1 || wanted == 2;
    std::vector<int> order;
    for (int i = 0; i < info->nOrderBy; ++i) {
        if (info->aOrderBy[i].iColumn < 0 || (info->aOrderBy[i].desc != 0 && !onlyGroups)) {
            return {};
        }
        order.push_back(info->aOrderBy[i].iColumn);
    }
    return order;
}

// A plan travels to start() as a text: two letters for each term, then a comma and a letter for each column of the order.
constexpr char kFirstColumn = '0';
constexpr char kOrder = ',';

int bestIndex(sqlite3_vtab* handle, sqlite3_index_info* info) {
    return guarded([&] {
        const SqlTable& table = tableOf(handle);
        auto terms = termsOf(table, info);
        if (!terms) {
            return SQLITE_CONSTRAINT;
        }
        terms->wish.order = orderOf(info);
        const Plan plan = table.plan(terms->wish);
        std::string text;
        int place = 0;
        for (std::size_t i = 0; i < terms->places.size(); ++i) {
            const Term& term = terms->wish.terms[i];
            const bool isArgument = table.columns()[static_cast<std::size_t>(term.column)].isArgument;
            if (plan.uses[i] || isArgument) {
                auto& usage = info->aConstraintUsage[terms->places[i]];
                usage.argvIndex = ++place;
                usage.omit = isArgument ? 1 : 0;
                text += static_cast<char>(kFirstColumn + term.column);
                text += static_cast<char>(term.compare);
            }
        }
        if (plan.ordered) {
            text += kOrder;
            for (const int column : terms->wish.order) {
                text += static_cast<char>(kFirstColumn + column);
            }
            info->orderByConsumed = 1;
        }
        info->estimatedCost = plan.cost;
        info->estimatedRows = static_cast<sqlite3_int64>(std::clamp(plan.rows, 1.0, 1e15));
        info->idxStr = sqlite3_mprintf("%s", text.c_str());
        info->needToFreeIdxStr = 1;
        return info->idxStr != nullptr ? SQLITE_OK : SQLITE_NOMEM;
    });
}

int open(sqlite3_vtab* table, sqlite3_vtab_cursor** out) {
    return guarded([&] {
        auto handle = std::make_unique<CursorHandle>();
        handle->cursor = tableOf(table).open();
        *out = &handle.release()->base;
        return SQLITE_OK;
    });
}

int close(sqlite3_vtab_cursor* handle) {
    delete reinterpret_cast<CursorHandle*>(handle);
    return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* handle, int /*number*/, const char* plan, int argc, sqlite3_value** argv) {
    return guarded([&] {
        std::vector<Bound> bounds;
        for (int i = 0; i < argc; ++i, plan += 2) {
            bounds.push_back({{plan[0] - kFirstColumn, static_cast<Compare>(plan[1])}, argv[i]});
        }
        std::vector<int> order;
        if (*plan == kOrder) {
            while (*++plan != '\0') {
                order.push_back(*plan - kFirstColumn);
            }
        }
        std::string error;
        if (cursorOf(handle).start(bounds, order, error)) {
            return SQLITE_OK;
        }
        if (error.empty()) {
            return SQLITE_INTERRUPT;
        }
        say(handle->pVtab->zErrMsg, error);
        return SQLITE_ERROR;
    });
}

int next(sqlite3_vtab_cursor* handle) {
    cursorOf(handle).next();
    return SQLITE_OK;
}

int atEnd(sqlite3_vtab_cursor* handle) {
    return cursorOf(handle).atEnd() ? 1 : 0;
}

int column(sqlite3_vtab_cursor* handle, sqlite3_context* result, int number) {
    return guarded([&] {
        cursorOf(handle).column(result, number);
        return SQLITE_OK;
    });
}

int rowId(sqlite3_vtab_cursor* handle, sqlite3_int64* id) {
    *id = cursorOf(handle).rowId();
    return SQLITE_OK;
}

// Without xCreate a table is there under its module's name and cannot be made under another.
constexpr sqlite3_module kModule{.iVersion = 0,
                                 .xConnect = connect,
                                 .xBestIndex = bestIndex,
                                 .xDisconnect = disconnect,
                                 .xDestroy = disconnect,
                                 .xOpen = open,
                                 .xClose = close,
                                 .xFilter = filter,
                                 .xNext = next,
                                 .xEof = atEnd,
                                 .xColumn = column,
                                 .xRowid = rowId};

} // namespace

void addTable(sqlite3* database, const std::string& name, MakeTable make) {
    sqlite3_create_module_v2(database, name.c_str(), &kModule, new MakeTable(std::move(make)),
                             [](void* maker) { delete static_cast<MakeTable*>(maker); });
}

} // namespace lanes::sql
