// The frames of another thread, read while it runs on: as they lie, never a mixture of two moments, and never a crash.
#include "collector/probe/cpython/FrameSnapshot.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QDeadlineTimer>
#include <QTest>

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

using namespace lanes;
using probe::FrameSnapshot;
using probe::PythonFrame;
using probe::PythonLayout;

namespace {

// A frame and a thread as an interpreter might have them; the layout says where things lie.
struct Frame {
    std::atomic<std::uint64_t> code;
    std::atomic<Frame*> previous;
    std::int32_t instruction = 0;
    std::uint8_t owner = 0;
};
struct Middle {
    std::uint64_t unused = 0;
    std::atomic<Frame*> frame;
};
struct ThreadState {
    std::uint64_t unused = 0;
    std::atomic<Frame*> frame;
    std::atomic<Middle*> middle;
};

PythonLayout layout() {
    PythonLayout layout;
    layout.threadFrame = offsetof(ThreadState, frame);
    layout.frameCode = offsetof(Frame, code);
    layout.framePrevious = offsetof(Frame, previous);
    layout.frameInstruction = offsetof(Frame, instruction);
    layout.instructionIsPointer = 0;
    layout.instructionScale = 2;
    layout.frameOwner = offsetof(Frame, owner);
    return layout;
}

std::uint64_t address(const ThreadState& state) {
    return reinterpret_cast<std::uint64_t>(&state);
}

// So many frames, each the caller of the one before; their codes count from 1, innermost first.
std::vector<std::unique_ptr<Frame>> chain(std::size_t length) {
    std::vector<std::unique_ptr<Frame>> frames;
    for (std::size_t i = 0; i < length; ++i) {
        auto frame = std::make_unique<Frame>();
        frame->code = i + 1;
        if (i > 0) {
            frames.back()->previous = frame.get();
        }
        frames.push_back(std::move(frame));
    }
    return frames;
}

} // namespace

class tst_frame_snapshot : public QObject {
    Q_OBJECT

    std::array<PythonFrame, probe::kMaxFrames> frames_{};

    [[nodiscard]] std::optional<std::vector<std::uint64_t>>
    codes(FrameSnapshot& snapshot, FrameSnapshot::Places& places, std::uint64_t state) {
        const auto count = snapshot.read(state, places, frames_.data());
        std::vector<std::uint64_t> codes;
        for (unsigned i = 0; i < count.value_or(0); ++i) {
            codes.push_back(frames_[i].code);
        }
        return count ? std::optional(codes) : std::nullopt;
    }

    using Codes = std::vector<std::uint64_t>;

private Q_SLOTS:
    void aChainIsReadInnermostFirst() {
        const auto frames = chain(3);
        frames[1]->instruction = 21;
        ThreadState state;
        state.frame = frames[0].get();
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{1, 2, 3}));
        QCOMPARE(frames_[1].instruction, 42u);
        QCOMPARE(frames_[1].module, std::uint64_t{0});
    }

    void aThreadWithoutFramesHasNone() {
        ThreadState state;
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{}));
    }

    void theInterpretersOwnFramesAreLeftOut() {
        const auto frames = chain(4);
        frames[0]->owner = frames[2]->owner = 3;
        ThreadState state;
        state.frame = frames[0].get();
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{2, 4}));
    }

    void theWayMayLeadThroughOneMorePointer() {
        const auto frames = chain(2);
        ThreadState state;
        Middle first;
        Middle second;
        first.frame = frames[0].get();
        second.frame = frames[1].get();
        state.middle = &first;
        PythonLayout indirect = layout();
        indirect.threadFrame = offsetof(ThreadState, middle);
        indirect.threadIndirect = offsetof(Middle, frame);
        FrameSnapshot snapshot(indirect);
        FrameSnapshot::Places places;
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{1, 2}));
        state.middle = &second; // generators of some versions have one of their own
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{2}));
    }

    void whatHasChangedSinceIsFoundAnew() {
        const auto frames = chain(6);
        ThreadState state;
        state.frame = frames[2].get();
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{3, 4, 5, 6}));
        state.frame = frames[0].get(); // two calls
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{1, 2, 3, 4, 5, 6}));
        state.frame = frames[4].get(); // four returns
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{5, 6}));
        frames[1]->previous = frames[5].get(); // another branch, up to the same caller
        state.frame = frames[0].get();
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{1, 2, 6}));
        frames[5]->code = 7; // other code where the frame was
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{1, 2, 7}));
        state.frame = nullptr;
        QCOMPARE(codes(snapshot, places, address(state)), std::optional(Codes{}));
    }

    void aDeepStackIsCutAtItsOuterEnd() {
        const auto frames = chain(probe::kMaxFrames + 50);
        ThreadState state;
        state.frame = frames[0].get();
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        const auto found = codes(snapshot, places, address(state));
        QVERIFY(found);
        QCOMPARE(found->size(), std::size_t{probe::kMaxFrames});
        QCOMPARE(found->back(), std::uint64_t{probe::kMaxFrames});
    }

    void damagedLinksEnd() {
        const auto frames = chain(3);
        frames[2]->previous = frames[0].get(); // in a circle
        ThreadState state;
        state.frame = frames[0].get();
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        const auto found = codes(snapshot, places, address(state));
        QVERIFY(!found || found->size() <= probe::kMaxFrames);
        frames[2]->previous = reinterpret_cast<Frame*>(~std::uintptr_t{0xff}); // where nothing is
        QVERIFY(!codes(snapshot, places, address(state)));
    }

    void whatIsGoneIsNotRead() {
        constexpr std::size_t kPage = 4096;
        void* page = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        QVERIFY(page != MAP_FAILED);
        auto* state = new (page) ThreadState;
        const auto frames = chain(2);
        state->frame = frames[0].get();
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        QCOMPARE(codes(snapshot, places, address(*state)), std::optional(Codes{1, 2}));
        munmap(page, kPage); // the thread has ended
        QVERIFY(!codes(snapshot, places, reinterpret_cast<std::uint64_t>(page)));
    }

    // The outer frame is always written before the inner one: a moment in which it is two or more ahead, or behind, never was.
    void noAnswerMixesTwoMoments() {
        const auto frames = chain(2);
        ThreadState state;
        state.frame = frames[0].get();
        frames[0]->code = frames[1]->code = 1;
        std::atomic<bool> over{false};
        std::thread writer([&] {
            for (std::uint64_t n = 2; !over; ++n) {
                frames[1]->code = n;
                frames[0]->code = n;
                if (n % 64 == 0) {
                    std::this_thread::yield();
                }
            }
        });
        FrameSnapshot snapshot(layout());
        FrameSnapshot::Places places;
        int answers = 0;
        int mixed = 0;
        for (QDeadlineTimer limit(kPatience); answers < 300 && !limit.hasExpired();) {
            if (const auto found = codes(snapshot, places, address(state))) {
                ++answers;
                const std::uint64_t ahead = found->size() == 2 ? (*found)[1] - (*found)[0] : 99;
                mixed += ahead <= 1 ? 0 : 1;
            }
            if (answers % 8 == 0) {
                std::this_thread::yield();
            }
        }
        over = true;
        writer.join();
        QCOMPARE(mixed, 0);
        QVERIFY2(answers > 0, "none in all the time");
    }
};

int run_tst_frame_snapshot(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_frame_snapshot>(argc, argv);
}
#include "tst_frame_snapshot.moc"
