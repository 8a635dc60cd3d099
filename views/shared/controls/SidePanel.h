// The panel at the right of a view: rows below one another that scroll where they don't fit. It is 300 px wide beside small
// views and wider beside large ones.
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

    // Rows are added between begin() and end(); end() then replaces the rows shown. If the title stays the same, as while a
    // session is recorded, the panel keeps its scroll position and the keyboard focus.
    void begin();
    void end();
    // Takes ownership of the row.
    template<class Row>
    Row* add(Row* row) {
        addRow(row);
        return row;
    }
    void addRule(int above = 0, int below = 4);
    // Puts a row at the bottom of the panel, outside the scrolled part. Takes ownership of the row.
    void setFoot(QWidget* row);
    void fitTo(int viewWidth); // the panel is narrower beside small views

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addRow(QWidget* row);
    void restyle();

    Appearance& appearance_;
    QVBoxLayout* outer_;
    QScrollArea* scroll_;
    QWidget* content_ = nullptr; // between begin() and end(), else null
    QVBoxLayout* rows_ = nullptr;
    QWidget* foot_ = nullptr;
    QString title_; // title of the rows shown
    QPointer<KeptScroll> kept_;
    int view_ = 0; // width of the view in px at 100 %
};

} // namespace lanes
