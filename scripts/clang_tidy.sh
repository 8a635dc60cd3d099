# PyPI's clang-tidy, in a folder of its own in the user's cache: lanescope/clang-tidy/<version>. Since version 22 it passes over what
# stands in system headers, which is most of what is compiled: a sixth of the time that Debian's takes. Sourced by ./test.

clang_tidy_version=23.1.4
clang_tidy_folder=${XDG_CACHE_HOME:-$HOME/.cache}/lanescope/clang-tidy/$clang_tidy_version
clang_tidy=$clang_tidy_folder/clang_tidy/data/bin/clang-tidy

ensure_clang_tidy() {
    [ ! -x "$clang_tidy" ] || return 0
    say "Fetching clang-tidy $clang_tidy_version from PyPI into $clang_tidy_folder"
    mkdir -p "${clang_tidy_folder%/*}"
    rm -rf "$clang_tidy_folder.part"
    "$python" -m pip install --quiet --no-deps --no-cache-dir --disable-pip-version-check --target "$clang_tidy_folder.part" \
        "clang-tidy==$clang_tidy_version" >"${clang_tidy_folder%/*}/install.log" 2>&1 ||
        die "pip could not install clang-tidy: ${clang_tidy_folder%/*}/install.log. Come back with a network, or name a mirror in" \
            "PIP_INDEX_URL."
    mv "$clang_tidy_folder.part" "$clang_tidy_folder"
}
