#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/base/Format.h"
#include "model/report/Advice.h"
#include "model/report/Readers.h"
#include "model/trace/args/JsonWriter.h"

#include <cmath>

namespace lanes::cli {

namespace {

std::string hundredths(double share) {
    return std::to_string(static_cast<double>(std::lround(share * 100)) / 100).substr(0, 4);
}

std::string numberText(double value) {
    std::string text = std::to_string(value); // six digits behind the point
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

std::string adviceJson(const std::shared_ptr<const AdviceData>& data, const std::vector<Finding>& findings) {
    auto rows = std::make_shared<const std::vector<report::AdviceRow>>(report::adviceRows(*data, findings));
    JsonWriter json;
    writeJson(json, report::adviceTable(data, std::make_shared<const std::vector<Finding>>(findings), rows));
    return json.take();
}

std::string joined(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) {
        text += (text.empty() ? "" : ", ") + std::string(word);
    }
    return text;
}

std::string adviceText(const AdviceData& data, const std::vector<Finding>& findings) {
    if (findings.empty()) {
        return "Nothing to advise: no rule found anything that this session can show (--rules lists them).\n";
    }
    constexpr std::size_t kPlaces = 3;
    std::string text;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& f = findings[i];
        text += std::to_string(i + 1) + ". " + f.title + "  [" + std::string(f.rule) + "]\n   saves " +
                formatDuration(f.saves.best) + " (" + formatDuration(f.saves.low) + " to " +
                formatDuration(f.saves.high) + ")" + (data.operators().steps.empty() ? "" : " per step") +
                ", " + formatPercent(f.share) + "; confidence " + hundredths(f.confidence) +
                "\n   seen: " + f.seen + "\n   do:   " + f.remedy + "\n";
        if (!f.overlaps.empty()) {
            text += "   counts some of the same time: " + joined(f.overlaps) + "\n";
        }
        text += f.where.empty() ? "" : "   where, what costs most first:\n";
        for (std::size_t p = 0; p < std::min(kPlaces, f.where.size()); ++p) {
            const Trace::Slice slice = data.trace().slice(f.where[p]);
            text += "     at " + formatDuration(slice.start - data.trace().span().begin) + ": " +
                    std::string(data.trace().text(slice.name)) + ", " + formatDuration(slice.duration) + "\n";
        }
    }
    return text;
}

std::string rulesJson() {
    JsonWriter json;
    json.beginArray();
    for (const AdviceRule& rule : adviceRules()) {
        json.beginObject();
        json.field("rule", rule.key);
        json.field("title", rule.title);
        json.key("thresholds");
        json.beginArray();
        for (const AdviceThreshold& threshold : rule.thresholds) {
            json.beginObject();
            json.field("name", threshold.key);
            json.key("value");
            json.raw(numberText(threshold.value));
            json.field("unit", threshold.unit);
            json.field("meaning", threshold.meaning);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    return json.take();
}

std::string rulesText() {
    report::TextTable table({"rule", "looks for", "threshold", "value", "meaning"}, 3);
    for (const AdviceRule& rule : adviceRules()) {
        std::string key(rule.key);
        std::string title(rule.title);
        for (const AdviceThreshold& threshold : rule.thresholds) {
            table.add({std::exchange(key, {}), std::exchange(title, {}),
                       std::string(rule.key) + "." + std::string(threshold.key),
                       numberText(threshold.value) + " " + std::string(threshold.unit),
                       std::string(threshold.meaning)});
        }
        if (rule.thresholds.empty()) {
            table.add({key, title, "", "", ""});
        }
    }
    return table.text();
}

struct AdviceArguments {
    std::vector<std::string> files;
    std::vector<std::string> settings;
    PartArguments part;
    std::string format = "text";
    bool rules = false;
};

void addArguments(CLI::App& parser, AdviceArguments& arguments) {
    parser.add_option("FILE", arguments.files,
                      "a session (.lanes), a trace, or the traces of all ranks of a job");
    addCategoriesOption(parser);
    parser.add_flag("--rules", arguments.rules, "list the rules with their thresholds instead");
    parser
        .add_option("--set", arguments.settings,
                    "another threshold, as RULE.THRESHOLD=VALUE; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    parser.add_option("--range", arguments.part.range,
                      "only A..B, as 10ms..20ms from the start or as recorded in ns");
    parser.add_option("--step", arguments.part.step, "only step N")->check(wholeNumber());
    addScopeOption(parser, arguments.part.scope);
    parser.add_option("--format", arguments.format, "text or json")->check(CLI::IsMember({"text", "json"}));
}

} // namespace

int runAdvice(int argc, char** argv) {
    CLI::App parser("Says what to change in the program, what that would save, and where",
                    "lanescope advice");
    AdviceArguments arguments;
    addArguments(parser, arguments);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const bool json = outputFormat(arguments.format) == OutputFormat::Json;
    AdviceSettings settings;
    for (const std::string& setting : arguments.settings) {
        if (const auto set = settings.set(setting); !set) {
            return fail(parser, set.error(), kUsage);
        }
    }
    if (arguments.rules) {
        print(json ? rulesJson() : rulesText());
        return kGood;
    }
    if (arguments.files.empty()) {
        return fail(parser, Error{"Which session? Name its file, or ask for --rules."}, kUsage);
    }
    const auto trace = openFiles(parser, arguments.files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    TraceAnalyses analyses(trace.value());
    const auto data = analyses.advice();
    const auto part = partOf(arguments.part, trace.value()->span(), data->operators().steps);
    if (!part) {
        return fail(parser, part.error(), kUsage);
    }
    const auto findings = adviceOf(*data, part.value(), settings);
    print(json ? adviceJson(data, *findings) : adviceText(*data, *findings));
    return kGood;
}

} // namespace lanes::cli
