#include "app/cli/recording/RemoteRecord.h"

#include "app/cli/Command.h"
#include "app/cli/InstalledFiles.h"
#include "collector/remote/Collector.h"
#include "collector/remote/ImageContainer.h"
#include "collector/remote/RemoteCapture.h"
#include "model/base/Utf8.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>

namespace lanes::cli {

namespace {

int complain(const Error& error, int code) {
    std::fprintf(stderr, "lanescope: %s\n", forTerminal(error.message).c_str());
    return code;
}

} // namespace

std::vector<std::string> optionsForFarEnd(const std::vector<std::string>& words) {
    static constexpr std::array<std::string_view, 5> kOurs{"--on", "--folder", "--resume", "-o", "--output"};
    std::vector<std::string> rest;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (std::ranges::find(kOurs, word.substr(0, word.find('='))) == kOurs.end()) {
            rest.push_back(words[i]);
        } else if (word.find('=') == std::string_view::npos) {
            ++i; // its value
        }
    }
    return rest;
}

int recordOn(const RemoteRecord& wish, const std::string& freshOutput) {
    const auto target = remote::CaptureTarget::reach(wish.on.front());
    if (!target) {
        return complain({"--on: " + target.error().message}, kUsage);
    }
    if (target->isImage() && (wish.attach || !wish.resume.empty())) {
        return complain(
            {wish.on.front() + " runs nothing yet; name the container, docker:NAME or podman:NAME."}, kUsage);
    }
    auto archive = remote::archiveCollector(collectorFolder(bootFolder()));
    if (!archive) {
        return complain(archive.error(), kFailed);
    }
    remote::RemoteOptions options;
    options.archive = std::move(archive.value());
    options.folder = wish.folder;
    options.words = wish.options;
    options.attach = wish.attach;
    if (!wish.attach) {
        options.words.emplace_back("--");
        options.words.insert(options.words.end(), wish.command.begin(), wish.command.end());
    }
    options.freshName = wish.output.empty();
    options.output = wish.output.empty() ? freshOutput : wish.output;
    options.resume = wish.resume;
    std::optional<remote::ImageContainer> container;
    if (target->isImage()) {
        std::error_code problem;
        const std::string here = std::filesystem::current_path(problem).string();
        auto started = remote::ImageContainer::start(target.value(), here);
        if (!started) {
            return complain(started.error(), kFailed);
        }
        container.emplace(std::move(started).value());
        options.folder = options.folder.empty() ? here : options.folder;
    }
    const auto outcome = remote::recordRemotely(container ? container->target() : target.value(), options);
    if (!outcome) {
        if (container && outcome.error().message.find("--resume") != std::string::npos) {
            container->leave(); // the capture goes on in it
        }
        return complain(outcome.error(), kFailed);
    }
    if (!outcome->output.empty()) {
        std::fprintf(stderr, "lanescope: %s: fetched from %s\n", outcome->output.c_str(),
                     wish.on.front().c_str());
    }
    return outcome->status;
}

} // namespace lanes::cli
