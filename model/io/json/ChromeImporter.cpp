#include "model/io/json/ChromeImporter.h"

#include "model/io/joining/TraceAssembly.h"
#include "model/io/json/EventReader.h"
#include "model/io/json/JsonScan.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <charconv>
#include <thread>

namespace lanes {

namespace {

constexpr unsigned kMostThreads = 16;
constexpr std::int64_t kWorthSketches = std::int64_t{4} << 20; // smaller files are read within a blink

unsigned threadsFor(const OpenOptions& options, const InputFile& file) {
    constexpr std::int64_t kWorthThreads = std::int64_t{256} << 10;
    if (file.size() < kWorthThreads) {
        return 1;
    }
    const unsigned wanted =
        options.threads > 0 ? static_cast<unsigned>(options.threads) : std::thread::hardware_concurrency();
    return std::clamp(wanted, 1u, kMostThreads);
}

std::string_view propertyOf(const Properties& properties, std::string_view key) {
    const auto found = std::ranges::find(properties, key, &Properties::value_type::first);
    return found == properties.end() ? std::string_view() : std::string_view(found->second);
}

std::string textOf(std::string_view raw) {
    return raw.size() >= 2 && raw.front() == '"' ? unescapeJson(raw.substr(1, raw.size() - 2))
                                                 : std::string();
}

void describe(SessionInfo& info, const std::string& source) {
    const Properties& properties = info.properties;
    info.source = source;
    info.producer =
        propertyOf(properties, "schemaVersion").empty() ? SessionInfo::kChrome : SessionInfo::kKineto;
    info.host = textOf(propertyOf(properties, "host_name"));
    const std::string_view base = propertyOf(properties, "baseTimeNanoseconds");
    std::int64_t origin = 0;
    if (std::from_chars(base.data(), base.data() + base.size(), origin).ec == std::errc() && origin > 0) {
        info.clockOriginUnixNs = origin;
    }
}

// What a list of objects is that are no events, as part of a sentence; nothing where any is one.
std::string_view otherList(const ImportBatch& batch) {
    bool any = false;
    bool tree = false;
    for (const auto& writer : batch.writers) {
        for (const EventShape& shape : writer->shapes()) {
            const auto has = [&](std::string_view key) {
                return std::ranges::any_of(shape.columns, [&](const ArgColumn& c) {
                    return c.topLevel && writer->texts().view(c.key) == key;
                });
            };
            if (shape.rows > 0 && (shape.phase != 0 || shape.hasTime || shape.empty || has("ph"))) {
                return {};
            }
            any = any || shape.rows > 0;
            tree = tree || (shape.rows > 0 && has("frame") && has("metrics"));
        }
    }
    return !any   ? std::string_view()
           : tree ? "it is a Hatchet profile (of Triton's Proton), a tree without times"
                  : "it is a list of JSON objects that are no events (none has a phase or a time)";
}

} // namespace

bool recognisesChromeTrace(const TraceHead& head) {
    std::string_view text = head.bytes;
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
    }
    const char* end = text.data() + text.size();
    const char* p = json::skipSpace(text.data(), end);
    if (p >= end || (*p != '{' && *p != '[')) {
        return false;
    }
    const char* next = json::skipSpace(p + 1, end);
    return next >= end || *next == (*p == '{' ? '"' : '{') || (*p == '[' && *next == ']');
}

Result<std::shared_ptr<const Trace>> readChromeTrace(const std::string& path, const OpenOptions& options) {
    const auto file = InputFile::open(path);
    if (!file) {
        return file.error();
    }
    const unsigned threads = threadsFor(options, *file.value());
    OpenOptions reading = options;
    if (file.value()->size() < kWorthSketches) {
        reading.publish = nullptr;
    }
    ImportBatch batch;
    const Result<bool> found = EventReader(file.value(), reading, threads).read(batch);
    if (!found) {
        return found.error();
    }
    if (!found.value()) {
        return Error{path + " is no trace: it is JSON without a list of \"traceEvents\"."};
    }
    if (const std::string_view other = otherList(batch); !other.empty()) {
        return Error{file.value()->path() + " is no trace: " + std::string(other) + "."};
    }
    describe(batch.info, file.value()->path());
    auto trace = assembleTrace(std::move(batch), threads, options.stop);
    if (!trace) {
        return Error{std::string(kCancelled)};
    }
    if (options.publish) {
        options.publish(trace);
    }
    return trace;
}

} // namespace lanes
