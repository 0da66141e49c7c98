import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { message, type MessageId } from '../../../../shared/messages/message.ts'
import type { FailureKind } from '../../../../shared/rules/failure.ts'
import { FailureError } from '../../../platform/failure.ts'
import { ignoreErrors } from '../../../platform/ignore-errors.ts'
import { type ProgramRun, passedOnEnvironment, runProgram } from '../../../platform/run-program.ts'

export interface GitOptions {
  environment: NodeJS.ProcessEnv
  /** One of Latchkey's own folders to run git in. */
  folder: string
  /** Timeout in ms. */
  timeMs: number
}

export const findGit = (environment: NodeJS.ProcessEnv) => findProgram('git', environment)

/** A program's path; undefined if it isn't in `PATH`. The current folder isn't searched, unlike on Windows. */
export function findProgram(program: string, environment: NodeJS.ProcessEnv): string | undefined {
  const { PATH = '' } = passedOnEnvironment(environment)
  const name = process.platform === 'win32' ? `${program}.exe` : program
  const paths = PATH.split(delimiter).filter(isAbsolute)
  return paths.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  let isFound = false
  ignoreErrors(() => {
    accessSync(path, constants.X_OK)
    isFound = statSync(path).isFile()
  })
  return isFound
}

/** Keeps git and its helpers from prompting (gitcredentials(7), git(1), and Git Credential Manager). */
const noPrompts = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  GCM_GUI_PROMPT: 'false',
}

/** Helpers need these to find their socket and the keychain. */
const helperVariableNames = ['XDG_CACHE_HOME', 'DBUS_SESSION_BUS_ADDRESS']

/** A credential in git's format (git-credential(1)). */
export interface HelperCredential {
  protocol: string
  host: string
  path?: string
  username?: string
  password: string
}

/**
 * Asks git's credential helpers for an instance's password: that of a username if given, or else the first one. Helpers
 * store one for each username.
 */
export async function askGit(
  options: GitOptions,
  baseUrl: string,
  username?: string,
): Promise<string> {
  return (await askForCredential(options, baseUrl, username)).password
}

/** Replaces the password of one username in git's credential helpers, and no other. */
export async function replaceInGit(
  options: GitOptions,
  baseUrl: string,
  password: string,
  username?: string,
): Promise<void> {
  const { host } = new URL(baseUrl)
  const old = await askForCredential(options, baseUrl, username)
  const credential = { ...old, password }
  toInput(credential, host)
  // Git doesn't report it when a helper fails.
  const isStored = () =>
    askGit(options, baseUrl, old.username).then(
      (stored) => stored === password,
      () => false,
    )
  // Some helpers don't overwrite an existing password.
  await runGit(options, 'reject', old, host)
  await runGit(options, 'approve', credential, host)
  if (await isStored()) return
  throw gitFailure('unexpected', 'tokenUses.gitKept', host)
}

export async function askForCredential(
  options: GitOptions,
  baseUrl: string,
  username?: string,
): Promise<HelperCredential> {
  const { host, protocol, pathname } = new URL(baseUrl)
  const path = pathname.slice(1)
  const query = { protocol: protocol.slice(0, -1), host, ...(path && { path }) }
  const asked = { ...query, ...(username !== undefined && { username }) }
  const credential = toCredential(await runGit(options, 'fill', asked, host), query)
  // A helper may ignore the username.
  const isOther = username !== undefined && credential.username !== username
  if (isOther) throw gitFailure('not-found', 'foundTokens.gitNothing', host)
  return credential
}

/**
 * Whether git stores a credential for each repository (`credential.useHttpPath`). One without a path would then replace
 * them all, and git wouldn't find it.
 */
export async function hasCredentialPerPath(
  { environment, folder, timeMs }: GitOptions,
  baseUrl: string,
): Promise<boolean> {
  const command = ['config', '--type', 'bool', '--get-urlmatch', 'credential.useHttpPath', baseUrl]
  const variables = { GIT_CEILING_DIRECTORIES: dirname(folder) }
  const { stdout } = await runProgram(findGit(environment) ?? 'git', command, {
    ...{ environment, folder, timeMs, variables },
  })
  return stdout.trim() === 'true'
}

/** Ignores the current repository, whose configuration could specify an attacker's helper. */
async function runGit(
  { environment, folder, timeMs }: GitOptions,
  action: 'fill' | 'approve' | 'reject',
  credential: Partial<HelperCredential>,
  host: string,
): Promise<ProgramRun> {
  const git = findGit(environment)
  if (!git) throw gitFailure('not-found', 'foundTokens.programAbsent', host)
  const helperVariables = helperVariableNames.map((name) => [name, environment[name]])
  return runProgram(git, ['-c', 'credential.interactive=false', 'credential', action], {
    environment,
    timeMs,
    folder,
    variables: {
      ...Object.fromEntries(helperVariables),
      ...noPrompts,
      // guard: git-repository
      GIT_CEILING_DIRECTORIES: dirname(folder),
    },
    input: toInput(credential, host),
  })
}

/** Throws if a value contains a line break, because git would read the rest as another setting, such as the host. */
function toInput(credential: Partial<HelperCredential>, host: string): string {
  const lines = Object.entries(credential).map(([name, value]) => `${name}=${value}\n`)
  if (Object.values(credential).some((value) => /[\n\r\0]/.test(value))) {
    throw gitFailure('invalid', 'tokenUses.gitKept', host)
  }
  return `${lines.join('')}\n`
}

function toCredential(
  { stdout, problem, exitCode }: ProgramRun,
  query: Pick<HelperCredential, 'protocol' | 'host'>,
): HelperCredential {
  const { host } = query
  if (problem === 'absent') throw gitFailure('not-found', 'foundTokens.programAbsent', host)
  if (problem === 'timeout') throw gitFailure('timeout', 'foundTokens.gitTimeout', host)
  const lines = stdout.split(/\r?\n/).filter((line) => line.includes('='))
  const answer = new Map(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const password = answer.get('password')
  if (exitCode !== 0 || !password) throw gitFailure('not-found', 'foundTokens.gitNothing', host)
  // A helper may return another host's password, which must not be used for this one.
  // guard: git-host
  if (answer.get('host') !== host || answer.get('protocol') !== query.protocol) {
    throw gitFailure('conflict', 'foundTokens.gitOtherHost', host)
  }
  if (answer.has('oauth_refresh_token') || answer.has('password_expiry_utc')) throw notAToken(host)
  const [path, username] = [answer.get('path'), answer.get('username')]
  return {
    protocol: query.protocol,
    host,
    ...(path && { path }),
    ...(username && { username }),
    password,
  }
}

/** Git usually stores a password or an OAuth token. */
export function notAToken(host: string): FailureError {
  return gitFailure('unauthorized', 'foundTokens.gitNotAToken', host)
}

const hints = {
  'foundTokens.programAbsent': 'foundTokens.pasteHint',
  'foundTokens.gitTimeout': 'foundTokens.gitTimeoutHint',
  'foundTokens.gitNothing': 'foundTokens.pasteHint',
  'foundTokens.gitOtherHost': 'foundTokens.pasteHint',
  'foundTokens.gitNotAToken': 'foundTokens.gitNotATokenHint',
  'tokenUses.gitKept': 'tokenUses.notUpdatedHint',
} as const satisfies Partial<Record<MessageId, MessageId>>

function gitFailure(kind: FailureKind, id: keyof typeof hints, host: string): FailureError {
  return new FailureError({
    kind,
    message: message(id, { host, program: 'Git' }),
    hint: message(hints[id]),
  })
}
