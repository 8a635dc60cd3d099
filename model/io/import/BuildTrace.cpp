#include "model/io/import/BuildTrace.h"

#include <utility>

namespace lanes {

Result<std::shared_ptr<const Trace>> buildTrace(const std::string& source, const OpenOptions& options,
                                                const FillBuilder& fill) {
    try {
        ImportBuilder builder(options);
        builder.info().source = source;
        if (std::optional<Error> problem = fill(builder)) {
            return std::move(*problem);
        }
        std::shared_ptr<const Trace> trace = builder.finish();
        if (options.publish) {
            options.publish(trace);
        }
        return trace;
    } catch (const Stopped&) {
        return Error{std::string(kCancelled)};
    }
}

Result<std::shared_ptr<const Trace>> buildTraceOfBytes(const std::string& path, const OpenOptions& options,
                                                       const FillFromBytes& fill) {
    const auto input = InputFile::open(path);
    if (!input) {
        return input.error();
    }
    auto bytes = openContent(input.value());
    if (!bytes) {
        return bytes.error();
    }
    return buildTrace(input.value()->path(), options,
                      [&](ImportBuilder& builder) { return fill(builder, std::move(bytes.value())); });
}

} // namespace lanes
