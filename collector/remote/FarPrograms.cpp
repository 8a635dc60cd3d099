#include "collector/remote/FarPrograms.h"

#include "collector/remote/FarAnswer.h"

#include <charconv>
#include <optional>

namespace lanes::remote {

namespace {

using attach::PythonProgram;

constexpr std::size_t kMostListBytes = std::size_t{8} << 20;

// The words of a list, one after the other.
class ListReader {
public:
    explicit ListReader(std::string_view text)
        : rest_(text) {}

    [[nodiscard]] bool good() const { return good_; }
    [[nodiscard]] bool more() const { return good_ && !rest_.empty(); }
    std::string word() {
        const std::size_t end = rest_.find('\0');
        good_ = good_ && end != std::string_view::npos;
        if (!good_) {
            return {};
        }
        std::string taken(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return taken;
    }
    template<typename Number>
    Number number() {
        const std::string text = word();
        Number value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        good_ = good_ && error == std::errc() && end == text.data() + text.size();
        return value;
    }

private:
    std::string_view rest_;
    bool good_ = true;
};

} // namespace

std::string encodedPrograms(const std::vector<PythonProgram>& programs) {
    std::string text;
    const auto add = [&text](const std::string& word) { text.append(word.c_str(), word.size() + 1); };
    for (const PythonProgram& program : programs) {
        add(std::to_string(program.process));
        add(std::to_string(program.user));
        add(program.userName);
        add(std::to_string(program.gpuBytes));
        add(program.refusal);
        add(std::to_string(program.command.size()));
        for (const std::string& word : program.command) {
            add(word);
        }
    }
    return text;
}

Result<std::vector<PythonProgram>> decodedPrograms(std::string_view text) {
    std::vector<PythonProgram> programs;
    ListReader list(text);
    while (list.more()) {
        PythonProgram program;
        program.process = list.number<pid_t>();
        program.user = list.number<uid_t>();
        program.userName = list.word();
        program.gpuBytes = list.number<std::int64_t>();
        program.refusal = list.word();
        const auto words = list.number<std::uint32_t>();
        for (std::uint32_t i = 0; i < words && list.good(); ++i) {
            program.command.push_back(list.word());
        }
        if (!list.good() || program.command.empty() || program.process <= 0) {
            return Error{"what came is no list of programs."};
        }
        programs.push_back(std::move(program));
    }
    return programs;
}

Result<std::vector<PythonProgram>> programsOn(const CaptureTarget& target, const std::string& archive) {
    const auto text = askFarEnd(target, archive,
                                {.words = {"programs"},
                                 .what = "the list of running programs",
                                 .mostBytes = kMostListBytes,
                                 .first = true});
    if (!text) {
        return text.error();
    }
    auto programs = decodedPrograms(text.value());
    return programs ? std::move(programs) : Error{target.text() + ": " + programs.error().message};
}

Result<void> sendPrograms() {
    const std::string text = encodedPrograms(attach::pythonPrograms());
    return sendAnswerPart(text) && endAnswer(text.size()) ? Result<void>()
                                                          : Error{"nobody reads the list of programs"};
}

} // namespace lanes::remote
