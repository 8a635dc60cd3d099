#include "app/cli/HelpText.h"

#include "app/cli/OptionTable.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes::cli {

namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kTextColumn = 26;

struct CommandHelp {
    std::string_view name;
    std::string_view rest; // of the usage, after options and places
    std::array<std::string_view, 4> examples;
};

constexpr std::array kCommandHelp{
    CommandHelp{"record",
                "-- PROGRAM [ARGUMENTS...]",
                {"record -- python3 train.py",
                 "record -o run.lanes --wait 10 --active 5 --repeat 1 -- python3 train.py",
                 "record --keep 60s --when oom -- torchrun --nproc_per_node 2 train.py",
                 "record --on ssh:gpu1 --folder /data/run -- python3 train.py"}},
    CommandHelp{"attach", "", {"attach --list", "attach 4711 -o run.lanes --duration 30s"}},
    CommandHelp{"detach", "", {"detach 4711"}},
    CommandHelp{"ctl", "", {"ctl list", "ctl 4711 mark 'epoch 3'", "ctl 4711 stop"}},
    CommandHelp{"look",
                "",
                {"look --on ssh:gpu1 -- python3 train.py", "look --on docker:trainer -- python3 train.py"}},
    CommandHelp{"doctor", "[-- PYTHON [ARGUMENTS...]]", {"doctor", "doctor -- /opt/venv/bin/python"}},
    CommandHelp{"convert",
                "TARGET",
                {"convert trace.json.gz trace.lanes", "convert rank0.json rank1.json job.lanes",
                 "convert run.lanes run.pftrace --range 1s..2s",
                 "convert --anonymise run.lanes shown.lanes"}},
    CommandHelp{"info", "", {"info run.lanes", "info trace.json.gz --json"}},
    CommandHelp{"check", "", {"check run.lanes", "check run.lanes --format json"}},
    CommandHelp{"stats",
                "",
                {"stats run.lanes --by shapes --top 20", "stats run.lanes --by kernel --format csv",
                 "stats run.lanes --where 'op:conv dur>100us' --sort calls"}},
    CommandHelp{
        "overview", "", {"overview run.lanes --gaps 10", "overview run.lanes --step 6 --format json"}},
    CommandHelp{"advice", "", {"advice run.lanes", "advice --rules", "advice run.lanes --step 6"}},
    CommandHelp{"diff",
                "",
                {"diff before.lanes after.lanes", "diff before.lanes after.lanes --by kernel --top 20",
                 "diff run.lanes run.lanes --step-a 3 --step-b 6"}},
    CommandHelp{"sql",
                "QUERY",
                {"sql run.lanes 'select name, count(*), sum(dur) from slice group by name'",
                 "sql rank0.json rank1.json 'select rank, count(*) from slice group by rank'",
                 "sql run.lanes --tables"}},
    CommandHelp{"path", "", {"path run.lanes", "path run.lanes --step 6 --faster 'kernel:/conv/ 2x'"}},
    CommandHelp{"mcp", "", {"mcp run.lanes", "mcp before.lanes after.lanes --python /opt/venv/bin/python"}},
    CommandHelp{"ranks", "", {"ranks rank0.json rank1.json --top 5"}},
    CommandHelp{"gate",
                "",
                {"gate after.lanes --against before.lanes --max step=+3%",
                 "gate after.lanes --against before.lanes --max memory=+1% --report report"}},
    CommandHelp{"search",
                "",
                {"search run.lanes --where 'op:copy_ dur>1ms'",
                 "search run.lanes --where kernel:gemm --top 5 --details --format json"}},
    CommandHelp{
        "reproduce", "", {"reproduce run.lanes --where op:addmm", "reproduce run.lanes --where kernel:gemm"}},
    CommandHelp{"memory",
                "",
                {"memory run.lanes --peak", "memory run.lanes --at 2.36s --by category",
                 "memory run.lanes --peak --without ResNet"}},
    CommandHelp{"dataset",
                "",
                {"dataset /shared/run-*.lanes -o data --job run",
                 "dataset rank0.json rank1.json -o data --workers 8"}},
    CommandHelp{"metrics", "", {"metrics run.lanes", "metrics run.lanes --scope all"}},
    CommandHelp{"table", "", {"table run.lanes kernels"}},
    CommandHelp{
        "flame",
        "",
        {"flame run.lanes --svg -o flame.svg", "flame run.lanes --of python --speedscope -o flame.json"}},
    CommandHelp{"report",
                "",
                {"report run.lanes -o run.html", "report rank0.json rank1.json -o job.html --scope all"}},
    CommandHelp{"render",
                "",
                {"render run.lanes -o timeline.png",
                 "render run.lanes --view memory --theme light --size 1280x800 -o memory.png",
                 "render after.lanes --view compare --with before.lanes -o compare.png"}},
};

// "stats" of "lanescope stats"; null for a command without more to say.
const CommandHelp* helpOf(const CLI::App& parser) {
    const std::string& name = parser.get_name();
    const std::string_view command = std::string_view(name).substr(name.rfind(' ') + 1);
    const auto* found = std::ranges::find(kCommandHelp, command, &CommandHelp::name);
    return found != kCommandHelp.end() ? found : nullptr;
}

std::string placeText(const OptionFacts& place) {
    const std::string& name = place.names.front();
    const std::string text = place.several && !name.ends_with("...") ? name + "..." : name;
    return place.required ? text : "[" + text + "]";
}

// `text` as words in lines of kColumns, the first of which begins with `lead`; the others are indented like its text.
std::string wrapped(std::string lead, std::string_view text, std::size_t indent) {
    std::string all;
    std::string line = std::move(lead);
    if (line.size() + 1 >= indent && indent > 2) {
        all = line + "\n";
        line.clear();
    }
    line.resize(std::max(line.size(), indent), ' ');
    bool first = true;
    for (const std::string& word : CLI::detail::split(std::string(text), ' ')) {
        if (!first && line.size() + 1 + word.size() > kColumns) {
            all += line + "\n";
            line.assign(indent, ' ');
            first = true;
        }
        line += (first ? "" : " ") + word;
        first = false;
    }
    return all + line + "\n";
}

std::string optionText(const OptionFacts& option) {
    std::string text = option.text;
    const bool listed = std::ranges::all_of(
        option.choices, [&](const std::string& choice) { return text.find(choice) != std::string::npos; });
    const std::string choices = CLI::detail::join(option.choices, "|");
    const bool isShort = choices.size() + option.names.back().size() < kTextColumn - 4;
    if (!option.choices.empty() && !listed && !isShort) {
        text += ": " + CLI::detail::join(option.choices, ", ");
    }
    if (option.required && option.names.front().starts_with('-')) {
        text += " (required)";
    } else if (!option.defaultValue.empty()) {
        text += " (default: " + option.defaultValue + ")";
    }
    std::string lead = "  " + CLI::detail::join(option.names, ", ");
    if (option.names.front().starts_with('-') && !option.value.empty()) {
        lead += " " + (isShort && !choices.empty() ? choices : option.value);
    }
    return wrapped(lead, text, kTextColumn);
}

std::string listed(std::string_view title, const std::vector<OptionFacts>& options) {
    std::string text = options.empty() ? "" : "\n" + std::string(title) + ":\n";
    for (const OptionFacts& option : options) {
        text += optionText(option);
    }
    return text;
}

} // namespace

std::string usageLine(const CLI::App& parser) {
    std::string line = parser.get_name() + " [OPTIONS]";
    for (const OptionFacts& place : optionsOf(parser, true)) {
        line += " " + placeText(place);
    }
    const CommandHelp* help = helpOf(parser);
    return help != nullptr && !help->rest.empty() ? line + " " + std::string(help->rest) : line;
}

std::vector<std::string> examplesOf(const CLI::App& parser) {
    std::vector<std::string> lines;
    if (const CommandHelp* help = helpOf(parser)) {
        for (const std::string_view example : help->examples) {
            if (!example.empty()) {
                lines.push_back("lanescope " + std::string(example));
            }
        }
    }
    return lines;
}

std::string helpText(const CLI::App& parser) {
    std::string text =
        "Usage: " + usageLine(parser) + "\n\n" + wrapped("", parser.get_description() + ".", 0);
    text += listed("Arguments", optionsOf(parser, true)) + listed("Options", optionsOf(parser, false));
    if (const std::vector<std::string> examples = examplesOf(parser); !examples.empty()) {
        text += "\nExamples:\n";
        for (const std::string& example : examples) {
            text += "  " + example + "\n";
        }
    }
    if (const std::string& footer = parser.get_footer(); !footer.empty()) {
        text += "\n" + footer + "\n";
    }
    const std::string& name = parser.get_name();
    const std::size_t space = name.rfind(' ');
    return space == std::string::npos
               ? text
               : text + "\nManual: docs/command-line.md#" + name.substr(space + 1) + "\n";
}

} // namespace lanes::cli
