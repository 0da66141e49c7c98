import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FailureError } from '../../../platform/failure.ts'
import { isRunning } from '../../../testing/is-running.ts'
import { type GitOptions, askGit, findGit, replaceInGit } from './git-credential.ts'
import { storeCredentials, useHelper, writeScript } from './testing/git-home.ts'

const instance = 'https://gitlab.example.com:8443/git'
let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'latchkey-git-'))))
afterEach(() => rmSync(home, { recursive: true }))

const ports = (more: Partial<GitOptions> = {}): GitOptions => ({
  environment: { PATH: process.env.PATH, HOME: home },
  folder: home,
  timeMs: 20_000,
  ...more,
})

const helper = (...lines: string[]) => useHelper(home, writeScript(home, 'helper', lines))

async function problemOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    () => expect.fail('It succeeded.'),
    (reason: unknown) => reason,
  )
  const { message } = (error as FailureError).failure
  return typeof message === 'string' ? message : message.id
}

// The helpers are shell scripts, which Windows can't run; git is the same there.
describe.skipIf(process.platform === 'win32')('askGit', () => {
  it('queries the entered host, port and subfolder', async () => {
    const log = join(home, 'asked')
    helper(`cat > ${log}`, 'printf "username=maya\\npassword=glpat-from-a-helper\\n"')
    expect(await askGit(ports(), instance)).toBe('glpat-from-a-helper')
    const loggedLines = readFileSync(log, 'utf8').split('\n')
    expect(loggedLines).toEqual(
      expect.arrayContaining(['protocol=https', 'host=gitlab.example.com:8443']),
    )
  })

  it("returns only that host's credential from git's store", async () => {
    storeCredentials(home, [
      'https://maya:glpat-other@gitlab.com',
      'https://maya:glpat-stored@gitlab.example.com%3a8443',
    ])
    expect(await askGit(ports(), instance)).toBe('glpat-stored')
    const nowhere = askGit(ports(), 'https://git.example.org')
    expect(await problemOf(nowhere)).toBe('foundTokens.gitNothing')
  })

  it.each(['\n', '\r', '\r\n', '\0'])('rejects a password that contains %j', async (separator) => {
    storeCredentials(home, ['https://maya:glpat-stored@gitlab.example.com%3a8443'])
    const hostile = ['x', 'host=git.example.org', 'password=y'].join(separator)
    expect(await problemOf(replaceInGit(ports(), instance, hostile))).toBe('tokenUses.gitKept')
    expect(await askGit(ports(), instance)).toBe('glpat-stored')
    const nowhere = askGit(ports(), 'https://git.example.org')
    expect(await problemOf(nowhere)).toBe('foundTokens.gitNothing')
  })

  it.each([
    ['says nothing', ['exit 0']],
    ['fails', ['echo glpat-in-an-error >&2; exit 1']],
    ['prints garbage', ['head -c 5000 /dev/urandom']],
    ['prints meaningless lines', ['echo hello; echo "=x"; echo password']],
    ['knows a username but no password', ['echo username=maya']],
    ['returns quit', ['echo quit=1']],
    ['is missing', ['exec /nonexistent/helper']],
  ])('returns nothing if a helper %s', async (_, lines) => {
    helper(...lines)
    expect(await problemOf(askGit(ports(), instance))).toBe('foundTokens.gitNothing')
  })

  it('never prompts on a terminal or through a program', async () => {
    const mark = join(home, 'asked')
    const ask = writeScript(home, 'askpass', [`touch ${mark}; echo typed`])
    // A helper that would prompt, either through the program that git specifies or on the terminal.
    helper(
      'for program in "$GIT_ASKPASS" "$SSH_ASKPASS"; do [ -n "$program" ] && "$program"; done',
      `(echo ask > /dev/tty) 2> /dev/null && touch ${mark}`,
      'exit 0',
    )
    const environment = {
      ...ports().environment,
      GIT_ASKPASS: ask,
      SSH_ASKPASS: ask,
      DISPLAY: ':0',
    }
    expect(await problemOf(askGit(ports({ environment }), instance))).toBe('foundTokens.gitNothing')
    expect(existsSync(mark)).toBe(false)
  })

  it('kills git along with a hanging helper', async () => {
    const mark = join(home, 'pid')
    helper(`echo $$ > ${mark}`, 'exec sleep 600')
    let timeMs = 250
    await vi.waitUntil(async () => {
      timeMs *= 2
      expect(await problemOf(askGit(ports({ timeMs }), instance))).toBe('foundTokens.gitTimeout')
      return existsSync(mark)
    })
    const pid = Number(readFileSync(mark, 'utf8'))
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
  })

  it.each(['oauth_refresh_token=secret', 'password_expiry_utc=9999999999'])(
    'detects an OAuth token by %s, which newer versions report',
    async (line) => {
      const lines = ['protocol=https', 'host=gitlab.example.com:8443', 'password=abc', line]
      writeScript(home, 'git', [`printf '%s\\n' ${lines.join(' ')}`])
      const environment = { PATH: home }
      const asking = askGit(ports({ environment }), instance)
      expect(await problemOf(asking)).toBe('foundTokens.gitNotAToken')
    },
  )

  it('passes only the required variables to helpers', async () => {
    const log = join(home, 'environment')
    helper(`env > ${log}`, 'printf "username=maya\\npassword=glpat-from-a-helper\\n"')
    const environment = {
      ...ports().environment,
      GITLAB_TOKEN: 'glpat-in-a-variable',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    }
    await askGit(ports({ environment }), instance)
    const loggedText = readFileSync(log, 'utf8')
    expect(loggedText).toContain('DBUS_SESSION_BUS_ADDRESS=')
    expect(loggedText).not.toContain('glpat-')
  })
})

describe('the git program', () => {
  it('is looked up in PATH but not in the current folder', () => {
    const folder = join(home, 'bin')
    mkdirSync(folder)
    const git = writeScript(folder, process.platform === 'win32' ? 'git.exe' : 'git', [])
    expect(findGit({ PATH: ['', '.', 'bin', home, folder].join(delimiter) })).toBe(git)
    expect(findGit({ PATH: home })).toBeUndefined()
    expect(findGit({})).toBeUndefined()
  })

  it('may be missing by the time it is started', async () => {
    const environment = { PATH: home }
    expect(await problemOf(askGit(ports({ environment }), instance))).toBe(
      'foundTokens.programAbsent',
    )
  })
})
