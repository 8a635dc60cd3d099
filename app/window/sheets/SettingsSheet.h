// The settings that the user can change.
#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace lanes {

class Appearance;
class Settings;

class SettingsSheet : public QWidget {
    Q_OBJECT

public:
    SettingsSheet(Appearance& appearance, Settings& settings, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

private:
    Appearance& appearance_;
    Settings& settings_;
    QComboBox* theme_;
    QComboBox* language_;
    QComboBox* wheel_;
    QLineEdit* editor_;
};

} // namespace lanes
