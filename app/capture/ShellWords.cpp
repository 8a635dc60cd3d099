#include "app/capture/ShellWords.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

class Splitter {
public:
    Splitter(const QString& line, Home home)
        : line_(line)
        , home_(home) {}

    ShellWords split() {
        for (at_ = 0; at_ < line_.size(); ++at_) {
            take(line_[at_]);
        }
        out_.openQuote = !quote_.isNull();
        endWord();
        return std::move(out_);
    }

private:
    void take(QChar c) {
        if (quote_ == QLatin1Char('\'')) {
            takeQuoted(c);
        } else if (c == QLatin1Char('\\') && at_ + 1 < line_.size()) {
            takeEscaped(line_[++at_]);
        } else if (!quote_.isNull()) {
            takeQuoted(c);
        } else {
            takePlain(c);
        }
    }

    void takeQuoted(QChar c) {
        if (c == quote_) {
            quote_ = QChar();
        } else {
            word_ += c;
        }
    }

    // Within double quotes a backslash only means something before these.
    void takeEscaped(QChar c) {
        static const QString kSpecial = QStringLiteral("\"\\$`");
        if (!quote_.isNull() && !kSpecial.contains(c)) {
            word_ += QLatin1Char('\\');
        }
        word_ += c;
        inWord_ = true;
    }

    // "$(", or the variable "$NAME" that a shell would put the value of in its place; empty: nothing of the kind.
    [[nodiscard]] QString expansionAt() const {
        static const QRegularExpression kExpansion(
            QStringLiteral(R"(\G\$(\(|\{?[A-Za-z_][A-Za-z_0-9]*\}?))"));
        return line_[at_] == QLatin1Char('$') ? kExpansion.match(line_, at_).captured(0) : QString();
    }

    void takePlain(QChar c) {
        static const QString kShellOnly = QStringLiteral("|&;<>`");
        if (c.isSpace()) {
            endWord();
            return;
        }
        if (c == QLatin1Char('\'') || c == QLatin1Char('"')) {
            quote_ = c;
            inWord_ = true;
            return;
        }
        if (out_.shellOnly.isEmpty()) {
            out_.shellOnly = kShellOnly.contains(c) ? QString(c) : expansionAt();
        }
        startsWithTilde_ |= !inWord_ && c == QLatin1Char('~');
        word_ += c;
        inWord_ = true;
    }

    void endWord() {
        if (inWord_) {
            out_.words << (startsWithTilde_ && home_ == Home::Ours ? expandHome(word_) : word_);
        }
        word_.clear();
        inWord_ = false;
        startsWithTilde_ = false;
    }

    const QString& line_;
    Home home_;
    qsizetype at_ = 0;
    QChar quote_; // null outside of quotes
    QString word_;
    bool inWord_ = false; // "" is a word as well
    bool startsWithTilde_ = false;
    ShellWords out_;
};

} // namespace

ShellWords splitShellWords(const QString& line, Home home) {
    return Splitter(line, home).split();
}

QString quotedForShell(const QString& word) {
    static const QString kPlain = QStringLiteral("-_./=:,+@%");
    const bool plain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || kPlain.contains(c);
    });
    QString inside = word;
    return plain ? word
                 : QLatin1Char('\'') + inside.replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
                       QLatin1Char('\'');
}

QString expandHome(const QString& path) {
    const bool home = path == QLatin1String("~") || path.startsWith(QLatin1String("~/"));
    return home ? QDir::homePath() + path.mid(1) : path;
}

QString shortPath(const QString& path) {
    return path.startsWith(QDir::homePath() + QLatin1Char('/'))
               ? QLatin1Char('~') + path.mid(QDir::homePath().size())
               : path;
}

} // namespace lanes
