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
    <name>InstantPainter</name>
    <message numerus="yes">
        <source>%n instants</source>
        <translation>
            <numerusform>%n instant</numerusform>
            <numerusform>%n instants</numerusform>
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
</context>
<context>
    <name>lanes::DetailsPanel</name>
    <message numerus="yes">
        <source>%n frames</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
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
    <name>lanes::RangePanel</name>
    <message numerus="yes">
        <source>%n more rows</source>
        <translation>
            <numerusform>%n more row</numerusform>
            <numerusform>%n more rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::SearchPanel</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::SliceTip</name>
    <message numerus="yes">
        <source>and %n more here</source>
        <translation>
            <numerusform>and %n more here</numerusform>
            <numerusform>and %n more here</numerusform>
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
        <source>Show %n library frames</source>
        <translation>
            <numerusform>Show %n library frame</numerusform>
            <numerusform>Show %n library frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::StatusLine</name>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches, N next, Shift+N previous</source>
        <translation>
            <numerusform>%n match, N next, Shift+N previous</numerusform>
            <numerusform>%n matches, N next, Shift+N previous</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::WelcomePage</name>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
</context>
</TS>
