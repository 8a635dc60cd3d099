// What opening a session cannot do without: unpacking its zstd frames.
#pragma once

#include "model/session/SessionFormat.h"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace lanes::bench {

// The frames that opening unpacks, held in memory: those of messages and of columns, but not of arguments, which stay packed
// until somebody asks.
class Frames {
public:
    // Ends the benchmark if the session cannot be read.
    explicit Frames(const std::string& path);

    // Seconds that unpacking all of them takes on so many threads, each into memory that it uses again.
    [[nodiscard]] double unpack(unsigned threads) const;

private:
    struct Frame {
        std::string packed;
        std::size_t bytes = 0; // once it is unpacked
    };
    void add(std::string packed);
    void addColumns(session::ChunkType type, const std::string& message);
    void addColumns(std::initializer_list<const std::string*> columns);
    void addColumn(const std::string& coded);

    std::vector<Frame> frames_;
};

} // namespace lanes::bench
