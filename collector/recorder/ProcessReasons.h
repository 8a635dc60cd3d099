// What processes say of what they do not record, or otherwise, and why.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One thread.
class ProcessReasons {
public:
    // `reasons`: a sentence a line, none if it is empty.
    void add(const std::string& process, const std::string& reasons);
    [[nodiscard]] bool empty() const { return saidBy_.empty(); }
    // "process 7 and 3 more: ...", each sentence once.
    [[nodiscard]] std::vector<std::string> texts() const;

private:
    struct Sayers {
        std::string first;
        std::size_t others = 0;
    };
    std::map<std::string, Sayers> saidBy_; // by sentence
};

} // namespace lanes::recorder
