// The panel at the right of a view, 300 px wide beside small ones and wider beside large ones: rows under one another, scrolled
// where they don't fit.
#pragma once

#include <QPointer>
#include <QWidget>

class QScrollArea;
class QVBoxLayout;

namespace lanes {

class Appearance;
class KeptScroll;

class SidePanel : public QWidget {
    Q_OBJECT

public:
    explicit SidePanel(Appearance& appearance, QWidget* parent = nullptr);

    // Between begin() and end() rows are added; then they replace what was shown. Where the title is the same, as while a session is
    // recorded, the panel stays where it was scrolled to, and the keyboard where it was.
    void begin();
    void end();
    // Takes the row.
    template<class Row>
    Row* add(Row* row) {
        addRow(row);
        return row;
    }
    void addRule(int above = 0, int below = 4);
    // At the bottom of the panel, below all that scrolls. Takes the row.
    void setFoot(QWidget* row);
    void fitTo(int viewWidth); // narrower beside small views

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addRow(QWidget* row);
    void restyle();

    Appearance& appearance_;
    QVBoxLayout* outer_;
    QScrollArea* scroll_;
    QWidget* content_ = nullptr; // from begin() to end()
    QVBoxLayout* rows_ = nullptr;
    QWidget* foot_ = nullptr;
    QString title_; // of what is shown
    QPointer<KeptScroll> kept_;
    int view_ = 0; // its width in px at 100 %
};

} // namespace lanes
