// What a user does with a session in the window, view by view, as a list of acts by name: for tests and benchmarks that ask
// what each of them costs the UI thread.
#pragma once

#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "tests/app/UiWatch.h"
#include "tests/support/Patience.h"
#include "views/shared/session/EventSearch.h"
#include "views/shared/session/JobPool.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

#include <functional>
#include <utility>

namespace lanes::test {

class WindowJourney {
public:
    // Called after each act, once all that it set off has been shown.
    using Told = std::function<void(const QString& act, const HandledEvent& longest)>;

    WindowJourney(UiWatch& watch, MainWindow& window, DocumentPage& page, Told told)
        : watch_(watch)
        , window_(window)
        , page_(page)
        , told_(std::move(told)) {}

    // Whether every act was followed by rest.
    [[nodiscard]] bool travel() {
        moveInTimeline();
        chooseInTimeline();
        changeRows();
        search();
        for (const ViewSpec& view : viewSpecs()) {
            visit(view);
        }
        act("a range in every view", [this] { state().setBrush(middle(4)); });
        for (const ViewSpec& view : viewSpecs()) {
            act(QStringLiteral("%1, of a range").arg(QLatin1String(view.key)),
                [&] { window_.showView(QLatin1String(view.key)); });
        }
        return rested_;
    }

private:
    [[nodiscard]] ViewState& state() { return page_.document().view(); }
    [[nodiscard]] TimelineView& timeline() { return static_cast<TimelineView&>(page_.view()); }
    [[nodiscard]] QPoint center() { return timeline().canvas().rect().center(); }
    // The middle of the session, a part of its length.
    [[nodiscard]] TimeRange middle(TimeNs part) {
        const TimeRange all = state().home();
        const TimeNs half = all.length() / part / 2;
        const TimeNs at = all.begin + all.length() / 2;
        return {at - half, at + half};
    }

    [[nodiscard]] bool isAtRest() {
        const SessionView& view = page_.view();
        return jobPool().activeThreadCount() == 0 && !view.busy() && !state().search().busy() &&
               (!page_.showsTimeline() || timeline().canvas().isUpToDate());
    }

    template<class Input>
    void act(const QString& name, Input&& input) {
        (void)watch_.takeLongest();
        watch_.act(std::forward<Input>(input));
        rested_ = QTest::qWaitFor([this] { return isAtRest(); }, kPatience) && rested_;
        QCoreApplication::processEvents(); // what was posted last is shown
        told_(name, watch_.takeLongest());
    }
    template<class Input>
    void act(const char* name, Input&& input) {
        act(QString::fromLatin1(name), std::forward<Input>(input));
    }
    void press(const char* name, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        act(name, [&] { QTest::keyClick(QApplication::focusWidget(), key, modifiers); });
    }
    void wheel(const char* name, QPoint notches, Qt::KeyboardModifiers modifiers = {}) {
        act(name, [&] {
            TimelineCanvas& canvas = timeline().canvas();
            QWheelEvent event(center(), canvas.mapToGlobal(center()), {}, notches * 120, Qt::NoButton,
                              modifiers, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&canvas, &event);
        });
    }

    void moveInTimeline() {
        act("timeline: shown", [this] { window_.showView(kTimelineView); });
        timeline().canvas().setFocus();
        wheel("timeline: wheel zooms", {0, 4}, Qt::ControlModifier);
        wheel("timeline: wheel scrolls", {0, -3});
        wheel("timeline: wheel pans", {0, -3}, Qt::ShiftModifier);
        for (const TimeNs part : {10, 1'000, 100'000}) {
            act(QStringLiteral("timeline: a part in %1").arg(part),
                [&] { state().setVisible(middle(part)); });
        }
        act("timeline: all of it", [this] { state().showAll(); });
    }

    void chooseInTimeline() {
        act("timeline: a part in 2000", [this] { state().setVisible(middle(2000)); });
        for (int y = 60; y < timeline().canvas().height(); y += 40) {
            act("timeline: hover", [&] { QTest::mouseMove(&timeline().canvas(), {center().x(), y}); });
            act("timeline: click", [&] {
                QTest::mouseClick(&timeline().canvas(), Qt::LeftButton, {}, {center().x(), y});
            });
        }
        const SliceId longest = longestSlice(); // finding it is no act of the window's
        act("timeline: the longest is chosen", [&] { state().goTo(longest); });
        timeline().canvas().setFocus();
        press("timeline: its first child", Qt::Key_Down, Qt::ControlModifier);
        press("timeline: fit", Qt::Key_F);
        press("timeline: next", Qt::Key_Period);
        press("timeline: a mark", Qt::Key_M);
        press("timeline: back", Qt::Key_Left, Qt::AltModifier);
        act("timeline: range of the selection",
            [this] { timeline().command(QStringLiteral("range-from-selection"))->trigger(); });
        act("timeline: no range", [this] { state().setBrush(std::nullopt); });
    }

    // Most lie below it, so that whatever walks over what is inside walks far.
    [[nodiscard]] SliceId longestSlice() {
        const Trace& trace = *page_.document().trace();
        SliceId longest;
        TimeNs most = -1;
        for (const auto& segment : trace.segments()) {
            for (std::uint32_t i = 0; i < segment->size(); ++i) {
                if (segment->duration[i] > most) {
                    most = segment->duration[i];
                    longest = SliceId(segment->first + i);
                }
            }
        }
        return longest;
    }

    void changeRows() {
        for (const ActionId action : {ActionId::ColorName, ActionId::ColorModule, ActionId::ColorDuration,
                                      ActionId::ColorCategory, ActionId::Flows, ActionId::Flows,
                                      ActionId::SameName, ActionId::CriticalPath, ActionId::CriticalPath}) {
            QAction* const one = window_.actions()[action];
            act(QStringLiteral("timeline: %1").arg(window_.actions().plainText(action)),
                [&] { one->trigger(); });
        }
        const int rows = int(timeline().canvas().list()->rows.size());
        for (int row = 0; row < std::min(rows, 6); ++row) {
            act("timeline: a row folds", [&] { Q_EMIT timeline().canvas().foldToggled(row); });
            act("timeline: a row unfolds", [&] { Q_EMIT timeline().canvas().foldToggled(row); });
        }
    }

    void search() {
        for (const char* text : {"a", "aten", "name:/gemm/", "dur>1us"}) {
            act(QStringLiteral("search: %1").arg(QLatin1String(text)),
                [&] { state().setFilter(QString::fromLatin1(text)); });
        }
        act("search: next", [this] { state().search().step(true); });
        act("search: no more", [this] { state().setFilter(QString()); });
    }

    void visit(const ViewSpec& view) {
        const QString name = QLatin1String(view.key);
        act(name + QStringLiteral(": shown"), [&] { window_.showView(name); });
        const auto* const tableView = qobject_cast<TableView*>(&page_.view());
        if (tableView == nullptr) {
            return;
        }
        DataTable& table = tableView->table();
        for (int column = 0; column < int(table.columns().size()); ++column) {
            act(name + QStringLiteral(": sorted"), [&] { table.sortBy(column, column % 2 == 0); });
        }
        act(name + QStringLiteral(": down"), [&] { QTest::keyClick(&table, Qt::Key_Down); });
        act(name + QStringLiteral(": end"), [&] { QTest::keyClick(&table, Qt::Key_End); });
        act(name + QStringLiteral(": copied"), [&] { (void)table.csv(); });
    }

    UiWatch& watch_;
    MainWindow& window_;
    DocumentPage& page_;
    Told told_;
    bool rested_ = true;
};

} // namespace lanes::test
