// What programs do in a repository: git commits and pushes, ssh offers keys.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Instance, type JudgedCommit, judgeHead } from './instance.ts'
import { must, run } from './programs.ts'

export interface Push {
  /** The URLs to which git pushes, if it printed any. */
  urls: string[]
  transport: 'ssh' | 'http' | 'local' | 'several' | 'none'
  /** Whether it is on the accounts’ instance; absent if git got no further than to a host in between. */
  isOnInstance?: boolean
  /** The keys that ssh offered, in order. */
  offered: { fingerprint: string; file: string }[]
  /** The fingerprint of the key that the server accepted. */
  accepted?: string
  output: string
}

/** Whether git failed because of a setting’s value. */
export const isSettingRefused = (output: string): boolean =>
  /^fatal: (bad (config|boolean|numeric|zlib)|failed to expand user dir)/m.test(output)

export interface Commit {
  /** Absent if git refused to commit. */
  made?: JudgedCommit
  output: string
}

/** Pushes all branches without changing the servers. */
export async function push(folder: string, { sandbox }: Instance): Promise<Push> {
  const { output } = await run('git', ['push', '--dry-run', '--porcelain', '--all'], {
    folder,
    variables: { GIT_TRACE: '1' },
  })
  const http = matches(output, /trace: run_command: .*?git remote-https? (\S+) (\S+)$/gm)
  const packs = matches(output, /trace: run_command: (.*git-receive-pack .*)$/gm)
  const to = matches(output, /^To (.+)$/gm).map(([url]) => url!)
  const urls = [...http.map(([, url]) => unquote(url!)), ...to]
  const transports = [
    ...http.map(() => 'http' as const),
    ...packs.map(([command]) => transportOf(command!)),
  ]
  const isMissing =
    /does not appear to be a git repository/.test(output) && !/debug1: /.test(output)
  const [transport = 'none', ...others] = isMissing ? [] : transports
  const { host, hostname } = new URL(sandbox.url)
  const reached = matches(output, /^debug1: Authenticating to (\S+):\d+ as /gm)
  // A jump comes before the host, which isn’t reached if the jump is refused.
  const isJump = output.includes('debug1: Executing proxy command')
  const sshHost = isJump && reached.length < 2 ? undefined : reached.at(-1)?.[0]
  const isOnInstance = {
    ssh: sshHost === undefined ? undefined : sshHost === hostname,
    http: urls.some((url) => URL.canParse(url) && new URL(url).host === host),
    local: false,
    none: undefined,
  }[transport]
  return {
    urls,
    transport: others.length > 0 ? 'several' : transport,
    ...(isOnInstance !== undefined && { isOnInstance }),
    ...offersIn(output),
    output,
  }
}

/** git runs the server’s program by itself, or passes it to ssh in quotes. */
const transportOf = (command: string) =>
  /'git-receive-pack /.test(command) ? ('ssh' as const) : ('local' as const)

const matches = (text: string, pattern: RegExp): string[][] =>
  Array.from(text.matchAll(pattern), ([, ...groups]) => groups as string[])

const unquote = (word: string) => word.replace(/^'(.*)'$/, '$1')

/** The keys that ssh offered to the last host: jumps come first. */
export function offersIn(output: string): Pick<Push, 'offered' | 'accepted'> {
  const last = output.slice(Math.max(0, output.lastIndexOf('debug1: Authenticating to ')))
  const offered = matches(last, /^debug1: Offering public key: (.+?) \S+ (SHA256:\S+)/gm)
  const accepted = matches(last, /^debug1: Server accepts key: .*(SHA256:\S+)/gm)[0]?.[0]
  return {
    offered: offered.map(([file = '', fingerprint = '']) => ({ file, fingerprint })),
    ...(accepted !== undefined && { accepted }),
  }
}

/** Commits, and lets GitLab’s programs judge the signature. */
export async function commit(
  folder: string,
  instance: Instance,
  { options = [], ...more }: { options?: string[]; variables?: NodeJS.ProcessEnv } = {},
): Promise<Commit> {
  const command = ['commit', '--quiet', '--allow-empty', '-m', 'Test', ...options]
  const without = ['-c', 'maintenance.auto=false']
  const { code, output } = await run('git', [...without, ...command], { folder, ...more })
  return code === 0 ? { output, made: await judgeHead(folder, instance) } : { output }
}

/** Commits in a new repository to which only the user’s settings apply; without a signature if that fails. */
export async function commitElsewhere(
  root: string,
  instance: Instance,
): Promise<(Commit & { unsigned?: Commit; refusesPush: boolean }) | undefined> {
  const folder = join(root, 'elsewhere')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const variables = { GIT_CONFIG_GLOBAL: '/dev/null' }
  await must('git', ['init', '--quiet', '--template='], { folder, variables })
  const listing = (where: string) =>
    run('git', ['-C', where, 'config', '--list', '--global', '--includes'])
  const [inside, outside] = await Promise.all([listing(folder), listing('/')])
  // Some conditions apply to each repository, and to nothing outside of repositories.
  if (inside.output !== outside.output) return undefined
  const { output } = await run('git', ['-C', folder, 'push', '--dry-run', join(root, 'none')])
  const tried = { ...(await commit(folder, instance)), refusesPush: isSettingRefused(output) }
  if (tried.made) return tried
  return { ...tried, unsigned: await commit(folder, instance, { options: ['--no-gpg-sign'] }) }
}
