// The capture dialog as its users meet it.
#pragma once

#include "app/capture/sheet/CaptureField.h"
#include "app/capture/sheet/CaptureSheet.h"
#include "app/window/MainWindow.h"
#include "tests/app/ShownWidgets.h"

#include <QLabel>
#include <QLineEdit>
#include <QtTest>

#include <algorithm>

namespace lanes::test {

// The fields of the capture dialog: typed into as a user does.
class CaptureDialog {
public:
    explicit CaptureDialog(MainWindow& window)
        : sheet(*window.findChild<CaptureSheet*>()) {}

    [[nodiscard]] CaptureField& field(const char* name) const {
        return *static_cast<CaptureField*>(sheet.findChild<QLineEdit*>(name)->parentWidget());
    }
    void type(const char* name, const QString& text) const {
        QLineEdit& edit = field(name).edit();
        edit.setFocus();
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClicks(&edit, text);
    }
    // Whether one of its labels says this.
    [[nodiscard]] bool says(const QString& text) const {
        const QList<QLabel*> labels = sheet.findChildren<QLabel*>();
        return std::ranges::any_of(labels,
                                   [&](const QLabel* l) { return l->isVisible() && l->text() == text; });
    }
    [[nodiscard]] QPushButton* start() const { return buttonWith(sheet, "Start capture"); }

    CaptureSheet& sheet;
};

} // namespace lanes::test
