// ring_dump OUT.jsonl|- -- CMD...: runs CMD under the probe and writes what came through the rings, one JSON
// object per line, in the order of each ring: the smallest recorder there can be, for tests of the probe
// alone.
//
//   {"process": "<pid>-<birth>", "state": .., "method": .., "name": .., "arguments": .., "reason": .., ...}
//   {"thread": tid, "name": ..}          a thread starts or gets a better name
//   {"stack": n, "parent": n, "file": .., "function": .., "line": ..}
//   {"op": name, "overload": .., "ring": .., "tid": .., "scope": .., "begin": ns, "end": ns, "stack": n,
//   "seq": ..,
//    "forward": .., "dims": [..], "types": [..], "strides": [..], "concrete": [..], "device": ..}
//   {"memory": bytes, "address": .., "tid": .., "allocated": .., "reserved": .., "device": ..}
//   {"dropped": n, "damaged": n}         at the end, of all rings
//
// With `-` the records are only taken out of the rings, which costs next to nothing, and the last line goes to stderr.
#include "collector/ring/FileLock.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/RingReader.h"
#include "collector/ring/ShapeSignature.h"
#include "collector/ring/SharedText.h"
#include "collector/ring/SourceMask.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>
#include <utility>

using namespace lanes::ring;
namespace fs = std::filesystem;

namespace {

std::string jsonText(std::string_view text) {
    std::string out = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            out += '\\';
            out += character;
        } else if (static_cast<unsigned char>(character) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", character);
            out += escape;
        } else {
            out += character;
        }
    }
    return out + '"';
}

struct Name {
    std::string text;
    std::string overload;
};
struct Code {
    std::string file;
    std::string function;
};

// What is known of one ring: tables by id, resolved in the order of the stream.
class RingDump {
public:
    RingDump(RingReader reader, std::string process, std::FILE* out, const TickClock& clock,
             std::uint64_t& stacks)
        : reader_(std::move(reader))
        , process_(std::move(process))
        , out_(out)
        , clock_(clock)
        , stacks_(stacks) {}

    std::size_t drain() {
        return reader_.drain([this](const RecordView& record) {
            if (out_ != stderr) {
                take(record);
            }
        });
    }
    // Operators that never ended.
    void finish() {
        for (auto& [key, open] : open_) {
            print(open, -1);
        }
    }
    [[nodiscard]] const RingReader& reader() const { return reader_; }

private:
    struct Open {
        OpBegin begin;
        std::uint32_t thread;
        std::uint64_t stack;
        std::string name;
        ArgumentTexts texts;
    };

    void take(const RecordView& record) {
        switch (record.type()) {
        case RecordType::ThreadStart:
            if (const auto* start = record.as<ThreadStart>()) {
                thread_ = start->header.key;
                printThread(thread_, record.text<ThreadStart>(0, start->nameBytes));
            }
            break;
        case RecordType::ThreadName:
            if (const auto* name = record.as<ThreadName>()) {
                printThread(name->header.key, record.text<ThreadName>(0, name->nameBytes));
            }
            break;
        case RecordType::DefineName:
            if (const auto* name = record.as<DefineName>()) {
                names_[name->header.key] = {
                    std::string(record.text<DefineName>(0, name->nameBytes)),
                    std::string(record.text<DefineName>(name->nameBytes, name->overloadBytes))};
            }
            break;
        case RecordType::DefineCode:
            if (const auto* code = record.as<DefineCode>()) {
                codes_[code->header.key] = {
                    std::string(record.text<DefineCode>(0, code->fileBytes)),
                    std::string(record.text<DefineCode>(code->fileBytes, code->functionBytes))};
            }
            break;
        case RecordType::DefineStack:
            if (const auto* stack = record.as<DefineStack>()) {
                defineStack(*stack);
            }
            break;
        case RecordType::DefineSignature: {
            const auto words = record.words<DefineSignature>();
            signatures_[record.header().key].assign(words.begin(), words.end());
            break;
        }
        case RecordType::OpBegin:
            if (const auto* begin = record.as<OpBegin>()) {
                open(*begin, record.words<OpBegin>());
            }
            break;
        case RecordType::OpEnd:
            if (const auto* end = record.as<OpEnd>()) {
                close(*end);
            }
            break;
        case RecordType::OutOfMemory:
            if (const auto* event = record.as<OutOfMemory>()) {
                std::fprintf(out_, "{\"out of memory\": %" PRId64 ", \"tid\": %u}\n", event->bytes, thread_);
            }
            break;
        case RecordType::OpComplete:
            if (const auto* whole = record.as<OpComplete>()) {
                printWhole(*whole, record.words<OpComplete>());
            }
            break;
        case RecordType::Memory:
            if (const auto* event = record.as<MemoryEvent>()) {
                const std::int64_t bytes = event->bytes != 0 ? event->bytes : -blocks_[event->address];
                blocks_[event->address] = std::max<std::int64_t>(0, bytes);
                std::fprintf(out_,
                             "{\"memory\": %" PRId64 ", \"address\": %" PRIu64
                             ", \"process\": %s, \"tid\": %u, "
                             "\"ns\": %" PRId64 ", \"allocated\": %" PRId64 ", \"reserved\": %" PRId64
                             ", \"device\": %u}\n",
                             bytes, event->address, jsonText(process_).c_str(), thread_,
                             clock_.toNs(event->ticks), event->allocated, event->reserved, event->header.key);
            }
            break;
        default:
            break;
        }
    }

    void printThread(std::uint32_t thread, std::string_view name) {
        std::fprintf(out_, "{\"thread\": %u, \"process\": %s, \"name\": %s}\n", thread,
                     jsonText(process_).c_str(), jsonText(name).c_str());
    }

    void defineStack(const DefineStack& stack) {
        const std::uint64_t parent = stack.parent == 0 ? 0 : stackIds_[stack.parent];
        const Code& code = codes_[stack.code];
        stackIds_[stack.header.key] = ++stacks_;
        std::fprintf(out_,
                     "{\"stack\": %" PRIu64 ", \"parent\": %" PRIu64
                     ", \"file\": %s, \"function\": %s, \"line\": %u}\n",
                     stacks_, parent, jsonText(code.file).c_str(), jsonText(code.function).c_str(),
                     stack.line);
    }

    void open(const OpBegin& begin, std::span<const std::uint64_t> scalars) {
        const Name& name = names_[begin.name];
        Open& op = open_[begin.header.key];
        op.begin = begin;
        op.thread = thread_;
        op.stack = begin.stack == 0 ? 0 : stackIds_[begin.stack];
        op.name = jsonText(name.text) + ", \"overload\": " + jsonText(name.overload);
        bool damaged = false;
        op.texts = toTexts(parseArguments(signatures_[begin.signature], scalars, damaged));
    }

    void printWhole(const OpComplete& whole, std::span<const std::uint64_t> scalars) {
        const std::uint32_t own = std::exchange(thread_, whole.header.key);
        OpBegin begin{whole.header,    whole.beginTicks,    whole.name,    whole.stack,
                      whole.signature, whole.forwardThread, whole.sequence};
        open(begin, scalars);
        close({begin.header, whole.endTicks});
        thread_ = own;
    }

    void close(const OpEnd& end) {
        if (const auto found = open_.find(end.header.key); found != open_.end()) {
            print(found->second, clock_.toNs(end.ticks));
            open_.erase(found);
        } else {
            std::fprintf(out_, "{\"unmatched end\": %u}\n", end.header.flags);
        }
    }

    void print(const Open& op, std::int64_t end) {
        std::fprintf(out_,
                     "{\"op\": %s, \"process\": %s, \"tid\": %u, \"scope\": %u, \"begin\": %" PRId64
                     ", \"end\": %" PRId64 ", \"stack\": %" PRIu64 ", \"seq\": %" PRId64
                     ", \"forward\": %u, \"dims\": %s, \"types\": %s, "
                     "\"strides\": %s, \"concrete\": %s, \"device\": %s}\n",
                     op.name.c_str(), jsonText(process_).c_str(), op.thread, op.begin.header.flags,
                     clock_.toNs(op.begin.ticks), end, op.stack, op.begin.sequence, op.begin.forwardThread,
                     op.texts.dims.c_str(), op.texts.types.c_str(), op.texts.strides.c_str(),
                     op.texts.concrete.c_str(), jsonText(op.texts.device).c_str());
    }

    RingReader reader_;
    std::string process_;
    std::FILE* out_;
    const TickClock& clock_;
    std::uint64_t& stacks_; // ids given so far, in all rings
    std::uint32_t thread_ = 0;
    std::map<std::uint32_t, Name> names_;
    std::map<std::uint32_t, Code> codes_;
    std::map<std::uint32_t, std::uint64_t> stackIds_;
    std::map<std::uint32_t, std::vector<std::uint64_t>> signatures_;
    std::map<std::uint32_t, Open> open_;
    std::map<std::uint64_t, std::int64_t> blocks_; // live, as far as this ring knows: address, bytes
};

class Dump {
public:
    Dump(std::string folder, std::FILE* out)
        : folder_(std::move(folder))
        , out_(out) {
        session_ = MappedFile::create(folder_ + "/" + kSessionFileName, sizeof(SessionControl));
        if (!session_) {
            return;
        }
        auto& control = *reinterpret_cast<SessionControl*>(session_.data());
        control.magic = kSessionMagic;
        control.version = kRingVersion;
        control.recorderPid = static_cast<std::uint32_t>(getpid());
        control.clock = bestClock();
        control.mostRingBytes = 16U << 20;
        control.ringBytesLeft = 1 << 30;
        setSources(control, kAllSources);
        lock_ = FileLock::take(folder_ + "/" + kSessionFileName);
    }
    [[nodiscard]] bool ok() const { return static_cast<bool>(session_); }

    std::size_t drain() {
        reinterpret_cast<SessionControl*>(session_.data())->heartbeatNs.store(monotonicNs());
        clock_.sample();
        for (const auto& entry : fs::directory_iterator(folder_)) {
            const auto name = parseFileName(entry.path().filename().string());
            if (name && name->kind == FileName::Kind::Ring && rings_.count(entry.path()) == 0) {
                if (auto reader = RingReader::open(entry.path())) {
                    const std::string process = entry.path().filename().string();
                    rings_.emplace(entry.path(),
                                   RingDump(std::move(*reader), process.substr(0, process.rfind('-')), out_,
                                            clock_, stacks_));
                }
            }
        }
        std::size_t bytes = 0;
        for (auto& [path, ring] : rings_) {
            bytes += ring.drain();
        }
        return bytes;
    }

    void finish() {
        while (drain() != 0) {
        }
        std::uint64_t dropped = 0;
        std::uint64_t damaged = 0;
        for (auto& [path, ring] : rings_) {
            ring.finish();
            dropped += ring.reader().dropped();
            damaged += ring.reader().damagedBytes();
        }
        for (const auto& entry : fs::directory_iterator(folder_)) {
            const auto name = parseFileName(entry.path().filename().string());
            if (name && name->kind == FileName::Kind::Process) {
                printProcess(entry.path());
            }
        }
        std::fprintf(out_, "{\"dropped\": %" PRIu64 ", \"damaged\": %" PRIu64 "}\n", dropped, damaged);
    }

private:
    void printProcess(const fs::path& path) {
        const MappedFile file = MappedFile::open(path, sizeof(ProcessControl));
        if (!file || !isProcessControl(file.data(), file.size())) {
            return;
        }
        const ProcessFacts facts = readFacts(*reinterpret_cast<const ProcessControl*>(file.data()));
        std::fprintf(
            out_,
            "{\"process\": %s, \"pid\": %u, \"parent\": %u, \"state\": %u, \"method\": %u, \"name\": %s, "
            "\"arguments\": %s, \"reason\": %s, \"torch\": %s, \"python\": %s, \"layout\": %s, "
            "\"threadsRefused\": %" PRIu64 "}\n",
            jsonText(path.stem().string()).c_str(), facts.pid, facts.parentPid,
            static_cast<unsigned>(facts.state), static_cast<unsigned>(facts.method),
            jsonText(facts.name).c_str(), jsonText(facts.arguments).c_str(), jsonText(facts.reason).c_str(),
            jsonText(facts.torchVersion).c_str(), jsonText(facts.pythonVersion).c_str(),
            jsonText(facts.layout).c_str(), facts.threadsRefused);
    }

    std::string folder_;
    std::FILE* out_;
    MappedFile session_;
    FileLock lock_;
    TickClock clock_{bestClock()};
    std::map<fs::path, RingDump> rings_;
    std::uint64_t stacks_ = 0;
};

int run(const char* output, char** command) {
    std::string folder = "/dev/shm/lanes-dump-XXXXXX";
    std::FILE* out = std::string_view(output) == "-" ? stderr : std::fopen(output, "w");
    if (out == nullptr || mkdtemp(folder.data()) == nullptr) {
        std::perror(output);
        return 1;
    }
    Dump dump(folder, out);
    if (!dump.ok()) {
        std::perror(folder.c_str());
        return 1;
    }
    const pid_t child = fork();
    if (child == 0) {
        const std::string boot = fs::path(LANESCOPE_BOOT_FOLDER).string();
        const char* path = std::getenv("PYTHONPATH");
        setenv("PYTHONPATH", path == nullptr || *path == 0 ? boot.c_str() : (boot + ":" + path).c_str(), 1);
        setenv(kFolderVariable, folder.c_str(), 1);
        execvp(command[0], command);
        std::perror(command[0]);
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (dump.drain() == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    dump.finish();
    if (out != stderr) {
        std::fclose(out);
    }
    fs::remove_all(folder);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

int main(int count, char** arguments) {
    if (count < 4 || std::string_view(arguments[2]) != "--") {
        std::fputs("usage: ring_dump OUT.jsonl -- CMD...\n", stderr);
        return 2;
    }
    return run(arguments[1], arguments + 3);
}
