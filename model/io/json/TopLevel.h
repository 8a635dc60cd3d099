// Reads the top level of a trace file, beside the events: Kineto's metadata.
#pragma once

#include "model/io/joining/ImportIssues.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

using Properties = std::vector<std::pair<std::string, std::string>>; // key and value, both as in the file

// `head` is the text before the first event. Broken entries (torch writes metadata without escaping it) are repaired or
// left out, one at a time.
void readHead(std::string_view head, Properties& properties, ImportIssues& issues);
// The form of the document: a list of events, which ends with its bracket, or an object, which a brace of its own closes.
enum class Document : bool { List, Object };

// `tail` is the text from the bracket that closes the events on, at `offset` of the file. Returns the offset of the first
// event of a further list, else -1. Such a list is a second "traceEvents", a second document, or the rest of a damaged
// first one. An unclosed object was cut.
[[nodiscard]] std::int64_t readTail(Document document, std::string_view tail, std::int64_t offset,
                                    Properties& properties, ImportIssues& issues);

} // namespace lanes
