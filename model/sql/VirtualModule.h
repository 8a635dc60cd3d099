// SQLite's interface of virtual tables, once for all tables of ours.
#pragma once

#include "model/sql/SqlTable.h"

#include <functional>
#include <memory>
#include <string>

namespace lanes::sql {

// Makes a table when a query first names it. Null: stopped.
using MakeTable = std::function<std::unique_ptr<SqlTable>()>;

// A table called `name` in the database, which nobody need create.
void addTable(sqlite3* database, const std::string& name, MakeTable make);

} // namespace lanes::sql
