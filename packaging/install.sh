#!/bin/sh
# Installs a released rowsmith: the program, its man pages and completions.
#
#   ROWSMITH_FROM   where the archives are: an address or a folder (set by the release; see RELEASING.md)
#   ROWSMITH_VERSION  the version
#   PREFIX          where to: bin, share/man and so on below it [~/.local]
set -eu

main() {
    from=${ROWSMITH_FROM:-@FROM@}
    version=${ROWSMITH_VERSION:-@VERSION@}
    prefix=${PREFIX:-$HOME/.local}
    case $from$version in *@*) fail "set ROWSMITH_FROM and ROWSMITH_VERSION: this is the installer before a release filled it in" ;; esac
    target=$(target)
    name=rowsmith-$version-$target
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    get "$from/$name.tar.gz" "$work/$name.tar.gz"
    get "$from/$name.tar.gz.sha256" "$work/$name.tar.gz.sha256"
    (cd "$work" && { sha256sum -c "$name.tar.gz.sha256" || shasum -a 256 -c "$name.tar.gz.sha256"; } >/dev/null 2>&1) ||
        fail "the sum of $name.tar.gz is wrong; nothing was installed"
    tar -C "$work" -xzf "$work/$name.tar.gz"
    mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
        "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
    install -m 755 "$work/$name/rowsmith" "$prefix/bin/rowsmith"
    install -m 644 "$work/$name"/man1/* "$prefix/share/man/man1/"
    install -m 644 "$work/$name/completions/rowsmith.bash" "$prefix/share/bash-completion/completions/rowsmith"
    install -m 644 "$work/$name/completions/_rowsmith" "$prefix/share/zsh/site-functions/_rowsmith"
    install -m 644 "$work/$name/completions/rowsmith.fish" "$prefix/share/fish/vendor_completions.d/rowsmith.fish"
    echo "installed $("$prefix/bin/rowsmith" --version) in $prefix/bin"
    case :$PATH: in *":$prefix/bin:"*) ;; *) echo "$prefix/bin is not in your PATH" ;; esac
}

target() {
    machine=$(uname -m)
    case $machine in
        arm64 | aarch64) machine=aarch64 ;;
        amd64 | x86_64) machine=x86_64 ;;
        *) fail "there is no archive for processors of the kind $machine, only for x86_64 and aarch64; build it with cargo" ;;
    esac
    case $(uname -s) in
        Linux)
            glibc
            echo "$machine-unknown-linux-gnu"
            ;;
        Darwin) echo "$machine-apple-darwin" ;;
        *) fail "there is no archive for $(uname -s); build it with cargo" ;;
    esac
}

# The program for Linux is built against glibc 2.35 and needs that or a newer one.
glibc() {
    libc=$(ldd --version 2>&1 | head -n 1) || libc=
    case $libc in
        *musl*) fail "this system has musl, and the program for Linux needs glibc 2.35 or newer; build it with cargo" ;;
    esac
    version_of_libc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p')
    case $version_of_libc in
        '') fail "this system seems to have no glibc, and the program for Linux needs glibc 2.35 or newer; build it with cargo" ;;
        2.[0-9] | 2.[12][0-9] | 2.3[0-4])
            fail "this system has glibc $version_of_libc, and the program for Linux needs 2.35 or newer; build it with cargo" ;;
    esac
}

get() {
    case $1 in
        *://*) curl -fsSL --proto '=https' --tlsv1.2 -o "$2" "$1" || fail "cannot download $1" ;;
        *) cp "$1" "$2" || fail "cannot read $1" ;;
    esac
}

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

# within a function, so that half a download does nothing
main
