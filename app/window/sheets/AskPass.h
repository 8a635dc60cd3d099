// What ssh asks while a capture on another host begins: a password, the passphrase of a key, whether a host is the right one.
// ssh runs this program for it (SSH_ASKPASS), as nobody could type into a terminal.
#pragma once

#include <QDialog>

class QLineEdit;

namespace lanes {

class Appearance;

class AskPass : public QDialog {
    Q_OBJECT

public:
    // `question` as ssh has it. `kind` as in SSH_ASKPASS_PROMPT: "confirm" asks for yes or no, "none" for nothing at all, "" for
    // a text, which is hidden unless ssh wants a yes or no spelled out.
    AskPass(const Appearance& appearance, const QString& question, const QString& kind);

    // What goes to ssh once it was accepted.
    [[nodiscard]] QString answer() const;

private:
    QLineEdit* text_ = nullptr; // null: there is nothing to type
    QString spelled_;           // "yes" for a question that ssh wants it spelled out for
};

// As ssh runs it: argv[1] is the question. 0 and the answer on standard output, or 1 where there is none.
int runAskPass(int argc, char** argv);
// Whether this process was started for that.
[[nodiscard]] bool isAskPass(int argc);

} // namespace lanes
