#include "model/io/OpenTrace.h"

#include "model/io/TracePaths.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/containers/Unreadable.h"
#include "model/io/joining/TraceMerge.h"

#include <new>

namespace lanes {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

Result<std::shared_ptr<const Trace>> read(const std::string& path, const OpenOptions& options,
                                          std::span<const TraceFormat> formats) {
    const auto file = InputFile::open(path);
    if (!file) {
        return file.error();
    }
    auto content = openContent(file.value());
    if (!content) {
        return content.error();
    }
    std::string bytes(kHeadBytes, '\0');
    bytes.resize(content.value()->read(bytes.data(), bytes.size()));
    const TraceHead head{file.value()->path(), bytes};
    for (const TraceFormat& format : formats) {
        if (format.recognises(head)) {
            return format.read(file.value()->openablePath(), options);
        }
    }
    return Error{head.path + " " + refusal(head.bytes)};
}

} // namespace

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
