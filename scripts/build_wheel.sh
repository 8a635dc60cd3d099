#!/usr/bin/env bash
# Builds dist/lanescope-*.whl: recorder, probe, command line and `import lanescope` for every Linux with glibc 2.17 or later and
# Python 3.9 or later, for x86_64 or, with --arch aarch64, cross-built. On Debian 12; no other tool is needed. Prints where the wheel is.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/setup.sh"

arch=x86_64 preset=portable
case "$*" in
"" | "--arch x86_64") ;;
"--arch aarch64") arch=aarch64 preset=portable-aarch64 ;;
*) die "usage: scripts/build_wheel.sh [--arch x86_64|aarch64]" ;;
esac
folder=$root/build-$preset

# ISA-L has no static library in Debian: its source.
fetch_isal() {
    compgen -G "$folder/third/libisal-*/igzip" >/dev/null && return 0
    say "Fetching the source of ISA-L from Debian"
    local lists=$folder/third/apt apt
    own_apt "$lists" deb-src "$(dpkg --print-architecture)"
    (cd "$lists" && "${apt[@]}" source --download-only libisal >&2) ||
        die "The source of libisal could not be fetched; apt's message is above."
    tar -C "$folder/third" -xf "$lists"/libisal_*.orig.tar.*
    rm -rf "$lists"
}

# The static libraries of the other architecture, unpacked beside the build: this system gets no packages of it.
fetch_aarch64() {
    local tree=$folder/third/aarch64
    mkdir -p "$folder/third/tools"
    ln -sf "$(command -v ld.lld)" "$folder/third/tools/ld.lld"
    [ -e "$tree/usr/lib/aarch64-linux-gnu/libsqlite3.a" ] && return 0 # the newest of them
    say "Fetching Debian's static libraries for aarch64"
    local lists=$folder/third/apt apt package
    own_apt "$lists" deb arm64
    (cd "$lists" && "${apt[@]}" download libprotobuf-dev libzstd-dev libxxhash-dev libpcre2-dev libsqlite3-dev >&2) ||
        die "Debian's libraries for aarch64 could not be fetched; apt's message is above."
    rm -rf "$tree" "$tree.part"
    mkdir "$tree.part"
    for package in "$lists"/*.deb; do
        dpkg-deb -x "$package" "$tree.part"
    done
    rm -rf "$lists" "$tree.part/usr/include" # the headers that are installed here are the same
    mv "$tree.part" "$tree"
}

main() {
    install_missing "${build_packages[@]}" binutils debian-archive-keyring
    mkdir -p "$folder/third"
    if [ "$arch" = aarch64 ]; then
        install_missing g++-aarch64-linux-gnu
        fetch_aarch64
    fi
    fetch_isal
    build "$preset" "build-$preset"
    "$python" "$root/scripts/pack_wheel.py" "$folder" "$root/dist"
}

main "$@"
