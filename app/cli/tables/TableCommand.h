// lanescope table: what `lanescope.open(...)` of the Python package gives its tables from.
#pragma once

namespace lanes::cli {

int runTable(int argc, char** argv);

} // namespace lanes::cli
