#include "collector/recorder/host/Secrets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>

namespace lanes::recorder {

namespace {

constexpr std::string_view kMasked = "***";
constexpr std::array<std::string_view, 9> kSecret{"password", "passwd", "passphrase", "secret",     "token",
                                                  "apikey",   "pwd",    "credential", "credentials"};
// A "key" is one only with one of these in front of it.
constexpr std::array<std::string_view, 5> kKeys{"api", "access", "private", "auth", "secret"};
// A "token" with one of these is a piece of text to a model.
constexpr std::array<std::string_view, 9> kOfModels{"pad", "eos", "bos", "unk", "mask",
                                                    "sep", "cls", "max", "num"};

bool isOneOf(const auto& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

// "--api-key" -> api, key
std::vector<std::string> partsOf(std::string_view name) {
    std::vector<std::string> parts(1);
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            parts.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!parts.back().empty()) {
            parts.emplace_back();
        }
    }
    return parts;
}

bool isSecret(std::string_view name) {
    const std::vector<std::string> parts = partsOf(name);
    if (std::ranges::any_of(parts, [](const std::string& part) { return isOneOf(kOfModels, part); })) {
        return false;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (isOneOf(kSecret, parts[i]) || (i > 0 && parts[i] == "key" && isOneOf(kKeys, parts[i - 1]))) {
            return true;
        }
    }
    return false;
}

// What stands between "://" and "@", from its ':' on.
void maskAddress(std::string& word) {
    const std::size_t start = word.find("://");
    if (start == std::string::npos) {
        return;
    }
    const std::size_t host = word.find('@', start);
    const std::size_t colon = word.find(':', start + 3);
    if (host != std::string::npos && colon < host && word.find('/', start + 3) > host) {
        word.replace(colon + 1, host - colon - 1, kMasked);
    }
}

} // namespace

std::vector<std::string> withoutSecrets(std::vector<std::string> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string& word = words[i];
        const std::size_t equals = word.find('=');
        if (equals != std::string::npos && isSecret(std::string_view(word).substr(0, equals))) {
            word.replace(equals + 1, std::string::npos, kMasked);
        } else if (equals == std::string::npos && word.starts_with('-') && isSecret(word) &&
                   i + 1 < words.size() && !words[i + 1].starts_with('-')) {
            words[++i] = kMasked;
        } else {
            maskAddress(word);
        }
    }
    return words;
}

std::string withoutSecrets(const std::string& line) {
    std::vector<std::string> words(1);
    for (const char c : line) {
        if (c == ' ') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    std::string masked;
    for (const std::string& word : withoutSecrets(std::move(words))) {
        masked += word + ' ';
    }
    masked.pop_back();
    return masked;
}

} // namespace lanes::recorder
