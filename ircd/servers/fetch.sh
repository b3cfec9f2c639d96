#!/usr/bin/env bash
# Fetches the IRC servers that the tests play on, and the services that go with
# them (Atheme with InspIRCd, Anope with ircd-hybrid): Debian's packages, unpacked
# into a folder of ours, with the libraries that this machine lacks. Nothing is
# installed, so nothing conflicts (ngircd and ircd-hybrid would), and only
# stale package lists need root.
#
#	fetch.sh FOLDER
set -euo pipefail

folder=$1
packages=(ngircd inspircd ircd-hybrid atheme-services anope)

# Newer than this script means that it is this script's work.
if [[ $folder/complete -nt ${BASH_SOURCE[0]} ]]; then
	exit 0
fi

fail() {
	printf 'servers: %s\n' "$@" >&2
	exit 1
}

for tool in apt-get apt-cache dpkg-deb dpkg-query ldd; do
	if ! command -v "$tool" >/dev/null; then
		fail "$tool is missing: the real IRC servers come as packages of Debian or Ubuntu." \
			"Elsewhere: make check, which tests everything on our own server."
	fi
done

update_lists() {
	if [[ $(id -u) -ne 0 ]]; then
		fail "the package lists are empty or stale, and only root may renew them: sudo apt-get update"
	fi
	apt-get -qq update
}

mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/packages" "$work/libraries"

# download PACKAGE... puts the packages' files into $work/packages.
download() {
	(cd "$work/packages" && apt-get -qq download "$@" 2>"$work/errors")
}

# missing BINARY... names the libraries that they want and do not find.
missing() {
	LD_LIBRARY_PATH=$work/libraries ldd "$@" | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | sort -u
}

# dependencies PACKAGE... names those of their direct dependencies that are
# libraries and not installed here.
dependencies() {
	local name
	for name in $(apt-cache depends --important "$@" | sed -n 's/^[ |]*Depends: \(lib[^ ]*\)$/\1/p' | sort -u); do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || echo "$name"
	done
}

if ! download "${packages[@]}"; then
	update_lists
	download "${packages[@]}" || fail "$(cat "$work/errors")"
fi

for name in "${packages[@]}"; do
	mkdir "$work/$name"
	dpkg-deb -x "$work/packages/${name}"_*.deb "$work/$name"
	rm -rf "$work/$name/usr/share/doc"
	# Atheme comes with libraries of its own.
	find "$work/$name/usr/lib" -mindepth 2 -maxdepth 2 -name 'lib*.so*' -exec cp -P {} "$work/libraries" \;
	level=("$name")
	until [[ -z $(missing "$work/$name"/usr/*bin/"$name") ]]; do
		mapfile -t level < <(dependencies "${level[@]}")
		[[ ${#level[@]} -gt 0 ]] || fail "$name needs $(missing "$work/$name"/usr/*bin/"$name"), which no package of its dependencies has"
		download "${level[@]}" || fail "$(cat "$work/errors")"
		for library in "${level[@]}"; do
			dpkg-deb -x "$work/packages/${library}"_*.deb "$work/unpacked"
		done
		find "$work/unpacked" -name '*.so*' -exec cp -P {} "$work/libraries" \;
	done
done

# ircd-hybrid looks for its modules under /usr and can't be told otherwise: now
# it looks under the folder in which it runs.
LC_ALL=C sed -i -e 's#/usr/lib/ircd-hybrid/modules/#usr/lib/ircd-hybrid/modules//#g' -e 's#\x00/usr\x00#\x00././\x00#g' \
	"$work/ircd-hybrid/usr/sbin/ircd-hybrid"

rm -rf "$work/packages" "$work/unpacked" "$work/errors"
chmod 755 "$work"
touch "$work/complete"
rm -rf "$folder"
mv -T "$work" "$folder"
trap - EXIT
echo "servers: ${packages[*]} in $folder"
