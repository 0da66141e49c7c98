import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

// OpenSSH ignores `HOME`: it takes the home folder from the list of users. A mount namespace replaces that list for one
// process tree, so that ssh, git, gpg, and Latchkey agree on a temporary home folder.

const asRoot = userInfo().uid === 0
const unshare = asRoot ? ['--mount'] : ['--user', '--map-current-user', '--keep-caps', '--mount']

/** Whether this computer allows mount namespaces. */
export function canReplaceHome(): boolean {
  const { status } = spawnSync('unshare', [...unshare, 'mount', '--bind', '/tmp', '/tmp'])
  return status === 0
}

/** The folders of a run. */
export interface Folders {
  /** Contains all the others. */
  root: string
  home: string
  /** The git servers' repositories, and the home folder of their user `git`. */
  servers: string
}

export function foldersIn(root: string): Folders {
  return { root, home: join(root, 'home'), servers: join(root, 'servers') }
}

/** Runs a program whose user has a temporary home folder, and returns its exit code. */
export async function runWithOwnHome(
  command: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<number> {
  // Short, because sockets in it have a maximum length.
  const root = mkdtempSync(join(tmpdir(), 'lk-oracles-'))
  const { home, servers } = foldersIn(root)
  for (const folder of [home, servers, join(root, 'run')]) mkdirSync(folder)
  writeFileSync(join(root, 'passwd'), usersWith(home, servers))
  // gpg's agents have sockets in /run/user.
  const script = [
    `mount --bind '${root}/passwd' /etc/passwd`,
    `{ [ ! -d /run/user ] || mount --bind '${root}/run' /run/user; }`,
    'exec "$@"',
  ].join(' && ')
  const { PATH } = process.env
  const child = spawn('unshare', [...unshare, 'sh', '-c', script, 'sh', ...command, root], {
    // No other variables, because git and ssh use some of them.
    env: { PATH, HOME: home, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1', ...variables },
    stdio: 'inherit',
  })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The list of users with another home folder for this one, who can also sign in to the server as `git`. */
function usersWith(home: string, servers: string): string {
  const { uid, gid, username } = userInfo()
  const others = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && line.split(':')[2] !== String(uid) && !/^git:/.test(line))
  return [
    `${username}:x:${uid}:${gid}::${home}:/bin/sh`,
    `git:x:${uid}:${gid}::${servers}:/bin/sh`,
    ...others,
    '',
  ].join('\n')
}
