// Entry of a Qt Test class. The test executables of a folder hold several classes: tests/support/main.cpp.in calls the one that
// is named on the command line.
#pragma once

#include <QTest>

#if defined(QT_WIDGETS_LIB)
#include <QApplication>
#elif defined(QT_GUI_LIB)
#include <QGuiApplication>
#endif

namespace lanes::test {

// Runs the cases of `Test` in a program with an event loop and no window. Returns the exit code: how many cases failed.
template<class Test>
int runWithoutWindow(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

#if defined(QT_WIDGETS_LIB)
// The same where widgets are needed.
template<class Test>
int runWithWidgets(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setAttribute(Qt::AA_Use96Dpi, true); // as Qt's own main function for tests does
    Test test;
    return QTest::qExec(&test, argc, argv);
}
#elif defined(QT_GUI_LIB)
// The same where pictures are needed.
template<class Test>
int runWithPictures(int argc, char** argv) {
    QGuiApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}
#endif

} // namespace lanes::test
