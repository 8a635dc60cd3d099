// The subcommands that need no Qt. Each has a file of its own in a folder beside this one. The table in Commands.cpp lists
// them.
#pragma once

#include "app/cli/Command.h"

namespace lanes::cli {

[[nodiscard]] std::span<const Command> commands();

// recording/, each in the file of its command: runAttach in AttachCommand.cpp. Arguments and result as in Command::run.
int runAttach(int argc, char** argv);
int runCtl(int argc, char** argv);
int runDetach(int argc, char** argv);
int runDoctor(int argc, char** argv);
int runLook(int argc, char** argv);
int runRecord(int argc, char** argv);
int runRemote(int argc, char** argv);
int runSource(int argc, char** argv);

// answers/, each in the file of its command: runAdvice in AdviceCommand.cpp. Arguments and result as in Command::run.
int runAdvice(int argc, char** argv);
int runCheck(int argc, char** argv);
int runDiff(int argc, char** argv);
int runGate(int argc, char** argv); // exit code 3: a budget is broken beyond the variance
int runMcp(int argc, char** argv);
int runPath(int argc, char** argv);
int runRanks(int argc, char** argv);

// tables/, each in the file of its command: runConvert in ConvertCommand.cpp. Arguments and result as in Command::run.
int runConvert(int argc, char** argv);
int runDataset(int argc, char** argv);
int runFlame(int argc, char** argv);
int runInfo(int argc, char** argv);
int runMemory(int argc, char** argv);
int runMetrics(int argc, char** argv);
int runOverview(int argc, char** argv);
int runSearch(int argc, char** argv);
int runReproduce(int argc, char** argv);
int runSql(int argc, char** argv);
int runStats(int argc, char** argv);
int runTable(int argc, char** argv);

} // namespace lanes::cli
