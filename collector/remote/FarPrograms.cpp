#include "collector/remote/FarPrograms.h"

#include "collector/remote/FarAnswer.h"
#include "collector/remote/WordList.h"

namespace lanes::remote {

namespace {

using attach::PythonProgram;

constexpr std::size_t kMostListBytes = std::size_t{8} << 20;

} // namespace

std::string encodedPrograms(const std::vector<PythonProgram>& programs) {
    WordWriter words;
    for (const PythonProgram& program : programs) {
        words.add(std::to_string(program.process));
        words.add(std::to_string(program.user));
        words.add(program.userName);
        words.add(std::to_string(program.gpuBytes));
        words.add(program.refusal);
        words.addList(program.command);
    }
    return words.take();
}

Result<std::vector<PythonProgram>> decodedPrograms(std::string_view text) {
    std::vector<PythonProgram> programs;
    WordReader words(text);
    while (words.more()) {
        PythonProgram program;
        program.process = words.number<pid_t>();
        program.user = words.number<uid_t>();
        program.userName = words.word();
        program.gpuBytes = words.number<std::int64_t>();
        program.refusal = words.word();
        program.command = words.list();
        if (!words.good() || program.command.empty() || program.process <= 0) {
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
