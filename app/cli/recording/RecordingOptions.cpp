#include "app/cli/recording/RecordingOptions.h"

#include "app/cli/TimeArgument.h"
#include "app/cli/recording/RecordBounds.h"
#include "collector/ring/WhereFilter.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <string_view>
#include <system_error>

namespace lanes::cli {

namespace {

constexpr std::uint64_t kUsualKeptSize = std::uint64_t{1} << 30; // of --keep

ring::DeviceSharing sharingOf(std::string_view word) {
    if (word == "own") {
        return ring::DeviceSharing::Own;
    }
    return word == "yield" ? ring::DeviceSharing::Yield : ring::DeviceSharing::Share;
}

std::uint32_t sourcesOf(const RecordingOptions& given) {
    const std::uint32_t more =
        (given.outputs ? ring::kOutputs : 0U) | (given.nonFinite ? ring::kValues : 0U) |
        (given.allocator ? ring::kAllocator : 0U) | (given.exceptions ? ring::kExceptions : 0U);
    return more | (ring::kAllSources &
                   ~((given.noShapes ? ring::kArguments : 0U) | (given.noStacks ? ring::kStacks : 0U) |
                     (given.noMemory ? ring::kMemory : 0U) | (given.noGpu ? ring::kDevices : 0U)));
}

// "off", "sample", "sample:HZ" or "trace".
Result<void> takePython(const std::string& word, recorder::RecordOptions& options) {
    constexpr std::uint32_t kUsual = 100;
    constexpr std::uint32_t kMost = 1000;
    constexpr std::string_view kSample = "sample";
    if (word == "off") {
        return {};
    }
    if (word == "trace") {
        options.sources |= ring::kFunctions;
        return {};
    }
    std::uint32_t rate = kUsual;
    if (word.starts_with("sample:")) {
        const char* end = word.data() + word.size();
        const auto [at, error] = std::from_chars(word.data() + kSample.size() + 1, end, rate);
        rate = error == std::errc() && at == end ? rate : 0;
    } else if (word != kSample) {
        rate = 0;
    }
    if (rate < 1 || rate > kMost) {
        return Error{"--python: \"" + word +
                     "\" is none of off, trace, sample and sample:HZ, with 1 to 1000 samples a second."};
    }
    options.sources |= ring::kPython;
    options.samplesPerSecond = rate;
    return {};
}

// A span of time that an option was given; nothing if it was not.
Result<std::optional<TimeNs>> spanOf(const char* option, const std::string& text) {
    if (text.empty()) {
        return std::optional<TimeNs>();
    }
    const Result<TimeNs> span = parseSpan(text);
    if (!span) {
        return Error{std::string(option) + ": " + span.error().message};
    }
    return std::optional(span.value());
}

Result<void> takeTimes(const RecordingOptions& given, recorder::RecordOptions& options) {
    options.times.startPaused = given.startPaused;
    options.times.steps = given.steps;
    if (given.startPaused && !given.delay.empty()) {
        return Error{"--delay starts by itself, --start-paused waits for a command; leave one of them out."};
    }
    const auto delay = spanOf("--delay", given.delay);
    const auto duration = spanOf("--duration", given.duration);
    if (!delay || !duration) {
        return delay ? duration.error() : delay.error();
    }
    options.times.delay = delay.value().value_or(0);
    options.times.duration = duration.value();
    if (given.steps.active == 0 && given.steps.wait + given.steps.warmup + given.steps.repeat > 0) {
        return Error{"--wait, --warmup and --repeat need --active: how many steps are recorded."};
    }
    const bool otherwise = given.startPaused || !given.delay.empty() || !given.duration.empty();
    if (given.steps.active > 0 && otherwise) {
        return Error{
            "--active counts steps, --start-paused, --delay and --duration go by time; leave one out."};
    }
    return {};
}

Result<void> takeBounds(const RecordingOptions& given, recorder::RecordOptions& options) {
    if (!given.maxSize.empty()) {
        const Result<std::uint64_t> size = parseSize(given.maxSize);
        if (!size) {
            return Error{"--max-size: " + size.error().message};
        }
        options.bounds.bytes = size.value();
    }
    const auto keep = spanOf("--keep", given.keep);
    if (!keep) {
        return keep.error();
    }
    if (!keep.value()) {
        return given.when.empty()
                   ? Result<void>()
                   : Error{"--when says when to save what --keep holds: give both, as in --keep 60s."};
    }
    options.bounds.keep = options.flight.keep = *keep.value();
    options.bounds.bytes = options.bounds.bytes > 0 ? options.bounds.bytes : kUsualKeptSize;
    for (const std::string& condition : given.when) {
        if (auto added = addCondition(condition, options.flight.when); !added) {
            return added;
        }
    }
    return {};
}

void addBoundOptions(CLI::App& parser, RecordingOptions& given) {
    parser
        .add_option("--max-size", given.maxSize,
                    "largest size of the session on the disk: 8M, 500M, 2G. The newest events stay, "
                    "three to five eighths of SIZE")
        ->option_text("SIZE");
    parser
        .add_option("--keep", given.keep,
                    "flight recorder: keeps the newest stretch (60s) in at most 1G or --max-size. It "
                    "saves a numbered session when the program dies, on 'lanescope ctl PID save', and on "
                    "--when")
        ->option_text("TIME");
    parser
        .add_option("--when", given.when,
                    "with --keep: also saves on step>200ms, step>1.5x (of the usual step), hang>30s or oom "
                    "(torch finds no memory). A hang is saved with the Python stacks of all threads. May "
                    "be repeated")
        ->option_text("CONDITION")
        ->allow_extra_args(false);
    parser
        .add_option("--wait", given.steps.wait, "leaves out so many steps of training before each recording")
        ->option_text("STEPS");
    parser
        .add_option("--warmup", given.steps.warmup, "records so many steps after the wait, marked as warm-up")
        ->option_text("STEPS");
    parser
        .add_option("--active", given.steps.active, "records so many steps, then begins again with the wait")
        ->option_text("STEPS");
    parser
        .add_option("--repeat", given.steps.repeat,
                    "ends after so many rounds; without it the rounds go on to the end of the program")
        ->option_text("TIMES");
}

} // namespace

void addRecordingOptions(CLI::App& parser, RecordingOptions& given) {
    parser.add_option("-o,--output", given.output,
                      "file of the session; without it, a name made of program and time in this folder");
    parser
        .add_option("--cupti", given.sharing,
                    "who gets the GPU's records if the program uses torch.profiler: share (both), own "
                    "(Lanescope alone), yield (the program alone while it profiles)")
        ->option_text("share|own|yield")
        ->check(CLI::IsMember({"share", "own", "yield"}));
    parser.add_flag("--start-paused", given.startPaused,
                    "records nothing until 'lanescope ctl PID start'; a paused program runs at its own "
                    "speed");
    parser.add_option("--delay", given.delay, "records nothing for TIME: 500ms, 10s, 2min")
        ->option_text("TIME");
    parser
        .add_option("--duration", given.duration,
                    "pauses after TIME of recorded time; the program runs on, and 'lanescope ctl PID "
                    "start' resumes")
        ->option_text("TIME");
    parser.add_flag("--no-shapes", given.noShapes,
                    "leaves out shapes, types and values of operators' arguments (60 ns an operator; "
                    "recording costs at least 200 ns an operator)");
    parser.add_flag("--no-stacks", given.noStacks,
                    "leaves out Python stacks, and with them modules and source lines (210 ns an "
                    "operator, 20 functions deep)");
    parser.add_flag("--no-memory", given.noMemory,
                    "leaves out allocations of torch, and with them the memory curve (30 ns a block)");
    parser.add_flag("--no-gpu", given.noGpu, "leaves out GPU work: no kernels, copies or launches");
    parser.add_flag("--outputs", given.outputs,
                    "records shapes, types and strides of outputs of operators (70 ns an operator)");
    parser.add_flag("--nonfinite", given.nonFinite,
                    "finds operators that make NaN or Inf from finite inputs (110 ns an operator and 30 "
                    "us for each MB of output). Values on a GPU are checked when they come to the CPU");
    parser.add_flag("--allocator", given.allocator,
                    "records segments that torch's CUDA allocator takes from the driver and gives back, "
                    "and failed allocations; the newest 100,000 events (90 ns a block)");
    parser.add_flag("--exceptions", given.exceptions,
                    "records every exception that Python raises, also those that the program catches "
                    "(Python 3.12 and later; 2 us an exception)");
    parser
        .add_option("--python", given.python,
                    "records Python functions of all threads. off: no. sample: 100 samples "
                    "a second, sample:HZ up to 1000 (60 us of another core a sample). trace: every call "
                    "(80 ns a call on Python 3.12 and later, 110 ns before)")
        ->option_text("off|sample|sample:HZ|trace");
    parser
        .add_option("--where", given.where,
                    "records only below a module (module:layers.3, a place or a class) or a range "
                    "(range:validate), with its backward pass; * stands for any part; may be repeated")
        ->option_text("FILTER")
        ->allow_extra_args(false);
    parser
        .add_option("--metrics", given.metrics,
                    "rewrites FILE every 10 s with the main figures as OpenMetrics text, for "
                    "node_exporter's textfile collector and other scrapers")
        ->option_text("FILE");
    addBoundOptions(parser, given);
}

Result<recorder::RecordOptions> takeRecordingOptions(const RecordingOptions& given) {
    recorder::RecordOptions options;
    options.output = given.output;
    options.metrics = given.metrics;
    options.sharing = sharingOf(given.sharing);
    options.sources = sourcesOf(given);
    std::string problem;
    options.filter = ring::whereText(given.where, problem);
    if (!problem.empty()) {
        return Error{"--where: " + problem + "."};
    }
    if (auto taken = takePython(given.python, options); !taken) {
        return taken.error();
    }
    if (auto taken = takeTimes(given, options); !taken) {
        return taken.error();
    }
    if (auto taken = takeBounds(given, options); !taken) {
        return taken.error();
    }
    return options;
}

} // namespace lanes::cli
