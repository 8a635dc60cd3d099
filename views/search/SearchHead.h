// The top of the search panel: the search text, the summary of matches, and a button to close.
#pragma once

#include "views/shared/panels/HeadRow.h"

namespace lanes {

class SearchHead : public HeadRow {
    Q_OBJECT

public:
    explicit SearchHead(Appearance& appearance, QWidget* parent = nullptr);
    // Names the keys that do the same as the buttons.
    void setKeys(const QString& next, const QString& previous);
    // `wrong` is true if the second line says why there are no matches.
    void setTexts(const QString& search, const QString& summary, bool wrong);
    [[nodiscard]] const QString& summary() const { return summary_; }

Q_SIGNALS:
    void closeRequested();
    void stepRequested(bool forward);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QToolButton* next_;
    QToolButton* previous_;
    QString search_;
    QString summary_;
    bool wrong_ = false;
    int lines_ = 1; // of the summary
};

} // namespace lanes
