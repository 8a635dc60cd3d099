#include "views/shared/text/NoteText.h"

#include "views/shared/text/SentencePatterns.h"
#include "views/shared/text/Text.h"

#include <QtGlobal>

#include <array>

namespace lanes {
namespace {

// tst_translations looks for what the model and the recorder say here.
constexpr std::array kNotes = {
    QT_TRANSLATE_NOOP("NoteText", "%1 This one: %2; %3 other has the rest."),
    QT_TRANSLATE_NOOP("NoteText", "%1 This one: %2; %3 others have the rest."),
    QT_TRANSLATE_NOOP("NoteText", "process %1"),
    QT_TRANSLATE_NOOP("NoteText", "Process %1: %2"),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Events with raw quotes or line breaks in their texts are no valid JSON; they were mended."),
    QT_TRANSLATE_NOOP("NoteText", "Events that could not be mended are left out."),
    QT_TRANSLATE_NOOP("NoteText", "Text between events that belongs to no event was skipped."),
    QT_TRANSLATE_NOOP("NoteText", "Values written as bare nan or inf, which JSON does not know, were kept."),
    QT_TRANSLATE_NOOP("NoteText", "Slices with a negative duration are shown with none."),
    QT_TRANSLATE_NOOP("NoteText", "Complete events (X) without a readable duration are shown with none."),
    QT_TRANSLATE_NOOP("NoteText", "Times or durations beyond 73 years were cut to that."),
    QT_TRANSLATE_NOOP("NoteText", "Events without a readable time cannot be shown on the timeline."),
    QT_TRANSLATE_NOOP("NoteText", "Events of a phase that the format does not name are kept but not shown."),
    QT_TRANSLATE_NOOP("NoteText", "Object events (N, O, D) are kept but not shown."),
    QT_TRANSLATE_NOOP("NoteText", "Events with too many different argument keys keep them as one text."),
    QT_TRANSLATE_NOOP("NoteText", "Commas were missing between events."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "The file ends in the middle: its last event, or the bracket or brace that closes it, is missing."),
    QT_TRANSLATE_NOOP("NoteText", "Metadata beside the events is no valid JSON; it was mended or left out."),
    QT_TRANSLATE_NOOP("NoteText", "Ends (E, e) without a begin are kept but not shown."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Slices that never end reach to the end of the one around them, or of the trace."),
    QT_TRANSLATE_NOOP("NoteText", "Work starts on a device before its launch: the clocks disagree."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Several arrows start with the same id; their ends belong to the last before them."),
    QT_TRANSLATE_NOOP("NoteText",
                      "The trace is larger than the memory that it may take; the rest was not read."),
    QT_TRANSLATE_NOOP("NoteText", "Events without any field are kept but not shown."),
    QT_TRANSLATE_NOOP("NoteText", "The file holds several lists of events; they are read as one."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Slices inside more than 65,536 others of their thread, or beside as many, are left out."),
    QT_TRANSLATE_NOOP(
        "NoteText", "The file is still being read: only the longest slices of what has been read are shown."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Texts hold bytes that are no UTF-8 (often a character cut in two); they are shown as U+FFFD."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Texts hold raw control characters, which JSON does not allow; they were kept."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Samples, clock syncs, memory dumps and contexts (P, c, v, V, parentheses) are kept "
                      "but not shown."),
    QT_TRANSLATE_NOOP("NoteText", "Counters have values that are no numbers; their curves lack these."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Events begin at time 0, far from all others: they are untimed, listed where the "
                      "others begin."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Events end beyond the end of the recording (\"Record Window End\") or hours behind "
                      "all others: they are untimed, listed where they begin."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Kernels of one stream overlap: one lasts over several others of it, so its "
                      "duration cannot be right; it is untimed."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Texts hold backslashes that are not escaped, as paths of Windows do, which is no "
                      "valid JSON; they are shown as written."),
    QT_TRANSLATE_NOOP("NoteText", "Samples of a curve are missing."),
    QT_TRANSLATE_NOOP("NoteText", "Times do not change; names are shown as written."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "When they began is not known: they are listed, but not counted in sums, gaps or advice."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "How long they took is not known: they are listed, but not counted in sums, gaps or advice."),
    QT_TRANSLATE_NOOP(
        "NoteText", "How long it took is not known: it is listed, but not counted in sums, gaps or advice."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Kernel launches have no recorded device work; launches of graphs among them: "
                      "%1"),
    QT_TRANSLATE_NOOP("NoteText",
                      "Device times are too low: idle time after these calls may be work of their kernels."),
    QT_TRANSLATE_NOOP("NoteText", "Arrows lack an end though both of their slices are there"),
    QT_TRANSLATE_NOOP("NoteText", "Torch draws these whole: who launched or called what may be wrong there."),
    QT_TRANSLATE_NOOP("NoteText", "The file could be read only in part: %1."),
    QT_TRANSLATE_NOOP("NoteText", "The clock of %1 cannot be aligned with the first rank's: one of the two "
                                  "names no origin. Do not compare its times with the others'."),
    QT_TRANSLATE_NOOP("NoteText", "Only a range of the session was kept; events that reached beyond it were "
                                  "cut there, so they took longer than is said here."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Memory events or samples of counters stood behind later ones; they were put where they belong"),
    QT_TRANSLATE_NOOP("NoteText", "Parts of the session are missing"),
    QT_TRANSLATE_NOOP("NoteText", "A part of the session does not match its checksum and was skipped"),
    QT_TRANSLATE_NOOP("NoteText", "Parts of the session are of a kind that this Lanescope does not know"),
    QT_TRANSLATE_NOOP("NoteText",
                      "The session is larger than the memory that it may take; the rest was not read"),
    QT_TRANSLATE_NOOP("NoteText", "An arrow leads to or from a slice that is missing"),
    QT_TRANSLATE_NOOP("NoteText", "The session was not closed: it is still being recorded, or its recorder "
                                  "was killed; everything that stands in the file was read"),
    QT_TRANSLATE_NOOP("NoteText", "The session has no end: it was cut, or is still being recorded"),
    QT_TRANSLATE_NOOP("NoteText", "The file ends inside a part of the session"),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Times of some processes are those of clocks of their own: they cannot be compared with others"),
    QT_TRANSLATE_NOOP("NoteText", "Texts of more than 32 MiB were cut"),
    QT_TRANSLATE_NOOP("NoteText", "Older events were dropped to make room: the session is complete from %1 "
                                  "after the recording's start on"),
    QT_TRANSLATE_NOOP("NoteText", "The recording was paused: what happened meanwhile is not in it, and "
                                  "memory that was freed meanwhile counts as alive."),
    QT_TRANSLATE_NOOP("NoteText", "All processes are recorded. There were so many that only the first ones "
                                  "have arguments, versions and states among the properties."),
    QT_TRANSLATE_NOOP("NoteText", "Processes were not recorded: %1."),
    QT_TRANSLATE_NOOP("NoteText", "%1 had no room even for their names"),
    QT_TRANSLATE_NOOP("NoteText",
                      "Scalar arguments of operators were left out: there were too many different ones."),
    QT_TRANSLATE_NOOP("NoteText",
                      "The disk was slower than the program: slices and memory changes were left out."),
    QT_TRANSLATE_NOOP("NoteText", "Slices came when later ones of their track had been written: they stand "
                                  "beside it, on a track \"(late)\"."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Only work inside of %1 was recorded (--where). The row \"Outside of the filter\" "
                      "shows the rest of the time. Memory that was freed outside counts as alive."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Utilisation, power and memory of the GPU were not recorded: %1; it comes with the "
                      "driver (containers: NVIDIA_DRIVER_CAPABILITIES with \"utility\")."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "GPU %1 is split (MIG): its curves show the whole GPU, and utilisation is not available."),
    QT_TRANSLATE_NOOP("NoteText", "Samples of the GPU's counters made no sense."),
    QT_TRANSLATE_NOOP("NoteText", "The GPU of process %1 is played: its kernels compute nothing, and their "
                                  "times are those of a model, not of a device."),
    QT_TRANSLATE_NOOP("NoteText", "The vendor's library had no room for records of devices of process %1."),
    QT_TRANSLATE_NOOP("NoteText", "Process %1 ended before its devices had delivered all records. Work of "
                                  "its last %2 s may be missing, of so many launches at most."),
    QT_TRANSLATE_NOOP(
        "NoteText", "Records of devices of process %1 could not be read, or found no room in their buffer."),
    QT_TRANSLATE_NOOP(
        "NoteText", "Records of devices of process %1 had no times, or impossible ones: they are left out."),
    QT_TRANSLATE_NOOP("NoteText", "Calls and work of devices of process %1 have no name, for want of room or "
                                  "because the vendor's library gave none: \"(no name)\"."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Records of process %1 name an unknown device or context: they are left out."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Neither the call nor the operator is known that launched work of devices of process %1."),
    QT_TRANSLATE_NOOP("NoteText", "Calls and work of devices of process %1 were launched outside of what "
                                  "--where names: they are left out."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Work of devices of process %1 began before the call that launched it, by the vendor's times."),
    QT_TRANSLATE_NOOP("NoteText", "Calls of process %1 reached beyond their operator by less than the clock "
                                  "error: they were moved into it."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Calls of process %1 lie outside of the operator that made them, by more than the clock error."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Graphs of process %1 had too many nodes to remember where each was captured."),
    QT_TRANSLATE_NOOP("NoteText", "Devices of process %1 were not recorded for a time: the row \"Devices\" "
                                  "of the process shows when, and why."),
    QT_TRANSLATE_NOOP("NoteText", "The clock of device records of process %1 was set back."),
    QT_TRANSLATE_NOOP("NoteText", "Operators turned finite values into NaN or Inf, or received NaN or Inf "
                                  "from elsewhere. First, %1. See the row NaN and Inf of process %2."),
    QT_TRANSLATE_NOOP("NoteText", "Operators of process %1 ran so long that they were written to the session "
                                  "before they ended: what they gave back is not there."),
    QT_TRANSLATE_NOOP("NoteText", "Records of %1 were lost because the recorder could not keep up."),
    QT_TRANSLATE_NOOP("NoteText", "Bytes in the buffer of %1 were no records."),
    QT_TRANSLATE_NOOP("NoteText", "Torch could not get memory on %1: see [OutOfMemory] there."),
    QT_TRANSLATE_NOOP("NoteText", "Records of %1 made no sense."),
    QT_TRANSLATE_NOOP("NoteText", "A file of process %1 could not be read: %2."),
    QT_TRANSLATE_NOOP("NoteText", "Parts of the trace are not shown: %1."),
    QT_TRANSLATE_NOOP("NoteText", "The log does not say when these collectives began: each is drawn to end "
                                  "when it was written. Record with NCCL_INSPECTOR_DUMP_VERBOSE=1."),
    QT_TRANSLATE_NOOP("NoteText", "NCCL's inspector dropped collectives: its buffer was full."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Work that graphs replayed has the operator that was captured. The captures are drawn "
                      "directly before the replays: their times were moved."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Work that graphs replayed has no operator: no capture holds the same kernels."),
    QT_TRANSLATE_NOOP("NoteText", "Work that graphs replayed has no operator: captures with the same kernels "
                                  "name different operators or shapes."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Work that graphs replayed was captured outside of operators: only its Python code is known."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "The captures name no kernels: work that graphs replayed was matched by its place alone."),
    QT_TRANSLATE_NOOP("NoteText", "Graphs with the same kernels and operators were captured several times: "
                                  "replays take these captures in turn."),
    QT_TRANSLATE_NOOP("NoteText", "Python stacks of process %1 changed faster than they could be read: some "
                                  "samples show the stack before."),
    QT_TRANSLATE_NOOP("NoteText", "Operators or ranges of %1 ended without a begin."),
    QT_TRANSLATE_NOOP("NoteText", "Threads of %1 were not recorded from their first operator on: %2."),
    QT_TRANSLATE_NOOP("NoteText", "there was no room for their buffers"),
    QT_TRANSLATE_NOOP("NoteText", "the program runs as another user by now (setuid), who may not write to "
                                  "the recorder's folder; record it as that user"),
    QT_TRANSLATE_NOOP("NoteText", "the program no longer sees the recorder's folder (chroot)"),
    QT_TRANSLATE_NOOP("NoteText",
                      "the program's limit of file size is smaller than a buffer; raise it (ulimit -f)"),
    QT_TRANSLATE_NOOP("NoteText",
                      "the program has as many files open as it may; raise the limit (ulimit -n)"),
    QT_TRANSLATE_NOOP("NoteText", "The states of threads were not recorded, as more than %1 ran at a time."),
    QT_TRANSLATE_NOOP("NoteText",
                      "The kernel does not let the recorder read the system calls of threads: "
                      "/proc/PID/syscall needs a debugger's rights (kernel.yama.ptrace_scope). Names of "
                      "kernel functions show what threads wait for, where the kernel shows them."),
    QT_TRANSLATE_NOOP("NoteText", "Device work without a recorded launch"),
    QT_TRANSLATE_NOOP("NoteText", "Events without a recorded end"),
    QT_TRANSLATE_NOOP("NoteText", "Operators of the CPU stand on no thread of a host"),
    QT_TRANSLATE_NOOP("NoteText", "Operators begin inside another one of their thread and end after it"),
    QT_TRANSLATE_NOOP("NoteText", "Duplicate External ids of operators"),
    QT_TRANSLATE_NOOP("NoteText", "Duplicate correlation IDs"),
    QT_TRANSLATE_NOOP("NoteText", "Duplicate ids of Python functions"),
    QT_TRANSLATE_NOOP("NoteText", "Arrows begin and lead nowhere"),
    QT_TRANSLATE_NOOP("NoteText", "Arrows end that began nowhere"),
    QT_TRANSLATE_NOOP("NoteText", "Work starts on a device before its launch, by up to %1 ns"),
    QT_TRANSLATE_NOOP("NoteText", "Frees of blocks allocated before recording"),
    QT_TRANSLATE_NOOP("NoteText", "Python stacks are deeper than 256 frames and lack their outermost"),
    QT_TRANSLATE_NOOP("NoteText", "Its time counts; why the device waited for it is not known."),
    QT_TRANSLATE_NOOP("NoteText", "Callers and self times on that row are wrong."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Who called them is not known: self times of both are wrong by the overlap."),
    QT_TRANSLATE_NOOP("NoteText", "Kernels may be counted for the wrong one of those operators."),
    QT_TRANSLATE_NOOP("NoteText", "Kernels may be tied to the wrong one of those calls."),
    QT_TRANSLATE_NOOP("NoteText", "Callers that were found by id may be wrong."),
    QT_TRANSLATE_NOOP("NoteText", "Torch leaves them open; calls without their work are tied to none."),
    QT_TRANSLATE_NOOP("NoteText", "Torch writes them for calls that launch nothing: no number changes."),
    QT_TRANSLATE_NOOP("NoteText",
                      "The blocks are older than the recording: they count as allocated before it."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Time is counted for the recorded frames; the outermost frames are missing."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Counts and times of the end are low; what was open there ends with the file."),
    QT_TRANSLATE_NOOP("NoteText", "Everything after the last complete part is missing."),
    QT_TRANSLATE_NOOP("NoteText", "Everything after it is missing."),
    QT_TRANSLATE_NOOP("NoteText", "No figure includes the part that could not be unpacked."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Its slices are missing from every count, and their callers' self times are high."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Their slices are missing from every count, and their callers' self times are high."),
    QT_TRANSLATE_NOOP("NoteText", "They are not counted."),
    QT_TRANSLATE_NOOP("NoteText", "No figure includes them; their content is unknown."),
    QT_TRANSLATE_NOOP("NoteText", "If it was an event, it is not counted."),
    QT_TRANSLATE_NOOP("NoteText", "All figures cover the part that was read."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Counts of that thread are low, and self times around what was lost are high."),
    QT_TRANSLATE_NOOP("NoteText", "Device times and counts of kernels are low."),
    QT_TRANSLATE_NOOP("NoteText", "There are no curves of that device; no other number changes."),
    QT_TRANSLATE_NOOP("NoteText", "Some samples of a curve are missing; no other number changes."),
    QT_TRANSLATE_NOOP("NoteText", "No figure includes that process."),
    QT_TRANSLATE_NOOP("NoteText",
                      "A slower method recorded it; events that this method cannot see are missing."),
    QT_TRANSLATE_NOOP("NoteText", "They are not counted: counts and sums cover the part that was kept."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Sums cover the range; events that were cut at its borders took longer than shown."),
    QT_TRANSLATE_NOOP("NoteText", "Arguments that are no tensors are missing from details."),
    QT_TRANSLATE_NOOP("NoteText", "They are counted as repaired; their texts may differ in a quote."),
    QT_TRANSLATE_NOOP("NoteText", "No time changes; a field about the session may be missing."),
    QT_TRANSLATE_NOOP("NoteText", "Nothing: every event was read."),
    QT_TRANSLATE_NOOP("NoteText", "Names show a replacement character; times do not change."),
    QT_TRANSLATE_NOOP("NoteText", "Nothing: texts are kept."),
    QT_TRANSLATE_NOOP("NoteText", "The values are kept as nan or inf; no time is affected."),
    QT_TRANSLATE_NOOP("NoteText", "Their time is missing from every sum."),
    QT_TRANSLATE_NOOP("NoteText", "Those times are wrong, and with them the length of the session."),
    QT_TRANSLATE_NOOP("NoteText", "They are neither shown nor counted."),
    QT_TRANSLATE_NOOP("NoteText", "No figure includes the events that ended there."),
    QT_TRANSLATE_NOOP("NoteText", "Their times are at most so long."),
    QT_TRANSLATE_NOOP("NoteText", "They began before the recording and are not counted."),
    QT_TRANSLATE_NOOP("NoteText", "No time changes: what the program computes from there on may be wrong."),
    QT_TRANSLATE_NOOP("NoteText", "The details lack the outputs of some operators."),
    QT_TRANSLATE_NOOP("NoteText", "An arrow may lead to the wrong one of those with its id."),
    QT_TRANSLATE_NOOP("NoteText", "Launch delays are wrong by as much: the clocks disagree."),
    QT_TRANSLATE_NOOP("NoteText", "Its time is counted, but belongs to no operator and no line."),
    QT_TRANSLATE_NOOP("NoteText", "Times of that process cannot be compared with others."),
    QT_TRANSLATE_NOOP("NoteText", "Times of that rank cannot be compared with others."),
    QT_TRANSLATE_NOOP("NoteText", "No figure includes what is missing."),
    QT_TRANSLATE_NOOP("NoteText", "Figures are correct for the part that was read."),
    QT_TRANSLATE_NOOP("NoteText", "Nothing."),
    QT_TRANSLATE_NOOP("NoteText", "Neither side has kernels to compare."),
    QT_TRANSLATE_NOOP("NoteText", "Neither side has steps to compare."),
    QT_TRANSLATE_NOOP("NoteText", "Neither side has operators or ranges to compare."),
    QT_TRANSLATE_NOOP("NoteText", "%1 has no kernels to compare."),
    QT_TRANSLATE_NOOP("NoteText", "%1 has no steps to compare."),
    QT_TRANSLATE_NOOP("NoteText", "%1 has no operators or ranges to compare."),
    QT_TRANSLATE_NOOP("NoteText", "%1 has no shapes recorded (record_shapes=True): compare by name."),
    QT_TRANSLATE_NOOP("NoteText", "%1 has no stacks recorded (with_stack=True): compare by name."),
    QT_TRANSLATE_NOOP("NoteText", "%1 has no modules recorded (with_stack=True): compare by name."),
    QT_TRANSLATE_NOOP("NoteText", "Neither side has modules recorded (with_stack=True): compare by name."),
    QT_TRANSLATE_NOOP("NoteText", "Only %1 of the time stands in rows that both sides have."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Only %1 of the time is spent by operators and shapes that both sides have."),
    QT_TRANSLATE_NOOP("NoteText", "Not significant: a comparison needs at least three steps on each side."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Not significant: profiles have no steps, so nothing tells a change from chance."),
    QT_TRANSLATE_NOOP("NoteText", "Profiles without times are compared by name alone."),
    QT_TRANSLATE_NOOP("NoteText", "A weighs by %1 and B by %2: they cannot be compared."),
    QT_TRANSLATE_NOOP("NoteText", "Lines that are no stack with a whole weight are left out."),
    QT_TRANSLATE_NOOP("NoteText", "Samples or events of the profile could not be read; they are left out."),
    QT_TRANSLATE_NOOP("NoteText", "Weights are beyond 64 bits; the largest number stands for them."),
    QT_TRANSLATE_NOOP("NoteText", "The file has more metrics than %1; the others are left out."),
    QT_TRANSLATE_NOOP("NoteText", "Times that no program can take count as none."),
    QT_TRANSLATE_NOOP(
        "NoteText", "The sides have different numbers of steps: verdicts compare single steps, not totals."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Totals include steps that are not steady, verdicts do not: %1 of A and %2 of B."),
    QT_TRANSLATE_NOOP("NoteText", "Mean steady step: %1 in A, %2 in B (median: %3 and %4)."),
    QT_TRANSLATE_NOOP(
        "NoteText",
        "Mean steady step: %1 in A, %2 in B (median: %3 and %4). Nearly all of the change is %5."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Mean steady step: %1 in A, %2 in B (median: %3 and %4). Most of the change is %5."),
    QT_TRANSLATE_NOOP("NoteText", "work of the device"),
    QT_TRANSLATE_NOOP("NoteText", "exposed communication"),
    QT_TRANSLATE_NOOP("NoteText", "waiting for data"),
    QT_TRANSLATE_NOOP("NoteText", "the CPU and its launches"),
    QT_TRANSLATE_NOOP("NoteText", "idle time"),
    QT_TRANSLATE_NOOP("NoteText",
                      "The difference of the means, %1, is not significant (95 % bounds: %2 to %3)."),
    QT_TRANSLATE_NOOP("NoteText", "The means differ by %1 (95 % bounds: %2 to %3): too little, or not surely "
                                  "enough, for a verdict."),
    QT_TRANSLATE_NOOP("NoteText", "The mean step is slower by %1, %2 (95 % bounds: %3 to %4)."),
    QT_TRANSLATE_NOOP("NoteText", "The mean step is faster by %1, %2 (95 % bounds: %3 to %4)."),
    QT_TRANSLATE_NOOP("NoteText", "Devices differ: %1 in A, %2 in B."),
    QT_TRANSLATE_NOOP("NoteText", "PyTorch versions differ: %1 in A, %2 in B."),
    QT_TRANSLATE_NOOP("NoteText", "Python versions differ: %1 in A, %2 in B."),
    QT_TRANSLATE_NOOP("NoteText", "CUDA runtimes differ: %1 in A, %2 in B."),
    QT_TRANSLATE_NOOP("NoteText", "CUDA drivers differ: %1 in A, %2 in B."),
    QT_TRANSLATE_NOOP("NoteText", "Input shapes of %1 differ: %2 in A, %3 in B."),
    QT_TRANSLATE_NOOP("NoteText",
                      "Steps are uneven, and alike on both sides: they are compared step by step."),
};

} // namespace

QString noteText(std::string_view english) {
    return translatedSentence("NoteText", kNotes, toQString(english));
}

} // namespace lanes
