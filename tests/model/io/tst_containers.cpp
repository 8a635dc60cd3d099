#include "model/io/OpenTrace.h"
#include "model/io/containers/FileExcerpt.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <isa-l/igzip_lib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>
#include <string>

using namespace lanes;
using namespace lanes::test;

namespace {

std::string trace(int events) {
    std::string text = "[";
    for (int i = 0; i < events; ++i) {
        text += q("{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': ") + std::to_string(i) +
                q(", 'dur': 0.5},\n");
    }
    return text;
}

std::string deflated(const std::string& text, std::uint16_t format) {
    std::string packed(text.size() + 4096, '\0');
    isal_zstream stream;
    isal_deflate_stateless_init(&stream);
    stream.end_of_stream = 1;
    stream.gzip_flag = format;
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<std::uint32_t>(text.size());
    stream.next_out = reinterpret_cast<std::uint8_t*>(packed.data());
    stream.avail_out = static_cast<std::uint32_t>(packed.size());
    isal_deflate_stateless(&stream);
    packed.resize(stream.total_out);
    return packed;
}

std::string gzip(const std::string& text) {
    return deflated(text, IGZIP_GZIP);
}

std::string zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

template<class T>
std::string bytes(T value) {
    std::string out(sizeof value, '\0');
    std::memcpy(out.data(), &value, sizeof value);
    return out;
}

// A zip archive of these files, packed (method 8) or stored (0).
std::string zip(const std::vector<std::pair<std::string, std::string>>& files, std::uint16_t method) {
    std::string archive;
    std::string directory;
    for (const auto& [name, text] : files) {
        const std::string data = method == 8 ? deflated(text, IGZIP_DEFLATE) : text;
        const std::string common = bytes<std::uint16_t>(20) + bytes<std::uint16_t>(0) + bytes(method) +
                                   bytes<std::uint64_t>(0) + bytes(static_cast<std::uint32_t>(data.size())) +
                                   bytes(static_cast<std::uint32_t>(text.size())) +
                                   bytes(static_cast<std::uint16_t>(name.size())) + bytes<std::uint16_t>(0);
        directory += "PK\x01\x02" + bytes<std::uint16_t>(20) + common + std::string(10, '\0') +
                     bytes(static_cast<std::uint32_t>(archive.size())) + name;
        archive += "PK\x03\x04" + common + name + data;
    }
    const auto count = static_cast<std::uint16_t>(files.size());
    return archive + directory + "PK\x05\x06" + std::string(4, '\0') + bytes(count) + bytes(count) +
           bytes(static_cast<std::uint32_t>(directory.size())) +
           bytes(static_cast<std::uint32_t>(archive.size())) + std::string(2, '\0');
}

std::uint32_t slicesIn(const std::string& content) {
    const auto opened = openContentOf(content);
    return opened ? opened.value()->sliceCount() : 0;
}

} // namespace

class tst_containers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyContainerIsRecognisedByItsContent() {
        const std::string text = trace(30000);
        QCOMPARE(slicesIn(text), 30000u);
        QCOMPARE(slicesIn(gzip(text)), 30000u);
        QCOMPARE(slicesIn(zstd(text)), 30000u);
        QCOMPARE(slicesIn(zip({{"trace.json", text}}, 8)), 30000u);
        QCOMPARE(slicesIn(zip({{"folder/", ""}, {"folder/trace.json", text}}, 0)), 30000u);
        QCOMPARE(slicesIn(zip({{"trace.json.gz", gzip(text)}}, 0)), 30000u);
    }

    void bytesAreShownWhereverTheyLie() {
        const std::string text = trace(30000);
        const auto place = static_cast<std::int64_t>(text.find("\"ts\": 20000,"));
        QTemporaryDir folder;
        const std::string path = folder.filePath("trace").toStdString();
        for (const std::string& content :
             {text, gzip(text), zstd(text), zip({{"trace.json.gz", gzip(text)}}, 0)}) {
            std::ofstream(path, std::ios::binary) << content;
            QCOMPARE(fileExcerpt(path, place, 12).value(), std::string("\"ts\": 20000,").substr(0, 12));
            const auto size = static_cast<std::int64_t>(text.size());
            QCOMPARE(fileExcerpt(path, size - 3, 12).value(), text.substr(text.size() - 3));
            QCOMPARE(fileExcerpt(path, size + 1, 12).value(), std::string());
        }
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(fileExcerpt(path, place, 12, stopped.get_token()).value(), std::string());
        QVERIFY(!fileExcerpt(path + ".missing", 0, 12).ok());
    }

    void gzipMayHaveManyMembersAndPaddingBehind() {
        const std::string text = trace(3000);
        std::string packed;
        for (std::size_t at = 0; at < text.size(); at += 7001) {
            packed += gzip(text.substr(at, 7001));
        }
        QCOMPARE(slicesIn(packed), 3000u);
        QCOMPARE(slicesIn(packed + std::string(512, '\0')), 3000u);
        QCOMPARE(slicesIn(zstd(text.substr(0, 5000)) + zstd(text.substr(5000))), 3000u);
    }

    // As pzstd and seekable zstd write them.
    void zstdFramesThatAreToBeSkippedMayStandAnywhere() {
        const std::string text = trace(3000);
        const std::string skipped = std::string("\x53\x2a\x4d\x18\x03\0\0\0", 8) + "abc";
        QCOMPARE(slicesIn(skipped + zstd(text)), 3000u);
        QCOMPARE(slicesIn(zstd(text.substr(0, 5000)) + skipped + zstd(text.substr(5000)) + skipped), 3000u);
    }

    void whatStandsBehindCompressedDataIsCounted() {
        const std::string text = trace(3000);
        for (const std::string& packed : {gzip(text), zstd(text)}) {
            const auto opened = importText(packed + "something else");
            QCOMPARE(opened->sliceCount(), 3000u);
            QCOMPARE(opened->diagnostics().count("damaged-container"), std::uint64_t(1));
        }
    }

    // What a redirection in PowerShell makes of a trace.
    void textOfTwoBytesPerCharacterIsRead() {
        const std::string ascii = q("[{'ph': 'X', 'name': '@', 'pid': 1, 'tid': 2, 'ts': 1, 'dur': 2}]");
        const std::u16string name = u"\u00e9 \u4e2d \U0001f600 \xd800 \xdc00";
        for (const bool littleEndian : {true, false}) {
            for (const bool marked : {true, false}) {
                std::string wide;
                const auto put = [&](char16_t c) {
                    const char high = static_cast<char>(c >> 8);
                    const char low = static_cast<char>(c & 0xff);
                    wide += littleEndian ? std::string{low, high} : std::string{high, low};
                };
                if (marked) {
                    put(u'\ufeff');
                }
                for (const char c : ascii) {
                    if (c != '@') {
                        put(static_cast<char16_t>(c));
                        continue;
                    }
                    std::ranges::for_each(name, put);
                }
                const auto opened = importText(wide);
                QCOMPARE(opened->sliceCount(), 1u);
                QCOMPARE(std::string(opened->text(opened->slice(SliceId(0)).name)),
                         std::string("\u00e9 \u4e2d \U0001f600 \ufffd \ufffd"));
                QCOMPARE(slicesIn(gzip(wide)), 1u);
                QCOMPARE(importText(wide + "x")->sliceCount(), 1u); // half a character at the end
            }
        }
    }

    void whatCanBeUnpackedOfADamagedFileIsShown() {
        const std::string text = trace(30000);
        for (const std::string& packed : {gzip(text), zstd(text)}) {
            const auto cut = importText(packed.substr(0, packed.size() / 2));
            QVERIFY(cut);
            QVERIFY(cut->sliceCount() < 30000u);
            QCOMPARE(cut->diagnostics().count("damaged-container"), std::uint64_t(1));
            QVERIFY(!cut->info().complete);
        }
        std::string broken = gzip(text);
        broken[broken.size() / 2] = static_cast<char>(~broken[broken.size() / 2]);
        QCOMPARE(importText(broken)->diagnostics().count("damaged-container"), std::uint64_t(1));
    }

    // Systems put files of their own beside what is packed, and people a text.
    void ofAnArchiveTheOneTraceIsOpened() {
        const std::string text = trace(10);
        QCOMPARE(slicesIn(zip({{"__MACOSX/._a.json", "x"}, {"a.json", text}, {".DS_Store", "x"}}, 8)), 10u);
        QCOMPARE(
            slicesIn(zip({{"README.txt", "x"}, {"run/._a.json", "x"}, {"run/a.json.gz", gzip(text)}}, 0)),
            10u);
        QCOMPARE(slicesIn(zip({{"only one", text}}, 8)), 10u);
    }

    void anArchiveWhoseEndIsMissingIsRead() {
        const std::string text = trace(30000);
        const std::string whole = zip({{"a.json", text}}, 8);
        const auto cut = importText(whole.substr(0, whole.size() / 2));
        QVERIFY(cut->sliceCount() > 1000u);
        QCOMPARE(cut->diagnostics().count("damaged-container"), std::uint64_t(1));
    }

    void anArchiveOfSeveralFilesIsRefused() {
        const auto refused = openContentOf(zip({{"a.json", trace(1)}, {"b.json", trace(1)}}, 0));
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("no ranks of one job") != std::string::npos);
        QVERIFY(!openContentOf("PK\x03\x04 and nothing more"));
    }

    void ranksInAnArchiveOrAFolderAreOneJob() {
        const auto rank = [](int number) {
            return q("{'distributedInfo': {'rank': ") + std::to_string(number) +
                   q(", 'world_size': 2}, 'traceEvents': ") + trace(10) + "]}";
        };
        const auto packed = openContentOf(zip({{"r0.json", rank(0)}, {"r1.json.gz", gzip(rank(1))}}, 8));
        QVERIFY2(packed, packed ? "" : packed.error().message.c_str());
        QCOMPARE(packed.value()->sliceCount(), 20u);
        std::set<std::int64_t> ranks;
        for (const Process& process : packed.value()->processes()) {
            ranks.insert(process.rank);
        }
        QCOMPARE(ranks, std::set<std::int64_t>({0, 1}));

        const QTemporaryDir folder;
        const auto write = [&](const QString& name, const std::string& content) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(content.data(), qint64(content.size())) > 0;
        };
        QVERIFY(QDir(folder.path()).mkpath("other"));
        QVERIFY(write("host_7.1700000000000.pt.trace.json", rank(0)));
        QVERIFY(write("host_7.1700000000999.pt.trace.json.gz",
                      gzip(rank(0)))); // a later cycle of the same worker
        QVERIFY(write("other/host_8.1700000000000.pt.trace.json", rank(1)));
        QVERIFY(write("settings.json", "{}"));
        const auto job = openTrace(folder.path().toStdString());
        QVERIFY2(job, job ? "" : job.error().message.c_str());
        QCOMPARE(job.value()->sliceCount(), 20u);
        QVERIFY(job.value()->info().source.find("999") != std::string::npos);
    }

    void otherProfilesAreCalledByTheirNames() {
        const auto refusalOf = [](std::string_view content) {
            const auto refused = openContentOf(content);
            return refused ? std::string() : refused.error().message;
        };
        for (const char protocol : {'\2', '\3', '\4', '\5'}) {
            const std::string pickle = std::string("\x80") + protocol + std::string("}q\0.", 4);
            QVERIFY2(refusalOf(pickle).find("Python pickle") != std::string::npos, refusalOf(pickle).c_str());
        }
    }

    void profilesWithoutAMagicNumberAreToldApart() {
        const std::string plane = std::string("\x0a\x11\x08\x01\x12\x0d/device:GPU:0", 19);
        const std::string packet = std::string("\x0a\x06", 2) + std::string("\x50\x01\x58\x02\x60\x03", 6);
        QCOMPARE(importText(plane)->info().producer, std::string("XLA profiler"));
        QCOMPARE(importText(packet + packet + packet)->info().producer, std::string("Perfetto"));
        QCOMPARE(importText(gzip(packet + packet + packet))->info().producer, std::string("Perfetto"));
        QVERIFY(!openContentOf("\n\nnothing but text"));
    }
};

int run_tst_containers(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_containers>(argc, argv);
}
#include "tst_containers.moc"
