// The floor for reading a JSON trace: simdjson goes over the events, reads eight fields of each and builds nothing.
// usage: walk_json TRACE.json      prints seconds and peak memory as JSON
#include <fcntl.h>
#include <simdjson.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string_view>

namespace {

struct Sums {
    std::size_t events = 0;
    std::size_t bytes = 0;
    double times = 0;
    std::int64_t numbers = 0;
};

void addPlace(simdjson::ondemand::value value, Sums& sums) {
    simdjson::ondemand::json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS) {
        return;
    }
    std::int64_t number = 0;
    std::string_view text;
    if (type == simdjson::ondemand::json_type::number) {
        sums.numbers += value.get_int64().get(number) == simdjson::SUCCESS ? number : 0;
    } else if (value.get_string().get(text) == simdjson::SUCCESS) {
        sums.bytes += text.size();
    }
}

void addEvent(simdjson::ondemand::object event, Sums& sums) {
    ++sums.events;
    for (auto field : event) {
        const std::string_view key(field.key().value().raw(), 5);
        simdjson::ondemand::value value;
        if (field.value().get(value) != simdjson::SUCCESS) {
            continue;
        }
        std::string_view text;
        double time = 0;
        if (key.starts_with("ph\"") || key == "name\"" || key.starts_with("cat\"")) {
            sums.bytes += value.get_string().get(text) == simdjson::SUCCESS ? text.size() : 0;
        } else if (key.starts_with("ts\"") || key.starts_with("dur\"")) {
            sums.times += value.get_double().get(time) == simdjson::SUCCESS ? time : 0;
        } else if (key.starts_with("pid\"") || key.starts_with("tid\"")) {
            addPlace(value, sums);
        }
    }
}

Sums walk(const char* text, std::size_t size, std::size_t capacity) {
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    Sums sums;
    if (parser.iterate(simdjson::padded_string_view(text, size, capacity)).get(document) !=
        simdjson::SUCCESS) {
        return sums;
    }
    for (auto field : document.get_object()) {
        if (field.unescaped_key().value() == "traceEvents") {
            for (auto event : field.value().get_array()) {
                addEvent(event.get_object(), sums);
            }
        }
    }
    return sums;
}

} // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): what cannot be walked ends the benchmark
int main(int argc, char** argv) {
    const auto start = std::chrono::steady_clock::now();
    const int file = argc == 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
    struct stat info {};
    if (file < 0 || fstat(file, &info) != 0) {
        std::fputs("usage: walk_json TRACE.json\n", stderr);
        return 2;
    }
    const auto size = static_cast<std::size_t>(info.st_size);
    // A page behind the file, as simdjson reads past the end.
    const std::size_t room = size + 2 * 4096;
    void* memory = mmap(nullptr, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mmap(memory, size, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_POPULATE, file, 0) == MAP_FAILED) {
        std::perror("walk_json");
        return 1;
    }
    const Sums sums = walk(static_cast<const char*>(memory), size, room);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("{\"seconds\": %.4f, \"events\": %zu, \"check\": %.0f}\n", seconds, sums.events,
                sums.times + static_cast<double>(sums.bytes) + static_cast<double>(sums.numbers));
    return sums.events > 0 ? 0 : 1;
}
