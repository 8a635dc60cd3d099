// The bar below the menus: tabs of the views, visible range, history, search, capture.
#pragma once

#include "views/shared/session/ViewState.h"

#include <QAbstractButton>
#include <QPointer>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace lanes {

class Actions;
class Appearance;
class SearchField;
struct ViewSpec;

// The tab of one view: icon and name.
class ViewTab : public QAbstractButton {
    Q_OBJECT

public:
    ViewTab(Appearance& appearance, QString icon, const QString& name, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    QString icon_;
};

// Shows which part of the session is visible; where room is short, only its length. While a range is brushed, a click removes
// the brush.
class RangeChip : public QAbstractButton {
    Q_OBJECT

public:
    explicit RangeChip(Appearance& appearance, QWidget* parent = nullptr);
    void setState(ViewState* state);
    void setBrief(bool brief);
    [[nodiscard]] QSize sizeHint() const override { return sizeOf(brief_ ? length_ : text()); }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] QSize briefSize() const { return sizeOf(length_); }
    [[nodiscard]] QSize wholeSize() const { return sizeOf(text()); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void explain();
    [[nodiscard]] QSize sizeOf(const QString& text) const;

    Appearance& appearance_;
    QPointer<ViewState> state_;
    QString length_;
    bool brief_ = false;
    bool brushed_ = false;
};

// Tabs keep their names. Tabs without room are in a menu behind the last one.
class ViewBar : public QWidget {
    Q_OBJECT

public:
    ViewBar(Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);

    // Adds a view to choose from; the first is current. Keys must be unique.
    void addView(const ViewSpec& view);
    [[nodiscard]] const QString& currentView() const { return current_; } // its key
    void setCurrentView(const QString& key);
    // Sets the session whose range and history are shown, or null.
    void setState(ViewState* state);
    [[nodiscard]] QSize minimumSizeHint() const override; // with one tab and a brief range
    [[nodiscard]] SearchField& search() { return *search_; }
    [[nodiscard]] QWidget& captureButton();
    [[nodiscard]] QRect tabsRect() const;
    [[nodiscard]] QString rangeText() const; // the visible part of the session

Q_SIGNALS:
    void viewChanged(const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Tab {
        QString key;
        ViewTab* button = nullptr;
        bool wanted = false; // has a tab, or an entry in the menu
    };

    QToolButton* toolButton(QAction* action);
    void refreshHistory();
    void tint();
    void adapt();
    [[nodiscard]] Tab* tabOf(const QString& key);
    void makeMore();
    void showMore(); // lists the views whose tabs have no room
    [[nodiscard]] int widthBesideTabs(bool briefRange) const;
    [[nodiscard]] int widthOf(const ViewTab& tab) const;
    [[nodiscard]] int shownWithin(int room) const;

    Appearance& appearance_;
    const Actions& actions_;
    QPointer<ViewState> state_;
    QHBoxLayout* layout_;
    QHBoxLayout* tabsLayout_;
    std::vector<Tab> tabs_; // in their order
    QToolButton* more_;
    QString current_;
    RangeChip* chip_;
    SearchField* search_;
    QAction* searchIcon_;
    QPushButton* capture_;
};

} // namespace lanes
