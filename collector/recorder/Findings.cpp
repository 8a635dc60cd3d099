#include "collector/recorder/Findings.h"

#include <algorithm>

namespace lanes::recorder {

Findings::Finding& Findings::finding(std::string_view kind, Severity severity) {
    const auto known = std::ranges::find(findings_, kind, &Finding::kind);
    return known != findings_.end()
               ? *known
               : findings_.emplace_back(Finding{.kind = std::string(kind), .severity = severity});
}

void Findings::add(std::string_view kind, Severity severity, std::string_view sentence, std::uint64_t count) {
    if (count == 0) {
        return;
    }
    Finding& found = finding(kind, severity);
    found.others += found.sum > 0 ? 1 : 0;
    found.sum += count;
    if (count > found.most) {
        found.most = count;
        found.sentence = sentence;
    }
}

void Findings::say(std::string_view kind, Severity severity, std::string_view who, std::string_view reason) {
    Finding& found = finding(kind, severity);
    ++found.sum;
    const auto known = std::ranges::find(found.reasons, reason, &Reason::text);
    if (known != found.reasons.end()) {
        ++known->others;
    } else if (found.reasons.size() < kMostReasons) {
        found.reasons.push_back({std::string(who), std::string(reason)});
    } else {
        ++found.others;
    }
}

std::string Findings::messageOf(const Finding& finding) {
    const std::string others =
        std::to_string(finding.others) + (finding.others == 1 ? " other has" : " others have");
    std::string message = finding.sentence;
    for (const Reason& reason : finding.reasons) {
        message += (message.empty() ? "" : " ") + reason.who +
                   (reason.others > 0 ? " and " + std::to_string(reason.others) + " more" : "") + ": " +
                   reason.text + (reason.text.ends_with('.') ? "" : ".");
    }
    if (finding.others > 0 && finding.reasons.empty()) {
        message += " This one: " + std::to_string(finding.most) + "; " + others + " the rest.";
    } else if (finding.others > 0) {
        message += " And " + others + " reasons of their own.";
    }
    return message;
}

void Findings::addTo(Diagnostics& diagnostics) const {
    for (const Finding& finding : findings_) {
        diagnostics.add(finding.kind, finding.severity, messageOf(finding), -1, finding.sum);
    }
}

} // namespace lanes::recorder
