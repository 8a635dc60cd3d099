// What stands beside the events at the top of a trace file: Kineto's metadata.
#pragma once

#include "model/io/joining/ImportIssues.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

using Properties = std::vector<std::pair<std::string, std::string>>; // key and value, both as in the file

// `head` is the text before the first event. Broken entries (torch writes metadata without escaping it) are mended or
// left out, one at a time.
void readHead(std::string_view head, Properties& properties, ImportIssues& issues);
// What the events are a list in: a document that ends with it, or an object, which a brace of its own closes.
enum class Document : bool { List, Object };

// `tail` is the text from the bracket that closes the events on, which stands at `offset` of the file. Where another list
// of events follows (a second "traceEvents", a second document, or what damage cut off the first), the offset of its first
// event, else -1. An object that nothing closes was cut.
[[nodiscard]] std::int64_t readTail(Document document, std::string_view tail, std::int64_t offset,
                                    Properties& properties, ImportIssues& issues);

} // namespace lanes
