// Graphs of work, their nodes, and captures that make them. A graph owns its nodes; an executable graph is one of its own
// and keeps nothing of the graph that it was made of. The caller holds the Gpu's lock.
#pragma once

#include "tests/played_gpu/model/Work.h"

#include <memory>
#include <vector>

namespace played {

struct Graph;
struct Stream;

struct Node {
    uint64_t id = 0; // graph << 32 | number, as CUPTI numbers them
    Graph* graph = nullptr;
    Work work;
    uint32_t lane = 0; // which of the captured streams, 0 = the first
    std::vector<Node*> after;
};

struct Graph {
    uint32_t id = 0;
    bool executable = false;
    std::vector<std::unique_ptr<Node>> nodes;
};

// Between the begin and the end of a capture; streams and events point to it.
struct Capture {
    uint64_t id = 0;
    Graph* graph = nullptr;
    bool invalid = false; // something was done that a capture does not allow
    bool over = false;
    std::vector<Stream*> streams; // the first is where it began
};

} // namespace played
