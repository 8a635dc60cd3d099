// What a capture holds, as a list in the capture dialog.
#pragma once

#include <QWidget>

namespace lanes {

class Appearance;

class RecordedKinds : public QWidget {
    Q_OBJECT

public:
    explicit RecordedKinds(Appearance& appearance, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refit();

    Appearance& appearance_;
};

} // namespace lanes
