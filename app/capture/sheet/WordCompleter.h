// Completes the word that is being typed in a line of several.
#pragma once

#include <QCompleter>
#include <QStringList>

class QLineEdit;
class QStringListModel;

namespace lanes {

class WordCompleter : public QCompleter {
    Q_OBJECT

public:
    // Of which words: each, or only the first of the line, as its program is.
    enum class Which { Each, First };
    WordCompleter(QLineEdit& edit, Which which);

    void setWords(const QStringList& words);
    // What of a line is the word that is typed at its end; empty: none that is completed.
    [[nodiscard]] static QString wordAtEnd(const QString& line, Which which);

    [[nodiscard]] QStringList splitPath(const QString& line) const override;
    [[nodiscard]] QString pathFromIndex(const QModelIndex& index) const override;

private:
    QLineEdit& edit_;
    Which which_;
    QStringListModel* words_;
};

} // namespace lanes
