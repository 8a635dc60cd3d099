#include "model/io/OpenTrace.h"

#include "model/io/containers/ByteStream.h"
#include "model/io/containers/Unreadable.h"

namespace lanes {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

} // namespace

Result<std::shared_ptr<const Trace>> openTrace(const std::string& path, const OpenOptions& options,
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

} // namespace lanes
