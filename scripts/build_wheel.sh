#!/usr/bin/env bash
# Builds dist/lanescope-*.whl: recorder, probe, command line and `import lanescope` for every x86_64 Linux with glibc 2.17 or later and
# Python 3.9 or later. On Debian 12; no other tool is needed. Prints where the wheel is.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/setup.sh"
folder=$root/build-portable

# ISA-L has no static library in Debian: its source, as Debian signs it, by lists of our own that leave the system's alone.
fetch_isal() {
    compgen -G "$folder/third/libisal-*/igzip" >/dev/null && return 0
    say "Fetching the source of ISA-L from Debian"
    local lists=$folder/third/apt mirror
    # where this machine has its packages from
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | grep -m 1 ' main$') ||
        die "apt knows no list of Debian's packages; run apt-get update."
    mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror" >"$lists/sources.list"
    local apt=(apt-get -q -o "Dir::Etc::SourceList=$lists/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$lists/lists" -o "Dir::Cache=$lists/cache" -o "APT::Sandbox::User=$(id -un)")
    "${apt[@]}" update >&2 || die "Debian's lists of sources could not be fetched; apt's message is above."
    (cd "$lists" && "${apt[@]}" source --download-only libisal >&2) ||
        die "The source of libisal could not be fetched; apt's message is above."
    tar -C "$folder/third" -xf "$lists"/libisal_*.orig.tar.*
    rm -rf "$lists"
}

main() {
    install_missing "${build_packages[@]}" binutils debian-archive-keyring
    mkdir -p "$folder"
    fetch_isal
    build portable build-portable
    "$python" "$root/scripts/pack_wheel.py" "$folder" "$root/dist"
}

main "$@"
