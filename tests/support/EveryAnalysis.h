// Everything that the subcommands compute of a session, for tests that damage sessions.
#pragma once

#include "model/trace/Trace.h"

#include <cstddef>
#include <memory>

namespace lanes::test {

// Runs every analysis and export over a trace, also as one of two ranks, and returns some number that depends on all.
std::size_t analyseEverything(const std::shared_ptr<const Trace>& trace);

} // namespace lanes::test
