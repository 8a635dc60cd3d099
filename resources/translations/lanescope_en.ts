<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>DetailsText</name>
    <message numerus="yes">
        <source>%n multiprocessors</source>
        <translation>
            <numerusform>%n multiprocessor</numerusform>
            <numerusform>%n multiprocessors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FlameScene</name>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FlowPainter</name>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 kernel</numerusform>
            <numerusform>%1 kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InstantPainter</name>
    <message numerus="yes">
        <source>%1 instants</source>
        <translation>
            <numerusform>%1 instant</numerusform>
            <numerusform>%1 instants</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LanePainter</name>
    <message numerus="yes">
        <source>%n frames fill the view</source>
        <translation>
            <numerusform>%n frame fills the view</numerusform>
            <numerusform>%n frames fill the view</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionFacts</name>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionText</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineRender</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineRows</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n levels</source>
        <translation>
            <numerusform>%n level</numerusform>
            <numerusform>%n levels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels, copies</source>
        <translation>
            <numerusform>%1 kernel or copy</numerusform>
            <numerusform>%1 kernels, copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits</source>
        <translation>
            <numerusform>%1 wait</numerusform>
            <numerusform>%1 waits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::AdviceView</name>
    <message numerus="yes">
        <source>%n findings</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::CaptureBar</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::CompareSides</name>
    <message numerus="yes">
        <source>%1 and %n more runs</source>
        <translation>
            <numerusform>%1 and %n more run</numerusform>
            <numerusform>%1 and %n more runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::DocumentPage</name>
    <message numerus="yes">
        <source>%1, %2 events</source>
        <translation>
            <numerusform>%1, %2 event</numerusform>
            <numerusform>%1, %2 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::DurationHistogram</name>
    <message numerus="yes">
        <source>%1 events of this name, %2 to %3, median %4</source>
        <translation>
            <numerusform>%1 event of this name, %2 to %3, median %4</numerusform>
            <numerusform>%1 events of this name, %2 to %3, median %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::FlameView</name>
    <message numerus="yes">
        <source>%n frames hold all of it</source>
        <translation>
            <numerusform>%n frame holds all of it</numerusform>
            <numerusform>%n frames hold all of it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 boxes</source>
        <translation>
            <numerusform>%1 box</numerusform>
            <numerusform>%1 boxes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, callers of %2 levels</source>
        <translation>
            <numerusform>%1, callers of %2 level</numerusform>
            <numerusform>%1, callers of %2 levels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::GapsView</name>
    <message numerus="yes">
        <source>%n gaps, %1 in all</source>
        <translation>
            <numerusform>%n gap, %1</numerusform>
            <numerusform>%n gaps, %1 in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::GraphPage</name>
    <message numerus="yes">
        <source>%1 nodes</source>
        <translation>
            <numerusform>%1 node</numerusform>
            <numerusform>%1 nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 replays</source>
        <translation>
            <numerusform>%1 replay</numerusform>
            <numerusform>%1 replays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 nodes carry the same kernel in every replay</source>
        <translation>
            <numerusform>%1 of %2 node carries the same kernel in every replay</numerusform>
            <numerusform>%1 of %2 nodes carry the same kernel in every replay</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::Histogram</name>
    <message numerus="yes">
        <source>%1 calls from %2 to %3; median %4, 95 % are below %5</source>
        <translation>
            <numerusform>%1 call from %2 to %3; median %4, 95 % are below %5</numerusform>
            <numerusform>%1 calls from %2 to %3; median %4, 95 % are below %5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::KernelsView</name>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 kernel</numerusform>
            <numerusform>%1 kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 launches</source>
        <translation>
            <numerusform>%1 launch</numerusform>
            <numerusform>%1 launches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::MainWindow</name>
    <message numerus="yes">
        <source>These are %n ranks of one job.</source>
        <translation>
            <numerusform>This is %n rank of one job.</numerusform>
            <numerusform>These are %n ranks of one job.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::MemoryPanel</name>
    <message numerus="yes">
        <source>%1 blocks since the mark at %2</source>
        <translation>
            <numerusform>%1 block since the mark at %2</numerusform>
            <numerusform>%1 blocks since the mark at %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks in this recording</source>
        <translation>
            <numerusform>%1 block in this recording</numerusform>
            <numerusform>%1 blocks in this recording</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::ModulesPanel</name>
    <message numerus="yes">
        <source>%1 operators</source>
        <translation>
            <numerusform>%1 operator</numerusform>
            <numerusform>%1 operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::OfferedTargets</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::OperatorsView</name>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::PeakPage</name>
    <message numerus="yes">
        <source>%1 requests made it reserve %2 more while as much lay unused, in pieces too small: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True helps.</source>
        <translation>
            <numerusform>%1 request made it reserve %2 more while as much lay unused, in pieces too small: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True helps.</numerusform>
            <numerusform>%1 requests made it reserve %2 more while as much lay unused, in pieces too small: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True helps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 steps</source>
        <translation>
            <numerusform>%1 of %2 step</numerusform>
            <numerusform>%1 of %2 steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::QueryView</name>
    <message numerus="yes">
        <source>%1 rows in %2</source>
        <translation>
            <numerusform>%1 row in %2</numerusform>
            <numerusform>%1 rows in %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::RangePanel</name>
    <message numerus="yes">
        <source>%n more rows</source>
        <translation>
            <numerusform>%n more row</numerusform>
            <numerusform>%n more rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of the range, %2 events</source>
        <translation>
            <numerusform>%1 of the range, %2 event</numerusform>
            <numerusform>%1 of the range, %2 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::RanksView</name>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n collectives matched</source>
        <translation>
            <numerusform>%n collective matched</numerusform>
            <numerusform>%n collectives matched</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::ReportView</name>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::RunningList</name>
    <message numerus="yes">
        <source>%1, %2 events, %3</source>
        <translation>
            <numerusform>%1, %2 event, %3</numerusform>
            <numerusform>%1, %2 events, %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::SearchPanel</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::SessionsDesk</name>
    <message numerus="yes">
        <source>Moved %n sessions to the trash</source>
        <translation>
            <numerusform>Moved %n session to the trash</numerusform>
            <numerusform>Moved %n sessions to the trash</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::SlicePage</name>
    <message numerus="yes">
        <source>%n frames</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::SourceSheet</name>
    <message numerus="yes">
        <source>All %n source files of this session are found.</source>
        <translation>
            <numerusform>The one source file of this session is found.</numerusform>
            <numerusform>All %n source files of this session are found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nor are %n others.</source>
        <translation>
            <numerusform>Nor is %n other.</numerusform>
            <numerusform>Nor are %n others.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::StackList</name>
    <message numerus="yes">
        <source>Python stack, %n frames</source>
        <translation>
            <numerusform>Python stack, %n frame</numerusform>
            <numerusform>Python stack, %n frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more frames</source>
        <translation>
            <numerusform>Show %n more frame</numerusform>
            <numerusform>Show %n more frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::StatusLine</name>
    <message numerus="yes">
        <source>%1 matches</source>
        <translation>
            <numerusform>%1 match</numerusform>
            <numerusform>%1 matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n issues: %1</source>
        <translation>
            <numerusform>%n issue: %1</numerusform>
            <numerusform>%n issues: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::StripBar</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::TrustPanel</name>
    <message numerus="yes">
        <source>%1, %2 times</source>
        <translation>
            <numerusform>%1, %2 time</numerusform>
            <numerusform>%1, %2 times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::TrustSign</name>
    <message numerus="yes">
        <source>%n remarks</source>
        <comment>on data quality</comment>
        <translation>
            <numerusform>%n remark</numerusform>
            <numerusform>%n remarks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::TrustVerdict</name>
    <message numerus="yes">
        <source>%n issues; affected figures are marked</source>
        <translation>
            <numerusform>%n issue; affected figures are marked</numerusform>
            <numerusform>%n issues; affected figures are marked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>OK: %n events were repaired</source>
        <translation>
            <numerusform>OK: %n event was repaired</numerusform>
            <numerusform>OK: %n events were repaired</numerusform>
        </translation>
    </message>
</context>
</TS>
