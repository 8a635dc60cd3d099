// The kinds of data to record, as a list in the capture dialog. Each has a description, a check box, and its cost where that
// has been measured.
#pragma once

#include "app/capture/CaptureOptions.h"

#include <QList>
#include <QWidget>

class QCheckBox;
class QLabel;

namespace lanes {

class Appearance;

class RecordedKinds : public QWidget {
    Q_OBJECT

public:
    explicit RecordedKinds(Appearance& appearance, QWidget* parent = nullptr);

    void say(const CaptureOptions& options); // emits nothing
    void takeInto(CaptureOptions& options) const;
    [[nodiscard]] QList<QWidget*> inOrder() const; // for the Tab key

Q_SIGNALS:
    void changed();

private:
    void addCost(int row, int column, const QString& text);
    void tint();

    Appearance& appearance_;
    QList<QCheckBox*> boxes_; // in the order of the table
    QList<QLabel*> texts_;
    QList<QLabel*> costs_;
};

} // namespace lanes
