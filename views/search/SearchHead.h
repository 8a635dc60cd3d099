// The top of the search panel: what is looked for, what was found, and the way out.
#pragma once

#include "views/shared/PanelParts.h"

class QToolButton;

namespace lanes {

class SearchHead : public PanelRow {
    Q_OBJECT

public:
    explicit SearchHead(Appearance& appearance, QWidget* parent = nullptr);
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
    QToolButton* makeButton(const QString& icon, const QString& text);
    void tint();

    QString search_;
    QString summary_;
    bool wrong_ = false;
    std::vector<std::pair<QToolButton*, QString>> buttons_; // from the right
};

} // namespace lanes
