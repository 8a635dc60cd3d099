// Completes the word being typed in a line of several words.
#pragma once

#include <QCompleter>
#include <QStringList>

class QLineEdit;
class QStringListModel;

namespace lanes {

class WordCompleter : public QCompleter {
    Q_OBJECT

public:
    // The words to complete: each one, or only the first of the line, which is its program.
    enum class Which { Each, First };
    WordCompleter(QLineEdit& edit, Which which);

    void setWords(const QStringList& words);
    // Returns the word that is typed at the end of a line; empty: no word to complete.
    [[nodiscard]] static QString wordAtEnd(const QString& line, Which which);

    [[nodiscard]] QStringList splitPath(const QString& line) const override;
    [[nodiscard]] QString pathFromIndex(const QModelIndex& index) const override;

private:
    QLineEdit& edit_;
    Which which_;
    QStringListModel* words_;
};

} // namespace lanes
