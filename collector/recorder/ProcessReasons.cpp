#include "collector/recorder/ProcessReasons.h"

#include <sstream>

namespace lanes::recorder {

void ProcessReasons::add(const std::string& process, const std::string& reasons) {
    std::istringstream lines(reasons);
    for (std::string sentence; std::getline(lines, sentence);) {
        const auto [known, isNew] = saidBy_.try_emplace(sentence, Sayers{process});
        known->second.others += isNew ? 0 : 1;
    }
}

std::vector<std::string> ProcessReasons::texts() const {
    std::vector<std::string> texts;
    texts.reserve(saidBy_.size());
    for (const auto& [sentence, sayers] : saidBy_) {
        texts.push_back("process " + sayers.first +
                        (sayers.others > 0 ? " and " + std::to_string(sayers.others) + " more" : "") + ": " +
                        sentence);
    }
    return texts;
}

} // namespace lanes::recorder
