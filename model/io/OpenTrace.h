// The one entry to everything that holds a trace. It looks at the content, never at the name, and lets the matching
// format read it. A new format is one line in Formats.cpp and its own files.
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
    std::uint64_t bytesDone = 0; // of the file on disk
    std::uint64_t bytesTotal = 0;
    std::uint64_t events = 0;
};

struct OpenOptions {
    std::stop_token stop; // checked often; reading then ends with the error "cancelled"
    // Called from the reading thread, some ten times a second at most.
    std::function<void(const OpenProgress&)> progress;
    // Receives snapshots of the data read so far, from a reading thread, one at a time. The last snapshot is also the
    // result.
    std::function<void(std::shared_ptr<const Trace>)> publish;
    std::size_t memoryLimit = 0; // bytes that the trace may take; 0: usualMemoryLimit()
    int threads = 0;             // 0: one for each of the machine's processors
    std::shared_ptr<const OwnClasses>
        ownClasses; // the user's classes, for all published and returned traces; null: none
};

inline constexpr std::string_view kCancelled = "cancelled";

// The begin of a file (or of a container's content), from which formats recognise it.
struct TraceHead {
    std::string path;       // for messages
    std::string_view bytes; // the first 64 KiB, or all bytes if there are fewer
};

struct TraceFormat {
    std::string_view name; // "Lanescope session"
    std::string_view
        endings; // usual endings of such files' names, separated by blanks; dialogs and folders offer these
    bool (*recognises)(const TraceHead& head);
    // `path` opens a plain file with the content of the head, as it is on disk: perhaps packed, never a pipe.
    Result<std::shared_ptr<const Trace>> (*read)(const std::string& path, const OpenOptions& options);
};

// In order of precedence: the first format that recognises the head reads the file.
[[nodiscard]] std::span<const TraceFormat> traceFormats();

// The endings of all formats, plain and packed: ".lanes", ".json", ".json.gz". O(formats).
[[nodiscard]] std::vector<std::string> traceEndings();

// True if a format recognises the begin of a file; a packed file is unpacked for that. Blocks.
[[nodiscard]] bool holdsTrace(const std::string& path);

// Reads the whole file. A folder or an archive is read as one job, if its files are one (tracePaths). Damage is repaired
// and counted in the trace's diagnostics; an error means that nothing could be read. Blocks; call it on a worker thread.
[[nodiscard]] Result<std::shared_ptr<const Trace>> openTrace(const std::string& path,
                                                             const OpenOptions& options = {});
// openTrace() with other formats than traceFormats().
[[nodiscard]] Result<std::shared_ptr<const Trace>>
openTraceAs(const std::string& path, const OpenOptions& options, std::span<const TraceFormat> formats);

} // namespace lanes
