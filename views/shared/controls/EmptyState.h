// The page of a view that has nothing to show. It says what is missing and what would have to be recorded to see it.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QPushButton;

namespace lanes {

class Appearance;

class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(Appearance& appearance, QString icon, QWidget* parent = nullptr);

    // Removes the buttons that were offered.
    void setText(const QString& title, const QString& remedy);
    // Buttons below the text: `chosen` is called with the place of the one that was pressed.
    void offer(const QStringList& texts, const std::function<void(int)>& chosen);
    [[nodiscard]] const QString& title() const { return title_; }
    [[nodiscard]] const QString& remedy() const { return remedy_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeOffers();

    Appearance& appearance_;
    QString icon_;
    QString title_;
    QString remedy_;
    QList<QPushButton*> offers_; // children
};

} // namespace lanes
