import { spawnSync } from 'node:child_process'

/** Root needs no user namespace. */
const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount']

/** Whether this computer lets the test replace `/etc`; only on Linux, and not in every container. */
export const canReplaceEtc =
  process.platform === 'linux' && spawnSync('unshare', [...namespaces, 'true']).status === 0

/** Mounts this computer's folders in a new root folder, whose `/etc` contains only the policy. */
const script = `set -e
root=$1 policy=$2 mode=$3
shift 3
mount -t tmpfs -o mode=755 tmpfs "$root"
for path in /*; do
  if [ -L "$path" ]; then cp -P "$path" "$root$path"
  elif [ -d "$path" ] && [ "$path" != /etc ]; then mkdir "$root$path"; mount --rbind "$path" "$root$path"
  fi
done
mkdir -m 755 "$root/etc" "$root/etc/latchkey"
if [ -n "$policy" ]; then
  printf %s "$policy" > "$root/etc/latchkey/policy.json"
  chmod "$mode" "$root/etc/latchkey/policy.json"
fi
exec chroot "$root" "$@"`

/**
 * The command that starts another one on a computer with this text as its policy, or with none if it is empty. `folder` is an empty
 * folder, which stays empty outside.
 */
export function onManagedComputer(folder: string, policy: string, mode = '644'): string[] {
  return ['unshare', ...namespaces, 'sh', '-c', script, 'sh', folder, policy, mode]
}
