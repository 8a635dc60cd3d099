#include "model/io/OpenTrace.h"

#include "model/io/Unreadable.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lanes {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

Result<std::string> readHead(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return Error{path + " cannot be opened: " + std::strerror(errno)};
    }
    std::string head(kHeadBytes, '\0');
    std::size_t have = 0;
    ssize_t got = 0;
    while (have < head.size() && (got = read(file, head.data() + have, head.size() - have)) > 0) {
        have += static_cast<std::size_t>(got);
    }
    const int problem = errno;
    close(file);
    if (got < 0) {
        return Error{path + " cannot be read: " + std::strerror(problem)};
    }
    head.resize(have);
    return head;
}

} // namespace

Result<std::shared_ptr<const Trace>> openTrace(const std::string& path, const OpenOptions& options) {
    const Result<std::string> bytes = readHead(path);
    if (!bytes) {
        return bytes.error();
    }
    const TraceHead head{path, bytes.value()};
    for (const TraceFormat& format : traceFormats()) {
        if (format.recognises(head)) {
            return format.read(path, options);
        }
    }
    return Error{path + " is no trace: it looks like " + describeContent(head.bytes) +
                 ". Lanescope opens .lanes sessions and Kineto or Chrome JSON traces, plain or compressed."};
}

} // namespace lanes
