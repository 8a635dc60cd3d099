// The page of a view that has nothing to show. It says what is missing and what would have to be recorded to see it.
#pragma once

#include <QString>
#include <QWidget>

namespace lanes {

class Appearance;

class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(Appearance& appearance, QString icon, QWidget* parent = nullptr);

    void setText(const QString& title, const QString& remedy);
    [[nodiscard]] const QString& title() const { return title_; }
    [[nodiscard]] const QString& remedy() const { return remedy_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    QString icon_;
    QString title_;
    QString remedy_;
};

} // namespace lanes
