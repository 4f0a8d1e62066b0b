# What the scripts of this folder share: where things are, the targets, and what each begins with.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
host=$(rustc -vV | sed -n 's/^host: //p')
built=$root/target/fuzz
programs=$built/$host/release
mapfile -t targets < <(sed -n '/^[a-z]/s/ .*//p' "$root/fuzz/targets.txt")

# Builds the targets as cargo-fuzz does, but without a sanitizer: nothing of ours is unsafe, and so a stable compiler will do.
build() {
    local llvm=(
        -sanitizer-coverage-level=4 -sanitizer-coverage-inline-8bit-counters -sanitizer-coverage-pc-table
        -sanitizer-coverage-trace-compares
    )
    local flags=-Cpasses=sancov-module
    for flag in "${llvm[@]}"; do flags+=" -Cllvm-args=$flag"; done
    # with --target the flags are not those of build scripts, which have no fuzzer to count for
    RUSTFLAGS=$flags CARGO_INCREMENTAL=0 cargo build --quiet --release --locked --manifest-path "$root/fuzz/Cargo.toml" \
        --target "$host" --target-dir "$built"
}

# Copies what a target begins with into a folder; what earlier runs found with it, but for `own`.
seeds() {
    local target=$1 into=$2 own=${3:-} at=0 line file words
    mkdir -p "$into"
    read -r -a words < <(grep "^$target " "$root/fuzz/targets.txt")
    for pattern in "${words[@]:3}"; do
        if [[ $pattern == *.txt ]]; then
            while IFS= read -r line; do
                at=$((at + 1))
                printf %s "$line" >"$into/seed-$at"
            done <"$root/$pattern"
        else
            # shellcheck disable=SC2086
            for file in $root/$pattern; do
                at=$((at + 1))
                [ ! -f "$file" ] || cp "$file" "$into/seed-$at"
            done
        fi
    done
    if [ -z "$own" ] && [ -f "$root/fuzz/corpus/$target.tar.gz" ]; then
        tar -xzf "$root/fuzz/corpus/$target.tar.gz" -C "$into"
    fi
}

# The dictionary and the length of inputs of a target.
options() {
    local words
    read -r -a words < <(grep "^$1 " "$root/fuzz/targets.txt")
    echo "-dict=$root/fuzz/dictionaries/${words[1]}.dict -max_len=${words[2]}"
}
