#include "model/base/WholeFile.h"

#include <fstream>
#include <sstream>

namespace lanes {

std::string wholeFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf(); // formatted output: what the buffer throws becomes badbit
    return text.str();
}

} // namespace lanes
