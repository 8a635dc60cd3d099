// The one door to everything that holds a trace: looks at the content, never at the name, and lets the format
// that knows it read it. A new format is one line in Formats.cpp and its own files.
#pragma once

#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct OpenProgress {
    std::uint64_t bytesDone = 0; // of the file as it lies on disk
    std::uint64_t bytesTotal = 0;
    std::uint64_t events = 0;
};

struct OpenOptions {
    std::stop_token stop; // asked often; reading then ends with the error "cancelled"
    // Called from the reading thread, some ten times a second at most.
    std::function<void(const OpenProgress&)> progress;
    // Snapshots of what has been read so far, from a reading thread, one at a time; the last one is the result as well.
    std::function<void(std::shared_ptr<const Trace>)> publish;
    std::size_t memoryLimit = 0; // bytes that the trace may take; 0: usualMemoryLimit()
    int threads = 0;             // 0: as many as the machine has
    std::shared_ptr<const OwnClasses>
        ownClasses; // of the user, for all that is published and read; null: none
};

inline constexpr std::string_view kCancelled = "cancelled";

// What the start of a file (or of what a container holds) says about it.
struct TraceHead {
    std::string path;       // for messages
    std::string_view bytes; // the first 64 KiB, or all if there are fewer
};

struct TraceFormat {
    std::string_view name; // "Lanescope session"
    std::string_view
        endings; // of names that such files usually have, apart by blanks: dialogs and folders offer these
    bool (*recognises)(const TraceHead& head);
    // `path` opens a plain file with what the head is of, as it lies on disk: perhaps packed, never a pipe.
    Result<std::shared_ptr<const Trace>> (*read)(const std::string& path, const OpenOptions& options);
};

// In the order in which they are asked; the first that recognises the head reads the file.
[[nodiscard]] std::span<const TraceFormat> traceFormats();

// The endings of all formats, plain and packed: ".lanes", ".json", ".json.gz". O(formats).
[[nodiscard]] std::vector<std::string> traceEndings();

// Whether a format recognises the begin of a file, which is unpacked for that. Blocks.
[[nodiscard]] bool holdsTrace(const std::string& path);

// Reads the whole file, or what a folder or an archive holds where that is one job (tracePaths). Damage is repaired, counted in the trace's diagnostics and no error; an error means
// that nothing could be read. Blocks; call it from a worker thread.
[[nodiscard]] Result<std::shared_ptr<const Trace>> openTrace(const std::string& path,
                                                             const OpenOptions& options = {});
// The same with other formats than traceFormats().
[[nodiscard]] Result<std::shared_ptr<const Trace>>
openTraceAs(const std::string& path, const OpenOptions& options, std::span<const TraceFormat> formats);

} // namespace lanes
