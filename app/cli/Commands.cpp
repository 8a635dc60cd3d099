#include "app/cli/Commands.h"

#include <array>

namespace lanes::cli {

std::span<const Command> commands() {
    static constexpr std::array kCommands{
        Command{"record", "Runs a program and records what it does into a session", runRecord},
        Command{"attach", "Records a program that runs already", runAttach},
        Command{"detach", "Ends a recording that attach has begun; the program runs on", runDetach},
        Command{"ctl", "Pauses a running recording, marks a moment, or says how it stands", runCtl},
        Command{"look", "Says what a program would find on another host or in a container", runLook},
        Command{"doctor", "Says what can be recorded here, and what stands in the way", runDoctor},
        Command{"convert", "Converts a trace into a session, or a session into Chrome JSON", runConvert},
        Command{"info", "Prints what a session or a trace holds", runInfo},
        Command{"check", "Checks the data quality of a session, and lists losses, repairs and broken rules",
                runCheck},
        Command{"stats", "Prints statistics of operators, kernels or CUDA graphs", runStats},
        Command{"sql", "Answers a question in SQL", runSql},
        Command{"overview", "Prints where the time of a session went", runOverview},
        Command{"advice", "Says what to change in the program, and what that would save", runAdvice},
        Command{"diff", "Prints what got slower from one session to another", runDiff},
        Command{"path", "Prints the chain that decides how long it took, and what would make it shorter",
                runPath},
        Command{"ranks", "Prints which rank of a job holds the others up", runRanks},
        Command{"gate", "Checks that a session keeps within budgets against another, for CI", runGate},
        Command{"search", "Prints the events that a filter matches, and what is known of them", runSearch},
        Command{"reproduce", "Writes a Python script that runs one operator of a session alone",
                runReproduce},
        Command{"memory", "Prints how much memory was allocated, what is alive, and what makes the peak",
                runMemory},
        Command{"dataset", "Writes the ranks of a job as Parquet, for other engines", runDataset},
        Command{"metrics", "Prints the main figures of a session for Prometheus", runMetrics},
        Command{"mcp", "Answers an agent about sessions", runMcp},
        Command{"remote", "The far end of 'record --on', called by its near end", runRemote},
        Command{"table", "A table of a session for 'import lanescope', which calls it", runTable},
        Command{"source", "Prints a source file of a program that was recorded on another host", runSource},
        Command{"flame", "Writes the call tree of a session for other tools", runFlame},
    };
    return kCommands;
}

} // namespace lanes::cli
