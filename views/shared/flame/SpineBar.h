// One line with the calls around the part that a flame graph shows. A click goes back out to one of them.
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

    // The outermost call first. `remark` stands before the calls.
    void setCalls(const QString& remark, const QStringList& calls);
    [[nodiscard]] const QStringList& calls() const { return calls_; }

Q_SIGNALS:
    void chosen(int call);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    // Boxes of the calls shown. Outer calls are left out where room is short, so that the innermost ones fit.
    [[nodiscard]] std::vector<QRectF> boxes() const;

    Appearance& appearance_;
    QString remark_;
    QStringList calls_;
};

} // namespace lanes
