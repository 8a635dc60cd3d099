#include "app/window/sheets/SettingsSheet.h"

#include "app/settings/Settings.h"
#include "views/shared/look/Appearance.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kSettingsWidth = 520;

} // namespace

SettingsSheet::SettingsSheet(Appearance& appearance, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , settings_(settings)
    , theme_(new QComboBox(this))
    , language_(new QComboBox(this))
    , wheel_(new QComboBox(this))
    , editor_(new QLineEdit(this)) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(24, 0, 24, 24);
    form->setVerticalSpacing(12);
    form->setHorizontalSpacing(24);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("Theme"), theme_);
    form->addRow(tr("Language"), language_);
    form->addRow(tr("Mouse wheel"), wheel_);
    form->addRow(tr("Editor"), editor_);
    auto* nextStart = new QLabel(tr("Another language is used from the next start on."), this);
    nextStart->setWordWrap(true);
    form->insertRow(2, QString(), nextStart);
    auto* hint = new QLabel(
        tr("{file} and {line} stand for the place. Empty: $VISUAL, $EDITOR or the desktop's choice."), this);
    hint->setWordWrap(true);
    form->addRow(QString(), hint);

    theme_->addItems({tr("As the desktop"), tr("Light"), tr("Dark")});
    theme_->setCurrentIndex(static_cast<int>(settings_.theme()));
    connect(theme_, &QComboBox::activated, this,
            [this](int index) { settings_.setTheme(static_cast<ThemeChoice>(index)); });
    connect(&settings_, &Settings::themeChanged, this,
            [this] { theme_->setCurrentIndex(static_cast<int>(settings_.theme())); });

    language_->addItem(tr("As the desktop"), QString());
    language_->addItem(QStringLiteral("English"), QStringLiteral("en"));
    language_->addItem(QStringLiteral("简体中文"), QStringLiteral("zh_CN"));
    language_->setCurrentIndex(std::max(0, language_->findData(settings_.language())));
    connect(language_, &QComboBox::activated, this,
            [this](int index) { settings_.setLanguage(language_->itemData(index).toString()); });

    wheel_->addItems({tr("Scrolls the rows, with Ctrl zooms"), tr("Zooms, with Ctrl scrolls the rows")});
    wheel_->setCurrentIndex(settings_.wheelZooms() ? 1 : 0);
    wheel_->setObjectName(QStringLiteral("wheel"));
    connect(wheel_, &QComboBox::activated, this, [this](int index) { settings_.setWheelZooms(index == 1); });

    editor_->setPlaceholderText(QStringLiteral("code -g {file}:{line}"));
    editor_->setText(settings_.editor());
    connect(editor_, &QLineEdit::textEdited, &settings_, &Settings::setEditor);
    setFocusProxy(theme_);
}

QSize SettingsSheet::sizeHint() const {
    return {appearance_.fonts().scaled(kSettingsWidth),
            layout()->totalHeightForWidth(appearance_.fonts().scaled(kSettingsWidth))};
}

} // namespace lanes
