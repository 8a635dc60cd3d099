// Joins what the threads read into one Trace.
#pragma once

#include "model/io/json/EventReader.h"
#include "model/trace/Trace.h"

#include <memory>
#include <string>

namespace lanes {

enum class Completeness : bool { Start, Whole };

// `source` is the path that the session shows. Uses up what `file` holds.
[[nodiscard]] std::shared_ptr<const Trace> assembleTrace(EventFile file, const std::string& source,
                                                         unsigned threads,
                                                         Completeness completeness = Completeness::Whole);

} // namespace lanes
