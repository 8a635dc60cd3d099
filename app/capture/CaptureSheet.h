// The dialog that starts a capture: what to run, where, and into which session. Says in the fields what is wrong.
#pragma once

#include "app/capture/CaptureCommand.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;
class QProcess;
class QPushButton;

namespace lanes {

class Appearance;
class Settings;

class CaptureSheet : public QWidget {
    Q_OBJECT

public:
    CaptureSheet(Appearance& appearance, Settings& settings, QWidget* parent = nullptr);
    ~CaptureSheet() override;

    [[nodiscard]] CaptureRequest request() const;
    [[nodiscard]] QString shownError() const; // of the first field that has one
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void startRequested(const lanes::CaptureRequest& request);
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Field {
        QLabel* label = nullptr;
        QLineEdit* edit = nullptr;
        QLabel* hint = nullptr; // what is wrong, or what was found
        QAction* icon = nullptr;
        QString iconName;
    };
    Field addField(int row, const QString& label, const QString& icon, const QString& name);
    void setHint(Field& field, const QString& error, const QString& hint);
    void check();
    void askInterpreter();
    void start();
    void chooseFolder();
    void tint();

    Appearance& appearance_;
    Settings& settings_;
    QLabel* title_;
    QGridLayout* grid_;
    Field command_;
    Field folder_;
    Field output_;
    QLabel* summary_;
    QPushButton* browse_;
    QPushButton* copy_;
    QPushButton* cancel_;
    QPushButton* start_;
    QProcess* asking_ = nullptr;
    QString askedFor_;
    QString interpreterFound_;
};

} // namespace lanes
