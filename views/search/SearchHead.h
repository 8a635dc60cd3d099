// The top of the search panel: what is looked for, what was found, and the way out.
#pragma once

#include "views/shared/panels/HeadRow.h"

namespace lanes {

class SearchHead : public HeadRow {
    Q_OBJECT

public:
    explicit SearchHead(Appearance& appearance, QWidget* parent = nullptr);
    // Which keys do what its buttons do.
    void setKeys(const QString& next, const QString& previous);
    // `wrong`: the second line says why there is nothing.
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
