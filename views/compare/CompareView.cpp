#include "views/compare/CompareView.h"

#include "views/compare/CompareHead.h"
#include "views/compare/ComparePanel.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>

#include <algorithm>
#include <array>

namespace lanes {
namespace {

constexpr std::array kGroups{DiffBy::Name,  DiffBy::Kernel, DiffBy::Shapes,  DiffBy::Module,
                             DiffBy::Stack, DiffBy::Step,   DiffBy::Category};

} // namespace

CompareView::CompareView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("compare"), tr("Compare"), tr("Filter rows"), QStringLiteral("compare.csv")},
                parent)
    , pictures_(new SegmentedControl(appearance, {tr("Table"), tr("Flame graph"), tr("Timelines")}))
    , sides_(new CompareSides(this))
    , partner_(new ChoiceButton(appearance, tr("With"), {}))
    , runs_(new ChoiceButton(appearance, tr("Runs"), {}))
    , group_(new ChoiceButton(appearance, tr("By"),
                              {tr("Name"), tr("Kernel"), tr("Name and shapes"), tr("Module"), tr("Stack"),
                               tr("Step"), tr("Category")}))
    , head_(new CompareHead(appearance))
    , flame_(new DiffFlame(appearance, this))
    , timelines_(new StepTimelines(appearance, this))
    , comparePanel_(new ComparePanel(appearance, panel(), *sides_, this)) {
    flame_->hide();
    timelines_->hide();
    addControl(pictures_);
    addControl(partner_);
    addControl(runs_);
    addControl(group_);
    addAbove(head_);
    setColumns(compareColumns(), static_cast<int>(CompareColumn::Delta));
    connect(group_, &ChoiceButton::chosen, this, &CompareView::invalidate);
    connect(head_, &CompareHead::chosen, this, [this](std::uint32_t row) {
        table().setCurrent(row);
        chooseRow(row, false);
    });
    connect(&table(), &DataTable::currentChanged, head_, &CompareHead::setCurrent);
    connect(pictures_, &SegmentedControl::chosen, this,
            [this](int picture) { setPicture(static_cast<Picture>(picture)); });
    connect(flame_, &DiffFlame::chosen, this, [this](std::uint32_t node) { chooseNode(node, false); });
    connect(flame_, &DiffFlame::opened, this, [this](std::uint32_t node) { chooseNode(node, true); });
    using Which = StepTimelines::Which;
    connect(timelines_, &StepTimelines::wanted, this, [this] {
        if (picture_ == Picture::Timelines) {
            invalidate();
        }
    });
    connect(timelines_, &StepTimelines::chosen, this,
            [this](Which which, SliceId slice) { chooseSlice(which, slice, false); });
    connect(timelines_, &StepTimelines::opened, this,
            [this](Which which, SliceId slice) { chooseSlice(which, slice, true); });
    connect(timelines_, &StepTimelines::pointed, this, &CompareView::point);
    connect(comparePanel_, &ComparePanel::sliceChosen, this,
            [](ViewState* session, SliceId slice) { session->goTo(slice); });
    connect(sides_, &CompareSides::changed, this, &CompareView::invalidate);
    nameSides();
}

void CompareView::nameSides() {
    sides_->setContext(state(), sessions());
    partner_->setMenu(sides_->partnerText(), [this] { return sides_->partnerMenu(partner_); });
    runs_->setMenu(sides_->runsText(), [this] { return sides_->runsMenu(runs_); });
}

void CompareView::followSessions() {
    nameSides();
    invalidate();
}

void CompareView::refresh() {
    nameSides();
    const Side a = sides_->a();
    const Side b = sides_->b();
    if (!a.ready() || !b.ready()) {
        comparing_ = false;
        asked_ = {}; // sessions that are closed are let go
        take({});
        return;
    }
    comparing_ = true;
    // Rows of two other sessions, or of these swapped, would stand below the wrong names until the answer is there.
    const std::pair<const ViewState*, const ViewState*> compared{a.first(), b.first()};
    const bool others = std::exchange(compared_, compared) != compared;
    if (!rows_ || others) {
        take({});
    }
    const CompareSides::Asked askedA(a);
    const CompareSides::Asked askedB(b);
    const Asked asked{askedA.parts(), askedB.parts(), kGroups[static_cast<std::size_t>(group_->current())],
                      QString::fromStdString(filterField().filter().text())};
    run(
        [askedA, askedB, asked, known = asked == asked_ ? rows_ : nullptr, picture = picture_,
         request = timelines_->request()](const std::stop_token& stop) {
            return shownOf(askedA.side(), askedB.side(), asked, known, picture, request, stop);
        },
        [this, asked](const Shown& shown) {
            comparing_ = false;
            asked_ = asked;
            take(shown);
        });
}

CompareView::Shown CompareView::shownOf(const DiffSide& a, const DiffSide& b, const Asked& asked,
                                        std::shared_ptr<const CompareTable> known, Picture picture,
                                        StepRequest request, const std::stop_token& stop) {
    Shown shown{std::move(known), {}, {}};
    if (!shown.rows) {
        if (auto diff = diffOf(a, b, asked.by, stop)) {
            shown.rows = std::make_shared<const CompareTable>(
                std::make_shared<const SessionDiff>(std::move(*diff)), asked.filter);
        }
    }
    if (shown.rows && picture == Picture::Flame) {
        if (auto tree = diffTreeOf(a, b, asked.by, stop)) {
            const SessionDiff& diff = shown.rows->diff();
            shown.scene =
                std::make_shared<const DiffScene>(DiffScene{std::move(*tree), diff.stepsA, diff.stepsB});
        }
    }
    if (picture == Picture::Timelines) {
        request.rangeA = a.range;
        request.rangeB = b.range;
        if (auto pair = stepPairOf(a.analyses, b.analyses, request, stop)) {
            shown.pair = std::make_shared<const StepPair>(std::move(*pair));
        }
    }
    return shown;
}

void CompareView::take(const Shown& shown) {
    rows_ = shown.rows;
    flame_->setScene(shown.scene);
    timelines_->setPair(shown.pair, sides_->a().name, sides_->b().name);
    const QString searched = QString::fromStdString(filterField().filter().text());
    flame_->setSearch(searched);
    timelines_->setSearch(searched);
    head_->setVisible(rows_ != nullptr && picture_ != Picture::Timelines); // two of them need the room
    head_->setRows(rows_, sides_->a().whole, sides_->b().whole);
    QString hint;
    if (rows_) {
        const TimeNs whole = rows_->diff().timeB - rows_->diff().timeA;
        const auto text = [this](TimeNs delta) { return deltaText(rows_->diff().metric, delta); };
        hint = rows_->delta() == whole
                   ? tr("all rows sum to %1").arg(text(whole))
                   : tr("these rows sum to %1 of %2").arg(text(rows_->delta()), text(whole));
    }
    present(rows_, hint);
    head_->setCurrent(table().current());
}

void CompareView::setPicture(Picture picture) {
    picture_ = picture;
    pictures_->setCurrent(static_cast<int>(picture));
    showInstead(picture == Picture::Flame       ? static_cast<QWidget*>(flame_)
                : picture == Picture::Timelines ? timelines_
                                                : nullptr);
    invalidate();
}

void CompareView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (sides_->partner() == nullptr) {
        empty.setText(tr("Nothing to compare with yet"),
                      tr("Choose another session above, with File > Compare with… or by dropping its file "
                         "here. A verdict needs three steps or more of each."));
        offerSessions(empty);
    } else if (!sides_->a().ready() || !sides_->b().ready()) {
        empty.setText(tr("The other session is being read"), tr("The comparison follows by itself."));
    } else if (comparing_) {
        empty.setText(tr("Comparing %1 with %2").arg(sides_->a().whole, sides_->b().whole),
                      tr("Choosing another session ends it."));
    } else if (!filterField().filter().empty()) {
        empty.setText(tr("No row matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(
            tr("Neither session holds anything of this kind"),
            tr("Kernels need a GPU, modules and stacks Python stacks; group by another thing above."));
    }
}

// Those that are open already are one click away.
void CompareView::offerSessions(EmptyState& empty) {
    constexpr qsizetype kMost = 4;
    QStringList texts;
    QList<QPointer<ViewState>> others;
    for (const OpenSessions::Entry& entry :
         sessions() != nullptr ? sessions()->all() : std::vector<OpenSessions::Entry>()) {
        if (entry.state != state() && others.size() < kMost) {
            texts << tr("Compare with %1").arg(entry.name);
            others << QPointer(entry.state);
        }
    }
    empty.offer(texts, [this, others](int place) {
        if (others[place] && state() != nullptr && sessions() != nullptr) {
            sessions()->setPartner(*state(), others[place]);
        }
    });
}

void CompareView::showRow(std::uint32_t row) {
    comparePanel_->showRow(*rows_, row);
}

void CompareView::chooseRow(std::uint32_t row, bool go) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    choose(rows_->row(row).longestA, rows_->row(row).longestB, go);
}

void CompareView::chooseNode(std::uint32_t node, bool go) {
    comparePanel_->showNode(*flame_->scene(), node, rows_->diff());
    const DiffNode& chosen = flame_->scene()->tree.nodes[node];
    choose(chosen.a.longest, chosen.b.longest, go);
}

void CompareView::choose(SliceId ofA, SliceId ofB, bool go) {
    const Side where = ofB.valid() ? sides_->b() : sides_->a();
    const SliceId slice = ofB.valid() ? ofB : ofA;
    if (where.first() == nullptr || !slice.valid()) {
        return;
    }
    if (go) {
        where.first()->goTo(slice);
    } else {
        where.first()->select(slice);
    }
}

void CompareView::chooseSlice(StepTimelines::Which which, SliceId slice, bool go) {
    comparePanel_->showSlice(*timelines_->pair(), which, slice);
    const bool ofA = which == StepTimelines::Which::A;
    choose(ofA ? slice : SliceId(), ofA ? SliceId() : slice, go);
}

// One cursor in both sessions, as far from the begins of their steps.
void CompareView::point(std::optional<TimeNs> time) {
    const StepPair* pair = timelines_->pair();
    for (const auto& [state, step] : {std::pair(sides_->a().first(), pair != nullptr ? &pair->a : nullptr),
                                      std::pair(sides_->b().first(), pair != nullptr ? &pair->b : nullptr)}) {
        if (state != nullptr && step != nullptr) {
            state->setCursor(time ? std::optional(step->range.begin + *time) : std::nullopt);
        }
    }
}

void CompareView::swap() {
    sides_->swap();
    invalidate();
}

// Back and forward go through the flame graph's zooms, not through the session's history.
bool CompareView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{Qt::Key_X, Qt::Key_G, Qt::Key_T, Qt::Key_R};
    static constexpr std::array kFlameKeys{Qt::Key_Backspace, Qt::Key_Escape};
    const auto has = [&key](const auto& keys) {
        return key.modifiers() == Qt::NoModifier && std::ranges::find(keys, key.key()) != keys.end();
    };
    const bool moves =
        key.modifiers() & Qt::AltModifier && (key.key() == Qt::Key_Left || key.key() == Qt::Key_Right);
    return has(kKeys) || (picture_ != Picture::Table && (has(kFlameKeys) || moves)) ||
           TableView::ownsKey(key);
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_X) {
        swap();
    } else if (event->key() == Qt::Key_G) {
        group_->setCurrent((group_->current() + 1) % static_cast<int>(kGroups.size()));
        invalidate();
    } else if (event->key() == Qt::Key_R) {
        runs_->click();
    } else if (event->key() == Qt::Key_T) {
        setPicture(static_cast<Picture>((static_cast<int>(picture_) + 1) % 3));
        setFocus();
    } else if (const bool taken = picture_ == Picture::Flame       ? flame_->takesKey(*event)
                                  : picture_ == Picture::Timelines ? timelines_->takesKey(*event)
                                                                   : false;
               !taken) {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
