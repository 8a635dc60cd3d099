#include "app/render/RenderCommand.h"

#include "app/cli/Command.h"
#include "app/cli/ParseArguments.h"
#include "app/document/Thumbnail.h"
#include "app/render/Offscreen.h"
#include "app/render/RenderArguments.h"
#include "app/window/Views.h"
#include "model/base/SameFile.h"
#include "model/base/Utf8.h"
#include "model/io/CategoriesFile.h"
#include "model/io/OpenTrace.h"

#include <QApplication>
#include <QFile>
#include <QPainter>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace lanes {
namespace {

using cli::kFailed;
using cli::kGood;
using cli::kUsage;

struct RenderWish {
    std::string file;
    std::string output;
    std::string view = "timeline";
    std::string size = "1440x900";
    std::string range;
    std::string scope = "steady";
    std::vector<std::string> with;
    std::vector<std::string> more;
    std::string theme = "dark";
    std::string language = "en";
    std::string categories;
    int thumbnail = 0; // pixels of its longer side; 0: not wanted
};

int complain(const std::string& sentence, int code) {
    std::fprintf(stderr, "lanescope render: %s\n", forTerminal(sentence).c_str());
    return code;
}

bool isPictureName(const std::string& name) {
    return name.ends_with(".png") || name.ends_with(".jpg") || name.ends_with(".bmp");
}

// For a file manager: what device, operators and runtime calls did, on the theme's ground.
QImage thumbnailOf(const Trace& trace, int side, const Theme& theme) {
    QImage picture(side, side * 5 / 8, QImage::Format_RGB32);
    picture.fill(theme.canvas);
    QPainter painter(&picture);
    const int margin = std::max(2, side / 32);
    paintThumbnail(painter, QRectF(picture.rect()).adjusted(margin, margin, -margin, -margin),
                   makeThumbnail(trace), theme);
    return picture;
}

int save(const QImage& picture, const std::string& output, const char* format) {
    QFile file(QFile::decodeName(output.c_str()));
    if (!file.open(QIODevice::WriteOnly) || !picture.save(&file, format) || !file.flush()) {
        return complain(output + " cannot be written: " + file.errorString().toStdString(), kFailed);
    }
    return kGood;
}

// The sessions that FILE is compared with, and further runs of either side.
Result<void> addOthers(const RenderWish& wish, const OpenOptions& options, RenderRequest& request) {
    for (const std::string& file : wish.with) {
        const auto trace = openTrace(file, options);
        if (!trace) {
            return trace.error();
        }
        if (request.partner) {
            request.partnerRuns.push_back(trace.value());
        } else {
            request.partner = trace.value();
        }
    }
    for (const std::string& file : wish.more) {
        const auto trace = openTrace(file, options);
        if (!trace) {
            return trace.error();
        }
        request.ownRuns.push_back(trace.value());
    }
    return {};
}

int render(const RenderWish& wish) {
    // file managers name the picture as they like and want PNG
    if (wish.thumbnail == 0 && !isPictureName(wish.output)) {
        return complain("the name " + wish.output + " must end in .png, .jpg or .bmp", kUsage);
    }
    std::vector<std::string> read = wish.with;
    read.insert(read.end(), wish.more.begin(), wish.more.end());
    read.push_back(wish.file);
    if (isOneOf(wish.output, read)) {
        return complain(wish.output + " is what is to be read; name another file", kUsage);
    }
    const auto size = parseSize(wish.size);
    if (!size) {
        return complain("--size wants WIDTHxHEIGHT, each 64 to 16384, not '" + wish.size + "'", kUsage);
    }
    // a thumbnail has the colours of the file alone
    const auto categories =
        wish.thumbnail > 0 ? Result(std::shared_ptr<const OwnClasses>()) : chosenCategories(wish.categories);
    if (!categories) {
        return complain(categories.error().message, kFailed);
    }
    OpenOptions options;
    options.ownClasses = categories.value();
    const auto trace = openTrace(wish.file, options);
    if (!trace) {
        return complain(trace.error().message, kFailed);
    }
    Appearance appearance(wish.theme == "light" ? Appearance::Mode::Light : Appearance::Mode::Dark);
    appearance.setOwnClasses(options.ownClasses);
    if (wish.thumbnail > 0) {
        return save(thumbnailOf(*trace.value(), wish.thumbnail, appearance.theme()), wish.output, "png");
    }
    RenderRequest request;
    request.size = *size;
    request.whole = wish.scope == "all";
    if (!wish.range.empty()) {
        request.range = parseRange(wish.range, trace.value()->span());
        if (!request.range) {
            return complain("--range wants A..B, such as 1.5ms..20ms, not '" + wish.range + "'", kUsage);
        }
    }
    if (const auto added = addOthers(wish, options, request); !added) {
        return complain(added.error().message, kFailed);
    }
    appearance.applyTo(*qApp);
    const QImage picture =
        pictureOfView(*viewSpec(QString::fromStdString(wish.view)), trace.value(), request, appearance);
    if (picture.isNull()) {
        return complain(wish.file + ": there is not enough memory for a picture of " + wish.size, kFailed);
    }
    return save(picture, wish.output, wish.output.substr(wish.output.size() - 3).c_str());
}

} // namespace

int runRender(int argc, char** argv) {
    CLI::App parser("Draws a view of a session or trace into a picture, without a display",
                    "lanescope render");
    RenderWish wish;
    std::vector<std::string> views;
    for (const ViewSpec& view : viewSpecs()) {
        views.emplace_back(view.key);
    }
    parser.add_option("FILE", wish.file, "a session (.lanes) or a trace")->required();
    parser.add_option("-o,--output", wish.output, "the picture: NAME.png, NAME.jpg or NAME.bmp")->required();
    parser.add_option("--view", wish.view, "what to draw")
        ->check(CLI::IsMember(views))
        ->capture_default_str();
    parser.add_option("--size", wish.size, "WIDTHxHEIGHT in pixels")->capture_default_str();
    parser.add_option("--range", wish.range, "A..B since the session's begin, such as 1.5ms..20ms");
    parser
        .add_option(
            "--scope", wish.scope,
            "steady: figures of the steady steps, as in the window, and the timeline goes to them; all: "
            "the whole session")
        ->check(CLI::IsMember({"steady", "all"}))
        ->capture_default_str()
        ->excludes(parser.get_option("--range"));
    parser
        .add_option("--with", wish.with,
                    "a second session: what the view `compare` compares FILE with, and then further runs of "
                    "it; or another rank for `ranks`")
        ->take_all();
    parser
        .add_option("--more", wish.more,
                    "further sessions that `compare` counts together with FILE: runs of the same program")
        ->take_all();
    parser.add_option("--theme", wish.theme, "light or dark")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    parser
        .add_option("--thumbnail", wish.thumbnail,
                    "instead of a view a small picture, so many pixels wide, as file managers show; PNG")
        ->option_text("PIXELS")
        ->check(CLI::Range(16, 1024));
    parser
        .add_option("--categories", wish.categories,
                    "own categories of kernels and calls (default: categories.toml in ~/.config/lanescope)")
        ->option_text("FILE");
    parser.add_option("--lang", wish.language, "en or zh_CN")
        ->check(CLI::IsMember({"en", "zh_CN"}))
        ->capture_default_str();
    if (const auto code = cli::parseArguments(parser, argc, argv)) {
        return *code;
    }
    return drawOffscreen(argv, wish.language, [&wish] { return render(wish); });
}

} // namespace lanes
