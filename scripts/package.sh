#!/usr/bin/env bash
# Makes what others install. `scripts/package.sh --help` says what.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/setup.sh"
out=$root/build/packages
package_tools=(patchelf file dpkg-dev fakeroot qt6-wayland)

usage() {
    cat <<END
usage: scripts/package.sh            both of:
       scripts/package.sh deb        a Debian package for this release of Debian
       scripts/package.sh folder     a .tar.gz with a Qt of its own, for desktops whose glibc is this one or later

Both go to build/packages. Missing Debian packages are installed first.
END
}

# The folder's own version, for Debian's tools: a changelog in their format, with the date of the last commit.
debian_changelog() {
    local version=$1
    printf 'lanescope (%s) unstable; urgency=medium\n\n  * What changed stands in CHANGELOG.md of the sources.\n\n' "$version"
    printf ' -- %s  %s\n' "$(sed -n 's/^LANESCOPE_CONTACT:STRING=//p' "$root/build/CMakeCache.txt")" "$(git -C "$root" log -1 --format=%aD)"
}

# copyright file in Debian's machine-readable format
debian_copyright() {
    cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Lanescope

Files: *
Copyright: 2026 The Lanescope authors
License: Apache-2.0
 On Debian systems the whole text of the Apache License 2.0 stands in
 /usr/share/common-licenses/Apache-2.0.

Files: Lanescope Sans, Lanescope Mono (inside the program)
Copyright: 2020 The Inter Project Authors, 2020 The JetBrains Mono Project Authors
License: OFL-1.1
 Modified versions of the fonts Inter and JetBrains Mono, under the SIL Open
 Font License 1.1, https://openfontlicense.org.
END
}

# The collector for other machines, as the wheel has it.
take_portable() {
    local from=$root/build-portable to=$root/build/lanescope-portable
    rm -rf "$to"
    mkdir -p "$to/bin" "$to/lib"
    cp "$from/bin/lanescope-record" "$to/bin/"
    cp -r "$from/lib/lanescope" "$to/lib/"
    rm -rf "$to/lib/lanescope/python"
    find "$to" -name __pycache__ -exec rm -rf {} +
    strip --strip-unneeded "$to/bin/lanescope-record"
    find "$to" -name '*.so' -exec strip --strip-unneeded {} + -exec chmod 644 {} +
}

make_deb() {
    local docs=$root/build/debian-docs
    mkdir -p "$docs" "$out"
    debian_changelog "$version" | gzip -9n >"$docs/changelog.gz"
    debian_copyright >"$docs/copyright"
    rm -f "$out"/*.deb
    (cd "$root/build" && umask 022 && cpack -G DEB -B "$out") >"$out/cpack.log" 2>&1 || {
        cat "$out/cpack.log" >&2
        die "cpack could not make the package; its message is above."
    }
    rm -rf "$out/_CPack_Packages"
    say "Debian package: $(ls "$out"/*.deb)"
}

# Libraries that a desktop has, or that must be its drivers' own, stay out; the list is that of other portable programs.
stays_out='/(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|GL|EGL|GLX|OpenGL|GLdispatch|drm|X11|X11-xcb|xcb|Xau|Xdmcp|fontconfig|freetype|expat|z|gcc_s|stdc\+\+|wayland-client))\.so'

# libraries_of FILE...: paths of the shared libraries that have to come along.
libraries_of() {
    ldd "$@" | awk '$3 ~ /^\// {print $3}' | sort -u | grep -vE "$stays_out"
}

make_folder() {
    local name=lanescope-$version-$(uname -m) plugins library kind
    local folder=$out/$name
    plugins=$(qmake6 -query QT_INSTALL_PLUGINS)
    rm -rf "$folder"
    mkdir -p "$folder/plugins"
    cmake --install "$root/build" --prefix "$folder" --strip >"$out/install.log" || die "cmake --install failed: $out/install.log"
    for kind in platforms xcbglintegrations imageformats iconengines wayland-shell-integration \
        wayland-graphics-integration-client wayland-decoration-client; do
        [ ! -d "$plugins/$kind" ] || cp -r "$plugins/$kind" "$folder/plugins/"
    done
    mkdir -p "$folder/translations" # of Qt's own dialogs, in the languages that the window speaks
    for kind in "$root"/resources/translations/lanescope_*.ts; do
        kind=${kind##*/lanescope_}
        cp "$(qmake6 -query QT_INSTALL_TRANSLATIONS)/qtbase_${kind%.ts}.qm" "$folder/translations/"
    done
    rm -f "$folder"/plugins/platforms/libq{eglfs,linuxfb,vnc,minimal,minimalegl,vkkhrdisplay}.so
    local binaries=("$folder/bin/lanescope" "$folder/bin/lanescope-record")
    local loaded=()
    mapfile -t loaded < <(find "$folder/plugins" -name '*.so')
    libraries_of "${binaries[@]}" "${loaded[@]}" | while read -r library; do cp -L "$library" "$folder/lib/"; done
    printf '[Paths]\nPrefix=..\nPlugins=plugins\nTranslations=translations\n' >"$folder/bin/qt.conf"
    # shellcheck disable=SC2016 # $ORIGIN is the loader's word
    {
        patchelf --set-rpath '$ORIGIN/../lib' "${binaries[@]}"
        find "$folder/lib" -maxdepth 1 -name '*.so*' -exec patchelf --set-rpath '$ORIGIN' {} +
        patchelf --set-rpath '$ORIGIN/../../lib' "${loaded[@]}"
    }
    chmod -R u+w,go+rX "$folder"
    tar -C "$out" --owner=0 --group=0 --sort=name --mtime="@$(git -C "$root" log -1 --format=%at)" \
        -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
    say "Folder: $folder, packed as $out/$name.tar.gz"
}

main() {
    case ${1:-} in
    "" | deb | folder) ;;
    -h | --help)
        usage
        return 0
        ;;
    *)
        usage >&2
        return 2
        ;;
    esac
    install_missing "${build_packages[@]}" "${package_tools[@]}"
    "$root/scripts/build_wheel.sh"
    take_portable
    build release build product manual
    version=$("$root/build/bin/lanescope" --version | cut -d' ' -f2)
    mkdir -p "$out"
    [ "${1:-}" = folder ] || make_deb
    [ "${1:-}" = deb ] || make_folder
}

main "$@"
