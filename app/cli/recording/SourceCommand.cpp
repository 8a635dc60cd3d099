#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/InstalledFiles.h"
#include "collector/remote/Collector.h"
#include "collector/remote/Origins.h"
#include "collector/remote/SourceFile.h"
#include "model/io/OpenTrace.h"

namespace lanes::cli {

namespace {

// Whether a Python stack of the session names it. Of all that a user may read there, only that is anybody's business.
bool isNamed(const Trace& trace, const std::string& file) {
    for (std::uint32_t i = 0; i < trace.stacks().size(); ++i) {
        const StringId name = trace.stacks().node(StackId(i)).frame.file;
        if (name.valid() && trace.text(name) == file) {
            return true;
        }
    }
    return false;
}

// As it is called there: what a program names without a folder is below the one that it ran in.
std::string nameThere(const remote::Origin& origin, const std::string& file) {
    return file.starts_with('/') ? file : (origin.folder.empty() ? "~" : origin.folder) + "/" + file;
}

Result<std::string> sourceOf(const std::string& session, const std::string& file) {
    const auto origin = remote::originOf(session);
    if (!origin) {
        return Error{session + " was not fetched from another host or a container by 'record --on' here."};
    }
    const auto target = remote::CaptureTarget::reach(origin->target);
    if (!target) {
        return target.error();
    }
    const auto trace = openTrace(session);
    if (!trace) {
        return trace.error();
    }
    if (!isNamed(*trace.value(), file)) {
        return Error{"no Python stack of " + session + " names " + file +
                     "; 'lanescope stats --by stacks' has those that do."};
    }
    const auto archive = remote::archiveCollector(collectorFolder(bootFolder()));
    if (!archive) {
        return archive.error();
    }
    return remote::fetchSource(target.value(), archive.value(), nameThere(*origin, file));
}

} // namespace

int runSource(int argc, char** argv) {
    CLI::App parser(
        "Prints a source file of a program that 'record --on' has recorded elsewhere, as it stands there",
        "lanescope source");
    std::string session;
    std::string file;
    parser.add_option("FILE", session, "the session")->required()->option_text("FILE");
    parser.add_option("SOURCE", file, "the source file, as a Python stack of the session names it")
        ->required()
        ->option_text("SOURCE");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto text = sourceOf(session, file);
    if (!text) {
        return fail(parser, text.error());
    }
    print(text.value());
    return kGood;
}

} // namespace lanes::cli
