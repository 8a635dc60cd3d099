// Shows the questions of ssh when a capture on another host begins: for a password, for a key's passphrase, or to confirm the
// host. ssh runs this program to ask (SSH_ASKPASS), because it has no terminal.
#pragma once

#include <QDialog>

class QLineEdit;

namespace lanes {

class Appearance;

class AskPass : public QDialog {
    Q_OBJECT

public:
    // `question` is the text from ssh. `kind` is that of SSH_ASKPASS_PROMPT: "confirm" asks for yes or no, "none" only informs,
    // "" asks for a text. The text is hidden unless ssh wants a yes or no spelled out.
    AskPass(const Appearance& appearance, const QString& question, const QString& kind);

    // The answer for ssh after the dialog was accepted.
    [[nodiscard]] QString answer() const;

private:
    QLineEdit* text_ = nullptr; // null: nothing to type
    QString spelled_;           // "yes" for a question that ssh wants answered by that word
};

// The main function when ssh runs the program: argv[1] is the question. Returns 0 with the answer on standard output, or 1
// without an answer.
int runAskPass(int argc, char** argv);
// True: ssh started this process to ask.
[[nodiscard]] bool isAskPass(int argc);

} // namespace lanes
