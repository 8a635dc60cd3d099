#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/answers/GateReport.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/compare/Gate.h"
#include "model/base/SameFile.h"

#include <algorithm>

namespace lanes::cli {

namespace {

constexpr int kBroken = 3;

std::string answerText(const GateAnswer& answer) {
    const bool broken = answer.state == GateAnswer::State::Broken;
    std::string text = (broken                                    ? "BROKEN     "
                        : answer.state == GateAnswer::State::Kept ? "kept       "
                                                                  : "not known  ") +
                       gateSentence(answer) + "\n";
    if (broken) {
        for (const GateRow& row : answer.rows) {
            text += "             " + gateRowText(answer, row) + "\n";
        }
    }
    return text;
}

} // namespace

int runGate(int argc, char** argv) {
    CLI::App parser(
        "Checks that a session keeps within budgets against another: exit code 3 if one is broken "
        "beyond the steps' own variance",
        "lanescope gate");
    std::string file;
    std::string base;
    std::string report;
    std::vector<std::string> texts;
    parser.add_option("FILE", file, "a session (.lanes) or a trace: now")->required();
    parser.add_option("--against", base, "another: before")->required();
    parser
        .add_option(
            "--max", texts,
            "what may grow by how much, as step=+3%, memory=+1% (the peak allocated), kernel:/gemm/=+5% "
            "or another filter; may be repeated")
        ->required()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    parser.add_option("--report", report, "write report.html and junit.xml into this folder");
    addCategoriesOption(parser);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    for (const char* name : kGateReportFiles) {
        if (const std::string written = report + "/" + name; isOneOf(written, {file, base})) {
            return fail(parser, Error{written + " is what is to be read; name another folder"}, kUsage);
        }
    }
    std::vector<GateBudget> budgets;
    for (const std::string& text : texts) {
        Result<GateBudget> budget = parseBudget(text);
        if (!budget) {
            return fail(parser, budget.error(), kUsage);
        }
        budgets.push_back(std::move(budget).value());
    }
    std::vector<std::unique_ptr<TraceAnalyses>> sides;
    for (const std::string& path : {base, file}) {
        const auto trace = openFiles(parser, {path});
        if (!trace) {
            return fail(parser, trace.error());
        }
        sides.push_back(std::make_unique<TraceAnalyses>(trace.value()));
    }
    const auto answers = gateOf({*sides[0], {}}, {*sides[1], {}}, budgets);
    if (!answers) {
        return fail(parser, answers.error());
    }
    for (const GateAnswer& answer : answers.value()) {
        print(answerText(answer));
    }
    if (!report.empty()) {
        if (const auto written = writeGateReport(report, file, base, answers.value()); !written) {
            return fail(parser, written.error());
        }
    }
    const bool broken = std::ranges::any_of(
        answers.value(), [](const GateAnswer& a) { return a.state == GateAnswer::State::Broken; });
    return broken ? kBroken : kGood;
}

} // namespace lanes::cli
