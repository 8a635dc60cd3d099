// A line as a shell splits it into words, without its expansions.
#pragma once

#include <QString>
#include <QStringList>

namespace lanes {

struct ShellWords {
    QStringList words;
    // Why the line means something else to a shell; at most one of both is set.
    bool openQuote = false; // a quote that is not closed
    QString shellOnly;      // the first of | & ; < > ` $( $NAME that stands outside of quotes
};

// Whose "~/" at the start of a word is meant: ours, which is put in its place, or that of the host where it will run.
enum class Home { Ours, Theirs };

// Quotes of both kinds and backslashes as POSIX has them.
[[nodiscard]] ShellWords splitShellWords(const QString& line, Home home = Home::Ours);

// The word so that a shell gives it back unchanged.
[[nodiscard]] QString quotedForShell(const QString& word);

// "~" and "~/x" as the shell has them.
[[nodiscard]] QString expandHome(const QString& path);
// The other way round.
[[nodiscard]] QString shortPath(const QString& path);

} // namespace lanes
