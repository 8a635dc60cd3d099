#include "app/window/sheets/SourceSheet.h"

#include "app/settings/Settings.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kSourceSheetWidth = 640;

QString tidyFolder(const QString& folder) {
    const QString clean = folder.trimmed();
    return clean.size() > 1 && clean.endsWith(QLatin1Char('/')) ? clean.chopped(1) : clean;
}

} // namespace

SourceSheet::SourceSheet(Appearance& appearance, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , settings_(settings)
    , status_(new QLabel(this))
    , locate_(new QPushButton(tr("Choose its folder here…"), this))
    , lines_(new QVBoxLayout())
    , add_(new QPushButton(tr("Add a line"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 0, 24, 24);
    column->setSpacing(12);
    status_->setWordWrap(true);
    status_->setTextFormat(Qt::PlainText);
    column->addWidget(status_);
    auto* chosen = new QHBoxLayout();
    chosen->addWidget(locate_);
    chosen->addStretch(1);
    column->addLayout(chosen);
    auto* heads = new QHBoxLayout();
    heads->addWidget(new QLabel(tr("Folder as recorded"), this), 1);
    heads->addWidget(new QLabel(tr("Folder here"), this), 1);
    heads->addSpacing(QPushButton(tr("Choose…")).sizeHint().width() +
                      QPushButton(tr("Remove")).sizeHint().width() + 2 * heads->spacing()); // as in the lines
    column->addLayout(heads);
    lines_->setSpacing(8);
    column->addLayout(lines_);
    auto* below = new QHBoxLayout();
    below->addWidget(add_);
    below->addStretch(1);
    column->addLayout(below);
    connect(locate_, &QPushButton::clicked, this, &SourceSheet::locate);
    connect(add_, &QPushButton::clicked, this, [this] {
        addLine({});
        shown_.back().recorded->setFocus();
        Q_EMIT sizeChanged();
    });
    setFocusProxy(locate_);
}

QSize SourceSheet::sizeHint() const {
    const int width = appearance_.fonts().scaled(kSourceSheetWidth);
    return {width, layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                 : layout()->totalSizeHint().height()};
}

QString SourceSheet::statusText() const {
    return status_->text();
}

void SourceSheet::examine(std::shared_ptr<const Trace> trace, const QString& sessionFolder,
                          const QString& wanted) {
    trace_ = std::move(trace);
    sessionFolder_ = sessionFolder;
    wanted_ = wanted;
    filling_ = true;
    clearLines();
    for (const auto& [recorded, here] : settings_.sourceMappings()) {
        addLine({recorded, here});
    }
    if (shown_.empty()) {
        addLine({});
    }
    filling_ = false;
    look();
}

void SourceSheet::addLine(const SourceMapping& mapping) {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* recorded = new QLineEdit(mapping.recorded, row);
    auto* here = new QLineEdit(mapping.here, row);
    auto* browse = new QPushButton(tr("Choose…"), row);
    auto* remove = new QPushButton(tr("Remove"), row);
    recorded->setPlaceholderText(QStringLiteral("/workspace/train"));
    here->setPlaceholderText(QDir::homePath() + QStringLiteral("/train"));
    recorded->setToolTip(
        tr("A dot stands for names that begin with no folder, as torch.profiler writes them."));
    recorded->setAccessibleName(tr("Folder as recorded"));
    here->setAccessibleName(tr("Folder here"));
    layout->addWidget(recorded, 1);
    layout->addWidget(here, 1);
    layout->addWidget(browse);
    layout->addWidget(remove);
    lines_->addWidget(row);
    shown_.push_back({row, recorded, here});
    connect(recorded, &QLineEdit::editingFinished, this, &SourceSheet::keep);
    connect(here, &QLineEdit::editingFinished, this, &SourceSheet::keep);
    connect(browse, &QPushButton::clicked, this, [this, here] { this->browse(*here); });
    connect(remove, &QPushButton::clicked, this, [this, row] { removeLine(row); });
}

void SourceSheet::removeLine(QWidget* row) {
    std::erase_if(shown_, [row](const Line& line) { return line.row == row; });
    row->hide();
    row->deleteLater();
    add_->setFocus();
    keep();
    Q_EMIT sizeChanged();
}

void SourceSheet::clearLines() {
    for (const Line& line : std::exchange(shown_, {})) {
        delete line.row;
    }
}

void SourceSheet::browse(QLineEdit& here) {
    auto* dialog = new QFileDialog(window(), tr("Folder with the sources"), here.text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &here, [this, &here](const QString& folder) {
        here.setText(folder);
        keep();
    });
    dialog->open();
}

void SourceSheet::locate() {
    auto* dialog = new QFileDialog(window(), tr("Folder with %1").arg(missing_.section(QLatin1Char('/'), -1)),
                                   QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &SourceSheet::takeFolder);
    dialog->open();
}

// What is recorded of the file's path, and where its end is below the folder, says which folder stands for which.
void SourceSheet::takeFolder(const QString& folder) {
    const auto mapping = mappingBy(missing_, folder);
    if (!mapping) {
        status_->setText(tr("%1 is not in %2, nor in a folder of that name below it; choose another.")
                             .arg(missing_, QDir::toNativeSeparators(folder)));
        return;
    }
    const auto free = std::ranges::find_if(shown_, [&](const Line& line) {
        const bool same = line.recorded->text() == mapping->recorded;
        // one folder stands for one other, but relative names may be in several
        return (same && mapping->recorded != SourceMapping::kRelative) ||
               line.recorded->text().trimmed().isEmpty();
    });
    if (free != shown_.end()) {
        free->recorded->setText(mapping->recorded);
        free->here->setText(mapping->here);
    } else {
        addLine(*mapping);
        Q_EMIT sizeChanged();
    }
    keep();
}

void SourceSheet::keep() {
    if (filling_) {
        return;
    }
    QList<std::pair<QString, QString>> mappings;
    for (const Line& line : shown_) {
        const QString recorded = tidyFolder(line.recorded->text());
        const QString here = tidyFolder(line.here->text());
        if (!recorded.isEmpty() && !here.isEmpty()) {
            mappings << std::pair(recorded, here);
        }
    }
    if (mappings != settings_.sourceMappings()) {
        settings_.setSourceMappings(mappings);
        look();
    }
}

void SourceSheet::look() {
    missing_.clear();
    locate_->setEnabled(false);
    SourcePlaces places;
    places.sessionFolder = sessionFolder_;
    for (const auto& [recorded, here] : settings_.sourceMappings()) {
        places.mappings << SourceMapping{recorded, here};
    }
    if (!trace_) {
        status_->setText(
            tr("Files that a session names by another folder than they have here are looked for by "
               "these lines."));
        return;
    }
    status_->setText(tr("Looking for the session's source files"));
    job_.run(
        [trace = trace_, places, wanted = wanted_](const std::stop_token& stop) {
            MissingSources missing = missingSources(*trace, places, stop);
            if (!wanted.isEmpty() && !QFileInfo(places.placeOf(wanted)).isFile()) {
                missing.files.removeAll(wanted);
                missing.files.prepend(wanted);
            }
            return missing;
        },
        [this](const MissingSources& missing) { tell(missing); });
}

void SourceSheet::tell(const MissingSources& missing) {
    missing_ = missing.files.value(0);
    locate_->setEnabled(!missing_.isEmpty());
    const auto more = static_cast<int>(missing.files.size()) - 1;
    if (missing_.isEmpty()) {
        status_->setText(missing.found > 0 ? tr("All %n source files of this session are found.", nullptr,
                                                pluralOf(missing.found))
                                           : tr("This session names no source files."));
    } else {
        QString text = tr("%1 is not found here.").arg(missing_);
        if (more > 0) {
            text += QLatin1Char(' ') + tr("Nor are %n others.", nullptr, more);
        }
        status_->setText(text);
    }
    Q_EMIT sizeChanged();
}

} // namespace lanes
