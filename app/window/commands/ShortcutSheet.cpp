#include "app/window/commands/ShortcutSheet.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Style.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kShortcutsWidth = 640;
constexpr int kShortcutsHeight = 480;
constexpr int kIdRole = Qt::UserRole;

} // namespace

ShortcutSheet::ShortcutSheet(Appearance& appearance, Actions& actions, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , actions_(actions)
    , filter_(new QLineEdit(this))
    , list_(new QTreeWidget(this))
    , keys_(new QKeySequenceEdit(this))
    , assign_(new QPushButton(tr("Use these keys"), this))
    , none_(new QPushButton(tr("No keys"), this))
    , default_(new QPushButton(tr("As delivered"), this))
    , complaint_(new QLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 0, 24, 20);
    column->setSpacing(10);
    column->addWidget(filter_);
    column->addWidget(list_, 1);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(keys_, 1);
    line->addWidget(assign_);
    line->addWidget(none_);
    line->addWidget(default_);
    column->addLayout(line);
    column->addWidget(complaint_);
    filter_->setPlaceholderText(tr("Find a command"));
    filter_->setAccessibleName(tr("Find a command"));
    filter_->setClearButtonEnabled(true);
    list_->setHeaderLabels({tr("Command"), tr("Menu"), tr("Keys")});
    list_->setRootIsDecorated(false);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAccessibleName(tr("Commands and their keys"));
    list_->header()->setStretchLastSection(true);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    keys_->setAccessibleName(tr("New keys"));
    assign_->setProperty(Style::kPrimary, true);
    setFocusProxy(list_);
    fill();
    connect(filter_, &QLineEdit::textChanged, this, &ShortcutSheet::filter);
    connect(list_, &QTreeWidget::currentItemChanged, this, &ShortcutSheet::showPicked);
    connect(list_, &QTreeWidget::itemActivated, this, [this] { keys_->setFocus(); });
    connect(keys_, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& now) {
        if (now.count() > 1) {
            keys_->setKeySequence(QKeySequence(now[0])); // one stroke, no sequences
        }
        check();
    });
    connect(assign_, &QPushButton::clicked, this, &ShortcutSheet::assign);
    connect(none_, &QPushButton::clicked, this, [this] { actions_.setKeys(picked(), {}); });
    connect(default_, &QPushButton::clicked, this, [this] { actions_.setDefaultKeys(picked()); });
    connect(&actions_, &Actions::keysChanged, this, &ShortcutSheet::fill);
    showPicked();
}

void ShortcutSheet::fill() {
    const bool fresh = list_->topLevelItemCount() == 0;
    int index = 0;
    for (const ActionSpec& spec : actionSpecs()) {
        auto* item = fresh ? new QTreeWidgetItem(list_) : list_->topLevelItem(index);
        ++index;
        QStringList texts;
        for (const QKeySequence& key : actions_.keys(spec.id)) {
            texts << key.toString(QKeySequence::NativeText);
        }
        QString menu = Actions::menuTitle(spec);
        item->setText(0, actions_.plainText(spec.id));
        item->setText(1, menu.remove(QRegularExpression(QStringLiteral("\\(&.\\)|&"))));
        item->setText(2, texts.join(QStringLiteral(",  ")));
        item->setData(0, kIdRole, static_cast<int>(spec.id));
        QFont font = appearance_.fonts().sans(Fonts::kBody, actions_.hasOwnKeys(spec.id) ? 600 : 400);
        item->setFont(2, font);
    }
    if (fresh) {
        list_->setCurrentItem(list_->topLevelItem(0));
    }
    showPicked();
}

void ShortcutSheet::filter(const QString& words) {
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = list_->topLevelItem(i);
        const bool fits = item->text(0).contains(words, Qt::CaseInsensitive) ||
                          item->text(2).contains(words, Qt::CaseInsensitive);
        item->setHidden(!fits);
    }
}

void ShortcutSheet::pick(ActionId id) {
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        if (list_->topLevelItem(i)->data(0, kIdRole).toInt() == static_cast<int>(id)) {
            list_->setCurrentItem(list_->topLevelItem(i));
        }
    }
}

ActionId ShortcutSheet::picked() const {
    const QTreeWidgetItem* item = list_->currentItem();
    return item != nullptr ? static_cast<ActionId>(item->data(0, kIdRole).toInt()) : ActionId::Count;
}

void ShortcutSheet::showPicked() {
    const ActionId id = picked();
    const bool some = id != ActionId::Count;
    keys_->setKeySequence(some && !actions_.keys(id).isEmpty() ? actions_.keys(id).front() : QKeySequence());
    none_->setEnabled(some && !actions_.keys(id).isEmpty());
    default_->setEnabled(some && actions_.hasOwnKeys(id));
    check();
}

QString ShortcutSheet::complaint() const {
    return complaint_->text();
}

void ShortcutSheet::check() {
    const ActionId id = picked();
    const QKeySequence wanted = keys_->keySequence();
    const bool fresh = id != ActionId::Count && !wanted.isEmpty() && !actions_.keys(id).contains(wanted);
    const QString owner = fresh ? actions_.ownerOf(wanted, id) : QString();
    complaint_->setText(owner.isEmpty()
                            ? QString()
                            : tr("%1 is taken by “%2”. Give that other keys first, or choose others here.")
                                  .arg(wanted.toString(QKeySequence::NativeText), owner));
    QPalette palette = complaint_->palette();
    palette.setColor(QPalette::WindowText, appearance_.theme().bad);
    complaint_->setPalette(palette);
    assign_->setEnabled(fresh && owner.isEmpty());
}

void ShortcutSheet::assign() {
    if (assign_->isEnabled()) {
        actions_.setKeys(picked(), {keys_->keySequence()});
    }
}

QSize ShortcutSheet::sizeHint() const {
    return {appearance_.fonts().scaled(kShortcutsWidth), appearance_.fonts().scaled(kShortcutsHeight)};
}

} // namespace lanes
