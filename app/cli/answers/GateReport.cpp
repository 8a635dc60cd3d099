#include "app/cli/answers/GateReport.h"

#include "model/base/Format.h"
#include "model/base/Utf8.h"
#include "model/base/XmlText.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace lanes::cli {

namespace {

using Verdict = GateAnswer::State;

std::string signedPercent(double percent) {
    return (percent >= 0 ? "+" : "\u2212") + formatPercent(std::abs(percent) / 100);
}

std::string_view stateText(Verdict state) {
    return state == Verdict::Broken ? "broken" : state == Verdict::Kept ? "kept" : "not known";
}

std::string number(double value) {
    return std::to_string(std::lround(value * 10) / 10.0).substr(0, 7);
}

// Before and after as two bars, to one scale.
std::string barPicture(const GateAnswer& answer) {
    constexpr double kWidth = 480;
    const double most = std::max({answer.whole.before, answer.whole.after, 1.0});
    std::string svg = R"(<svg viewBox="0 0 640 56" role="img" aria-label="before and after">)";
    const auto bar = [&](double y, std::string_view kind, std::string_view label, double value) {
        svg += "<text x=\"0\" y=\"" + number(y + 15) + "\">" + std::string(label) + "</text><rect class=\"" +
               std::string(kind) + "\" x=\"56\" y=\"" + number(y) + "\" width=\"" +
               number(kWidth * value / most) + "\" height=\"20\"/><text x=\"" +
               number(62 + kWidth * value / most) + "\" y=\"" + number(y + 15) + "\">" +
               xmlEscaped(gateValue(answer.budget, value)) + "</text>";
    };
    bar(4, "a", "before", answer.whole.before);
    bar(32, answer.state == Verdict::Broken ? "bad" : "b", "now", answer.whole.after);
    return svg + "</svg>";
}

// Every step of both as a point: what varies, and by how much.
std::string stepPicture(const GateAnswer& answer) {
    if (answer.stepsBefore.empty() || answer.stepsAfter.empty()) {
        return {};
    }
    constexpr std::size_t kMostPoints = 200;
    constexpr double kHeight = 90;
    const double most =
        std::max({std::ranges::max(answer.stepsBefore), std::ranges::max(answer.stepsAfter), 1.0});
    std::string svg =
        R"(<svg viewBox="0 0 640 110" role="img" aria-label="each step"><text x="0" y="105">steps before</text>)"
        R"(<text x="330" y="105">steps now</text><line x1="0" x2="300" y1="91" y2="91"/>)"
        R"(<line x1="330" x2="630" y1="91" y2="91"/>)";
    const auto points = [&](const std::vector<double>& steps, double from, std::string_view kind) {
        const std::size_t every = steps.size() / kMostPoints + 1;
        for (std::size_t i = 0; i < steps.size(); i += every) {
            const double x = from + 300 * (static_cast<double>(i) + 0.5) / static_cast<double>(steps.size());
            svg += "<circle class=\"" + std::string(kind) + "\" r=\"3\" cx=\"" + number(x) + "\" cy=\"" +
                   number(5 + kHeight - (kHeight - 5) * steps[i] / most) + "\"/>";
        }
    };
    points(answer.stepsBefore, 0, "a");
    points(answer.stepsAfter, 330, answer.state == Verdict::Broken ? "bad" : "b");
    return svg + "</svg>";
}

// Names of kernels may fill a page: such a one opens on a click.
std::string nameCell(const std::string& name) {
    constexpr std::size_t kLongest = 120; // bytes
    if (name.size() <= kLongest) {
        return xmlEscaped(name);
    }
    std::size_t shown = kLongest;
    while (shown > 0 && (static_cast<unsigned char>(name[shown]) & 0xC0U) == 0x80) {
        --shown; // inside a character
    }
    return "<details><summary>" + xmlEscaped(name.substr(0, shown)) + "\u2026</summary>" + xmlEscaped(name) +
           "</details>";
}

std::string section(const GateAnswer& answer) {
    std::string html = "<section><h2>" + xmlEscaped(answer.budget.what) + " <span class=\"" +
                       std::string(answer.state == Verdict::Broken ? "bad" : "good") + "\">" +
                       std::string(stateText(answer.state)) + "</span></h2><p>" +
                       xmlEscaped(gateSentence(answer)) + "</p>" + barPicture(answer) + stepPicture(answer);
    if (!answer.rows.empty()) {
        html += "<table><tr><th>what</th><th>before</th><th>now</th><th>more</th></tr>";
        for (const GateRow& row : answer.rows) {
            html += "<tr><td>" + nameCell(row.name) + "</td><td>" +
                    xmlEscaped(gateValue(answer.budget, row.before)) + "</td><td>" +
                    xmlEscaped(gateValue(answer.budget, row.after)) + "</td><td>" +
                    xmlEscaped(gateValue(answer.budget, row.delta())) + "</td></tr>";
        }
        html += "</table>";
    }
    return html + "</section>\n";
}

std::string htmlOf(std::string_view file, std::string_view base, const std::vector<GateAnswer>& answers) {
    std::string html = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Lanescope gate</title><style>
:root { --text: #1c1f24; --page: #ffffff; --quiet: #606772; --line: #d5d9e0; --a: #8a93a3; --b: #2f6fd0; --bad: #c2362b; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8ec; --page: #16181c; --quiet: #9aa2ae; --line: #363b44; --a: #6d7686; --b: #6aa2f5; --bad: #f0776c; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 720px;
       margin: 2em auto; padding: 0 1em; }
h2 span { font-size: 13px; } .bad { color: var(--bad); fill: var(--bad); } .good { color: var(--quiet); }
svg { width: 100%; display: block; margin: .5em 0; } svg text { fill: var(--text); font-size: 13px; }
.a { fill: var(--a); } .b { fill: var(--b); }
table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: 4px 8px; text-align: right; }
td { white-space: nowrap; vertical-align: top; }
td:first-child, th:first-child { width: 100%; text-align: left; white-space: normal; overflow-wrap: anywhere; }
summary { cursor: pointer; } line { stroke: var(--line); }
</style></head><body>
)";
    const auto broken = std::ranges::count(answers, Verdict::Broken, &GateAnswer::state);
    html += "<h1>" +
            (broken == 0 ? std::string("Within all budgets")
                         : formatCount(broken, "budget is broken", "budgets are broken")) +
            "</h1>\n<p>" + xmlEscaped(file) + " against " + xmlEscaped(base) + "</p>\n";
    for (const GateAnswer& answer : answers) {
        html += section(answer);
    }
    return html + "</body></html>\n";
}

std::string junitOf(const std::vector<GateAnswer>& answers) {
    const auto count = [&](Verdict state) {
        return std::to_string(std::ranges::count(answers, state, &GateAnswer::state));
    };
    std::string xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"lanescope gate\" tests=\"" +
        std::to_string(answers.size()) + "\" failures=\"" + count(Verdict::Broken) +
        "\" errors=\"0\" skipped=\"" + count(Verdict::Unknown) + "\">\n";
    for (const GateAnswer& answer : answers) {
        xml += "  <testcase classname=\"lanescope.gate\" name=\"" + xmlEscaped(answer.budget.what) + "\">";
        if (answer.state == Verdict::Broken) {
            xml += "<failure message=\"" + xmlEscaped(gateSentence(answer)) + "\">";
            for (const GateRow& row : answer.rows) {
                xml += xmlEscaped(gateRowText(answer, row)) + "\n";
            }
            xml += "</failure>";
        } else if (answer.state == Verdict::Unknown) {
            xml += "<skipped message=\"" + xmlEscaped(answer.why) + "\"/>";
        }
        xml += "</testcase>\n";
    }
    return xml + "</testsuite>\n";
}

Result<void> writeFile(const std::filesystem::path& path, const std::string& content) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << content;
    file.close();
    if (!file) {
        return Error{path.string() + " cannot be written; is there room, and may you write there?"};
    }
    return {};
}

} // namespace

std::string gateValue(const GateBudget& budget, double value) {
    const auto whole = static_cast<std::int64_t>(std::llround(value));
    return budget.kind == GateBudget::Kind::Memory ? formatBytes(whole) : formatDuration(whole);
}

std::string gateSentence(const GateAnswer& answer) {
    std::string text = answer.budget.what + ": " + gateValue(answer.budget, answer.whole.after) + " now, " +
                       gateValue(answer.budget, answer.whole.before) + " before (" +
                       signedPercent(answer.change());
    if (answer.low && answer.high && *answer.low < *answer.high) {
        text += ", " + signedPercent(*answer.low) + " to " + signedPercent(*answer.high);
    }
    text += "); the budget is " + signedPercent(answer.budget.percent);
    text += answer.steady.empty() ? "" : ". " + answer.steady;
    text += answer.why.empty() ? "" : (text.ends_with('.') ? " " : ". ") + answer.why;
    return text;
}

std::string gateRowText(const GateAnswer& answer, const GateRow& row) {
    return row.name + ": " + gateValue(answer.budget, row.after) + " now, " +
           gateValue(answer.budget, row.before) + " before";
}

Result<void> writeGateReport(const std::string& folder, std::string_view file, std::string_view base,
                             const std::vector<GateAnswer>& answers) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return Error{folder + ": the folder cannot be made (" + error.message() +
                     "); name another for --report."};
    }
    const std::filesystem::path path(folder);
    if (auto html = writeFile(path / kGateReportFiles[0], repairUtf8(htmlOf(file, base, answers))); !html) {
        return html;
    }
    return writeFile(path / kGateReportFiles[1], repairUtf8(junitOf(answers)));
}

} // namespace lanes::cli
