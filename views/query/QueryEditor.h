// The field for a query. Ctrl+Enter runs it, Ctrl+Space completes a word, Tab takes the completion or leaves the field.
#pragma once

#include "views/query/QueryEngine.h"

#include <QPlainTextEdit>

class QCompleter;
class QStringListModel;

namespace lanes {

class Appearance;

class QueryEditor : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit QueryEditor(Appearance& appearance, QWidget* parent = nullptr);

    void setWords(QueryEngine::Words words);
    [[nodiscard]] const QCompleter& completer() const { return *completer_; }
    // Marks the word at a byte of the query's UTF-8 as wrong and moves the cursor there. The next edit takes the mark away.
    void markWrong(std::size_t byte);
    // Selections that are painted over the text: the wrong word.
    [[nodiscard]] bool isMarked() const { return !extraSelections().isEmpty(); }

Q_SIGNALS:
    void runAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void complete(bool asked);
    void insert(const QString& completion);
    // The part of a word before the cursor; within quotes it may hold any sign.
    [[nodiscard]] QString prefix(bool& quoted) const;
    void restyle();

    Appearance& appearance_;
    QCompleter* completer_;
    QStringListModel* model_;
    QueryEngine::Words words_;
};

} // namespace lanes
