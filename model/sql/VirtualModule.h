// SQLite's interface of virtual tables, implemented once for all tables of Lanescope.
#pragma once

#include "model/sql/SqlTable.h"

#include <functional>
#include <memory>
#include <string>

namespace lanes::sql {

// Makes a table when a query first names it. Null: stopped.
using MakeTable = std::function<std::unique_ptr<SqlTable>()>;

// Adds a table called `name` to the database; no CREATE is needed.
void addTable(sqlite3* database, const std::string& name, MakeTable make);

} // namespace lanes::sql
