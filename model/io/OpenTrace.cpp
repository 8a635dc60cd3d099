#include "model/io/OpenTrace.h"

#include "model/io/TracePaths.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/containers/Unreadable.h"
#include "model/io/joining/TraceMerge.h"

#include <algorithm>
#include <new>

namespace lanes {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

// The first bytes of what a file holds, unpacked.
Result<std::string> headOf(const std::shared_ptr<const InputFile>& file) {
    auto content = openContent(file);
    if (!content) {
        return content.error();
    }
    std::string bytes(kHeadBytes, '\0');
    bytes.resize(content.value()->read(bytes.data(), bytes.size()));
    return bytes;
}

Result<std::shared_ptr<const Trace>> read(const std::string& path, const OpenOptions& options,
                                          std::span<const TraceFormat> formats) {
    const auto file = InputFile::open(path);
    if (!file) {
        return file.error();
    }
    const Result<std::string> bytes = headOf(file.value());
    if (!bytes) {
        return bytes.error();
    }
    const TraceHead head{file.value()->path(), bytes.value()};
    for (const TraceFormat& format : formats) {
        if (format.recognises(head)) {
            return format.read(file.value()->openablePath(), options);
        }
    }
    return Error{head.path + " " + refusal(head.bytes)};
}

} // namespace

bool holdsTrace(const std::string& path) {
    const auto file = InputFile::open(path);
    const Result<std::string> bytes = file ? headOf(file.value()) : Result<std::string>(file.error());
    return bytes && std::ranges::any_of(traceFormats(), [&](const TraceFormat& format) {
               return format.recognises({path, bytes.value()});
           });
}

// The limit counts what is kept: what the system really gives shows only when it gives no more.
Result<std::shared_ptr<const Trace>> openTrace(const std::string& path, const OpenOptions& options) {
    const Result<std::vector<std::string>> files = tracePaths(path);
    if (!files) {
        return files.error();
    }
    return files.value().size() == 1 ? openTraceAs(files.value().front(), options, traceFormats())
                                     : openAsOne(files.value(), options);
}

Result<std::shared_ptr<const Trace>> openTraceAs(const std::string& path, const OpenOptions& options,
                                                 std::span<const TraceFormat> formats) {
    OpenOptions painting = options;
    OwnClassPainter painter(options.ownClasses);
    if (options.publish) {
        painting.publish = [&](const std::shared_ptr<const Trace>& trace) {
            options.publish(painter.paint(trace));
        };
    }
    try {
        Result<std::shared_ptr<const Trace>> trace = read(path, painting, formats);
        return trace ? painter.paint(trace.value()) : trace;
    } catch (const std::bad_alloc&) {
        return Error{path + ": there is not enough memory to read it; close other programs or, under a limit "
                            "(ulimit -v, a container's), raise that."};
    }
}

} // namespace lanes
