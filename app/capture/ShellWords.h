// Splits a line into words as a shell does, without its expansions.
#pragma once

#include <QString>
#include <QStringList>

namespace lanes {

struct ShellWords {
    QStringList words;
    // Reasons why a shell would read the line in another way; at most one is set.
    bool openQuote = false; // a quote is not closed
    QString shellOnly;      // the first of | & ; < > ` $( $NAME outside quotes
};

// Owner of the home folder meant by "~/" at the start of a word. Ours is expanded; that of the host where the command runs is
// kept.
enum class Home { Ours, Theirs };

// Handles quotes of both kinds and backslashes as POSIX does.
[[nodiscard]] ShellWords splitShellWords(const QString& line, Home home = Home::Ours);

// Returns the word quoted so that a shell yields it unchanged.
[[nodiscard]] QString quotedForShell(const QString& word);

// Expands "~" and "~/x" as the shell does.
[[nodiscard]] QString expandHome(const QString& path);
// The reverse: abbreviates the home folder to "~".
[[nodiscard]] QString shortPath(const QString& path);

} // namespace lanes
