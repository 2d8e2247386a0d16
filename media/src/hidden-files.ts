import { orphanCheck } from './leash.ts';

/** The files that a program reading an untrusted file may see, besides programs and libraries. */
export type Reach = {
  /** Files and folders that it reads. */
  readonly reads: readonly string[];
  /** Folders that it writes into; they exist. */
  readonly writes: readonly string[];
};

/** The words that start a program where it sees no other files. */
export type Hiding = {
  /** Enters a new namespace; takes paths to read, `--`, folders to write, `--`, a program. */
  readonly enter: readonly string[];
  /** Gives up every capability, so that even root has no special rights. */
  readonly yield: readonly string[];
};

/**
 * Builds a private root out of programs, libraries and the given paths, and enters it. As a mount
 * namespace it is visible to this program alone, and ends with it. It is built at `/sys`, which
 * exists on every Linux and holds nothing that is needed. There is no /proc, of /etc only what
 * finds libraries, and of /usr only folders without data of installations. This runs before every
 * look into a video, and costs as many milliseconds as it starts programs: so one `mount` shows all
 * that is the same each time. Not every `mount` does a bind read-only in one go (that of BusyBox
 * forgets it, in a user namespace flags of the disk stand against it): then each takes two.
 */
export const hidingScript = `
${orphanCheck}
set -eu
root=/sys
mount -t tmpfs -o mode=755 tmpfs $root
bind() {
  if [ "$2" = ro ]; then
    mount -o bind,ro "$1" "$root$1" 2> /dev/null && [ ! -w "$root$1" ] && return 0
  fi
  mount --bind "$1" "$root$1"
  [ "$2" = rw ] || mount -o remount,bind,ro "$root$1"
}
show() {
  [ -e "$1" ] || return 0
  if [ "$2" = ro ] && [ "$1" -ef "$root$1" ]; then return 0; fi
  if [ -d "$1" ]; then [ -d "$root$1" ] || mkdir -p "$root$1"
  elif [ ! -e "$root$1" ]; then
    [ -d "$root\${1%/*}" ] || mkdir -p "$root\${1%/*}"
    : > "$root$1"
  fi
  bind "$1" "$2"
}
links= folders=
for each in /bin /sbin /lib /lib32 /lib64; do
  if [ -L $each ]; then links="$links $each"; else folders="$folders $each"; fi
done
for each in /usr/bin /usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /usr/share /etc/alternatives
do folders="$folders $each"; done
read= made= table=
for each in $folders /etc/ld.so.cache; do
  [ -e $each ] || continue
  read="$read $each"
  if [ -d $each ]; then made="$made $root$each"; fi
  table="$table$each $root$each none bind,ro 0 0
"
done
devices='/dev/null /dev/zero /dev/urandom'
for each in $devices; do table="$table$each $root$each none bind 0 0
"; done
mkdir -p $root/dev $root/etc $made
[ -z "$links" ] || cp -P $links $root
for each in /etc/ld.so.cache $devices; do : > $root$each; done
printf %s "$table" > $root/etc/fstab
if mount -a -T $root/etc/fstab 2> /dev/null; then isShown=1; else isShown=; fi
: > $root/etc/fstab
for each in $read; do
  if [ -z "$isShown" ] || [ -w $root$each ]; then bind $each ro; fi
done
[ -n "$isShown" ] || for each in $devices; do bind $each rw; done
while [ "$1" != -- ]; do show "$1" ro; shift; done; shift
while [ "$1" != -- ]; do show "$1" rw; shift; done; shift
exec chroot $root "$@"
`;

/** Lists the words before a program that sees only `reach`. */
export function listHidingWords(
  { enter, yield: give }: Hiding,
  { reads, writes }: Reach,
): string[] {
  return [...enter, ...reads, '--', ...writes, '--', ...give];
}
