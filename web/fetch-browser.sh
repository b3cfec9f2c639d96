#!/usr/bin/env bash
# Fetches the browser in which a test looks at the page: Debian's chromium, and a
# font that has the board's glyphs, unpacked into a folder of ours with the
# libraries that this machine lacks. Nothing is installed, and only stale package
# lists need root.
#
#	fetch-browser.sh FOLDER
set -euo pipefail
shopt -s nullglob

folder=$1

# Newer than this script means that it is this script's work.
if [[ $folder/complete -nt ${BASH_SOURCE[0]} ]]; then
	exit 0
fi

fail() {
	printf 'browser: %s\n' "$@" >&2
	exit 1
}

for tool in apt-get apt-cache dpkg-deb dpkg-query ldd; do
	command -v "$tool" >/dev/null || fail "$tool is missing: the browser comes as a package of Debian." \
		"Elsewhere: make check, which tests everything but the page in a browser."
done

mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/packages" "$work/chromium" "$work/libraries"

download() {
	(cd "$work/packages" && apt-get -qq download "$@" 2>"$work/errors")
}

missing() {
	LD_LIBRARY_PATH=$work/libraries ldd "$work/chromium/usr/lib/chromium/chromium" "$work"/libraries/*.so* |
		sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | sort -u
}

# dependencies PACKAGE... names those of their direct dependencies that are
# libraries and not installed here.
dependencies() {
	local name
	for name in $(apt-cache depends --important "$@" | sed -n 's/^[ |]*Depends: \(lib[^ ]*\)$/\1/p' | sort -u); do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || echo "$name"
	done
}

packages=(chromium chromium-common fonts-dejavu-core)
if ! download "${packages[@]}"; then
	[[ $(id -u) -eq 0 ]] || fail "the package lists are empty or stale, and only root may renew them: sudo apt-get update"
	apt-get -qq update
	download "${packages[@]}" || fail "$(cat "$work/errors")"
fi
for package in "$work"/packages/*.deb; do
	dpkg-deb -x "$package" "$work/chromium"
done

level=(chromium)
until [[ -z $(missing) ]]; do
	mapfile -t level < <(dependencies "${level[@]}")
	[[ ${#level[@]} -gt 0 ]] || fail "chromium needs $(missing), which no package of its dependencies has"
	download "${level[@]}" || fail "$(cat "$work/errors")"
	for library in "${level[@]}"; do
		dpkg-deb -x "$work/packages/${library}"_*.deb "$work/unpacked"
	done
	find "$work/unpacked" -name '*.so*' -exec cp -Pn {} "$work/libraries" \;
done

mkdir "$work/fonts"
cp "$work"/chromium/usr/share/fonts/truetype/dejavu/*.ttf "$work/fonts"
rm -rf "$work/packages" "$work/unpacked" "$work/errors" "$work/chromium/usr/share"
chmod 755 "$work"
touch "$work/complete"
rm -rf "$folder"
mv -T "$work" "$folder"
trap - EXIT
echo "browser: ${packages[0]} in $folder"
