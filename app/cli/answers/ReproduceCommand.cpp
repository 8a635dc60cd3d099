#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/operators/Reproducer.h"
#include "model/analysis/text/FoundEvents.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <utility>
#include <vector>

namespace lanes::cli {

namespace {

// Of the events found that a script can run, the operator of the one of median duration; invalid: none. The longest is often
// the first call, which loads libraries.
SliceId typicalOf(const FoundEvents& found, const EventOrigin& origin) {
    const Trace& trace = *found.trace();
    std::vector<std::pair<TimeNs, SliceId>> all;
    for (std::size_t i = 0; i < found.listed(); ++i) {
        const SliceId slice = found.at(i).slice;
        if (!slice.valid()) {
            continue;
        }
        const bool isOperator = trace.slice(slice).kind == EventKind::Operator;
        const SliceId op = isOperator ? slice : origin.operatorOf(slice);
        if (op.valid() && isReproducible(trace, op)) {
            all.emplace_back(trace.slice(slice).duration, op);
        }
    }
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::ranges::nth_element(all, middle);
    return middle != all.end() ? middle->second : SliceId();
}

} // namespace

int runReproduce(int argc, char** argv) {
    CLI::App parser("Writes a Python script that runs one operator of a session alone",
                    "lanescope reproduce");
    std::vector<std::string> files;
    std::string where;
    addFilesOption(parser, files);
    parser
        .add_option(
            "--where", where,
            "the filter, as in the search of the window: op:addmm, or kernel:gemm for the operator that "
            "launched it. If several events match, the one of median duration counts")
        ->required();
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const Result<Filter> filter = Filter::parse(where);
    if (!filter) {
        return fail(parser, filter.error(), kUsage);
    }
    const auto trace = openFiles(parser, files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    const int threads = static_cast<int>(threadsFor(trace.value()->sliceCount()));
    const auto found = FoundEvents::find(trace.value(), filter.value(), {}, threads);
    const SliceId op = typicalOf(*found, EventOrigin(trace.value()));
    if (!op.valid()) {
        return fail(parser,
                    Error{"nothing that " + where +
                          " finds is an operator of torch with recorded inputs. Record with shapes, or name "
                          "another operator."});
    }
    print(reproducerOf(*trace.value(), op, std::filesystem::path(files.front()).filename().string()));
    return kGood;
}

} // namespace lanes::cli
