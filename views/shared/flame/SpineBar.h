// The calls around what a flame graph shows, as one line; a click goes back out to one of them.
#pragma once

#include <QRectF>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace lanes {

class Appearance;

class SpineBar : public QWidget {
    Q_OBJECT

public:
    explicit SpineBar(Appearance& appearance, QWidget* parent = nullptr);

    // Outermost first; `remark` stands before them.
    void setCalls(const QString& remark, const QStringList& calls);
    [[nodiscard]] const QStringList& calls() const { return calls_; }

Q_SIGNALS:
    void chosen(int call);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    // The first call that is shown, so that the innermost ones fit; and where each begins.
    [[nodiscard]] std::vector<QRectF> boxes() const;

    Appearance& appearance_;
    QString remark_;
    QStringList calls_;
};

} // namespace lanes
