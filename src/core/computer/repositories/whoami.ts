import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Repository, RepositoryIdentity } from '../../../shared/operations/repositories.ts'
import { type Message, type Text, message } from '../../../shared/messages/message.ts'
import { problemMessages, remoteHost } from '../../../shared/rules/repository-messages.ts'
import { FailureError } from '../../platform/failure.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { runProgram } from '../../platform/run-program.ts'
import { type ComputerOptions, computerFacts } from '../computer-facts.ts'
import { isAmbiguousPath } from '../home-paths.ts'
import { escapeControls, escapeJson } from '../../platform/log/escape-controls.ts'
import { t, textOf } from '../../platform/messages.ts'
import { type KnownAccount, KnownAccountsFile, knownFacts } from './account-facts.ts'
import { type ScannedRepository, commonFolder, findRepositories } from './find-repositories.ts'
import { readIdentity } from './repository-identity.ts'
import { openRepositoryReader } from './repository-reader.ts'

export const exitCodes = { right: 0, wrong: 1, unknown: 2 }
type Verdict = keyof typeof exitCodes

const verdicts = {
  verified: 'right',
  'not-verified': 'wrong',
  unknown: 'unknown',
} as const satisfies Record<RepositoryIdentity['verdict'], Verdict>

const verdictTitles = {
  right: 'repositories.verified',
  wrong: 'repositories.notVerified',
  unknown: 'repositories.unknown',
} as const

export interface WhoamiOptions {
  folder: string
  /** Whether to print JSON for other programs. */
  isJson: boolean
  survey: ComputerOptions
  /** Latchkey's stored account data. */
  accountsFile: string
  print(line: string): void
}

interface Answer {
  verdict: Verdict
  problems: readonly string[]
  reasons: readonly Text[]
  repository?: Repository
  identity?: RepositoryIdentity
  accounts?: readonly KnownAccount[]
}

/**
 * `whoami [DIR]`: prints the git author in the repository of a folder, and whether GitLab will show its commits as
 * verified; returns the exit code. Guarantee: doesn't use the network, the keychain or the lock, so it can run at the
 * same time as Latchkey.
 */
export async function printIdentity(options: WhoamiOptions): Promise<number> {
  const answer = await answerFor(options)
  const { isJson, print } = options
  if (isJson) print(toJson(answer))
  else for (const line of toLines(answer)) print(escapeControls(line))
  return exitCodes[answer.verdict]
}

async function answerFor({ folder, survey, accountsFile }: WhoamiOptions): Promise<Answer> {
  const real = attempt(() => realpathSync(folder))
  if (real === undefined)
    return unknown('no-folder', message('repositories.folderMissing', { folder }))
  // guard: utf8-whoami
  if (isAmbiguousPath(real)) return unknown('not-utf8', message('repositories.notUtf8', {}))
  const repository = await repositoryAround(real)
  if (!repository) return unknown('no-repository', message('whoami.noRepository', { path: folder }))
  const knownAccounts = readAccounts(accountsFile)
  const accounts = 'accounts' in knownAccounts ? knownAccounts.accounts : []
  const variable = await otherRepository(repository, real, survey.environment)
  if (variable !== undefined)
    return unknown('other-repository', message('whoami.otherRepository', { variable }))
  const reader = await openRepositoryReader({
    facts: computerFacts(survey),
    terminal: {
      ...terminalVariables(survey.environment),
      // In a folder below, git ignores it.
      ...(real === repository.path && { PWD: enteredPath(folder, real, survey.environment) }),
    },
    accounts: accounts.map(knownFacts),
  })
  const scanned = await reader.describe(repository)
  const identity = {
    path: scanned.path,
    ...(await readIdentity(repository, reader)),
  } as RepositoryIdentity
  const described = { ...scanned, ...(identity.remote && { remote: identity.remote }) }
  const found = { repository: described, identity, accounts }
  const problem = described.problem ?? identity.problem
  if (!problem && !(await isUsedIn(real, repository, survey.environment)))
    return {
      ...unknown('unreadable', message('whoami.notUsed', { path: described.path })),
      repository: described,
    }
  if (!problem && 'reason' in knownAccounts)
    return { ...unknown('no-accounts', knownAccounts.reason), ...found }
  const account = accounts.find(({ id }) => id === identity.account)
  return {
    ...found,
    verdict: problem ? 'unknown' : verdicts[identity.verdict],
    problems: problem ? [problem] : identity.problems,
    reasons: problemMessages({
      problem,
      problems: identity.problems,
      refused: identity.refused,
      hasSigningKey: identity.signingKey !== undefined,
      host: remoteHost(described.remote),
      email: identity.email?.value ?? '',
      account: account && `@${account.username}`,
    }),
  }
}

/** Variables of a terminal that determine whether and as whom git commits and pushes (git(1), git-config(1)). */
const committing =
  /^(EMAIL|GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_CONFIG_\w+|GIT_OBJECT_DIRECTORY|GIT_SSH(_COMMAND)?)$/

/** The command runs in the terminal, so a commit there would be made with the same variables. */
function terminalVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const variables = Object.entries(environment).filter(([name]) => committing.test(name))
  // guard: terminal-variables
  return Object.fromEntries(variables)
}

/** The path by which a terminal entered the folder, possibly through a link. */
function enteredPath(folder: string, real: string, { PWD }: NodeJS.ProcessEnv): string {
  return PWD !== undefined && attempt(() => realpathSync(PWD)) === real ? PWD : folder
}

/** A variable that makes git commit to another repository. */
async function otherRepository(
  { gitFolder }: ScannedRepository,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const common = gitFolder && (await commonFolder(gitFolder).catch(() => undefined))
  const realOf = (path = '') => attempt(() => realpathSync.native(resolve(folder, path)))
  // guard: common-variable
  const expected = { GIT_DIR: gitFolder, GIT_COMMON_DIR: common }
  // guard: other-repository
  return Object.entries(expected).find(([name, path]) => {
    const other = environment[name]
    return other !== undefined && (path === undefined || realOf(other) !== realOf(path))
  })?.[0]
}

/** Whether git, run in the terminal, uses this repository in the folder and accepts its working tree. */
async function isUsedIn(
  folder: string,
  { path, kind, gitFolder = '' }: ScannedRepository,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  const { GIT_CEILING_DIRECTORIES, GIT_DIR, GIT_WORK_TREE } = environment
  // Set while a push is received (git-receive-pack(1)). Git then refuses to commit.
  // guard: quarantine
  if (environment.GIT_QUARANTINE_PATH !== undefined) return false
  // Fails without a working tree.
  const tree = ['--is-inside-work-tree', '--show-toplevel']
  const command = ['-C', folder, 'rev-parse', '--absolute-git-dir', ...tree]
  const { stdout } = await runProgram('git', command, {
    environment,
    timeMs: 10_000,
    variables: { GIT_CEILING_DIRECTORIES, GIT_DIR, GIT_WORK_TREE },
  })
  const [used, isInside, top] = stdout.split('\n')
  const realOf = (path = '') => attempt(() => realpathSync.native(path))
  // A signing key may be in the working tree, which is this folder if only the Git folder is set.
  // guard: work-tree
  const isOtherTree = isInside !== 'true' || realOf(top) !== realOf(path)
  const isSet = (GIT_WORK_TREE ?? GIT_DIR) !== undefined && kind !== 'bare'
  // guard: used-repository
  return realOf(used) === realOf(gitFolder) && !(isSet && isOtherTree)
}

const unknown = (problem: string, reason: Text) =>
  ({ verdict: 'unknown', problems: [problem], reasons: [reason] }) as const

/** The repository in this folder, or the innermost one that contains it. */
async function repositoryAround(folder: string): Promise<ScannedRepository | undefined> {
  const { signal } = new AbortController()
  const onProgress = () => undefined
  for (let path = folder; ; path = dirname(path)) {
    const found = await findRepositories([path], { signal, onProgress, limits: { depth: 0 } })
    const [repository] = found.repositories
    if (repository || dirname(path) === path) return repository
  }
}

function readAccounts(path: string): { accounts: KnownAccount[] } | { reason: Text } {
  const file = jsonFile(path, KnownAccountsFile, () => undefined)
  try {
    file.assertReadable()
  } catch (error) {
    if (error instanceof FailureError) return { reason: error.failure.message }
    throw error
  }
  const { accounts } = file.read()
  return accounts.length > 0 ? { accounts } : { reason: message('whoami.noAccounts') }
}

function toLines({ verdict, reasons, repository, identity, accounts = [] }: Answer): string[] {
  const result = [t(verdictTitles[verdict]), ...reasons.map((reason) => `- ${textOf(reason)}`)]
  if (!repository || !identity) return result
  const account = accounts.find(({ id }) => id === identity.account)
  const { name, email, sshKey, signingKey } = identity
  const keyAccount = accounts.find(({ id }) => id === sshKey?.account)
  const rows: [label: string, value: string | undefined][] = [
    [t('repositories.path'), repository.path],
    [t('repositories.remote'), repository.remote?.url ?? t('repositories.noRemote')],
    [t('repositories.account'), account && nameOf(account)],
    [t('identities.name'), withOrigin(name)],
    [t('identities.email'), withOrigin(email)],
    [
      t('identities.key'),
      withOrigin(sshKey, [
        sshKey?.fingerprint,
        keyAccount && t('repositories.keyOn', { account: nameOf(keyAccount) }),
      ]),
    ],
    [t('repositories.signingKey'), withOrigin(signingKey, [signingKey?.fingerprint])],
  ]
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  return [...rows.map(([label, value = '–']) => `${label.padEnd(width)}${value}`), ...result]
}

const nameOf = ({ instance, username }: KnownAccount) => `@${username} (${instance})`

interface OriginalValue {
  value: string
  file?: string | undefined
  line?: number | undefined
}

function withOrigin(
  found: OriginalValue | undefined,
  facts: readonly (string | undefined)[] = [],
): string | undefined {
  if (!found) return undefined
  const { value, file, line } = found
  const origin =
    file === undefined ? t('repositories.noFile') : [file, line].filter(Boolean).join(':')
  return [value, ...facts, origin].filter(Boolean).join(' · ')
}

function toJson({
  verdict,
  problems,
  reasons,
  repository,
  identity,
  accounts = [],
}: Answer): string {
  const accountOf = (id: string | undefined) => {
    const account = accounts.find((knownAccounts) => knownAccounts.id === id)
    return account && { instance: account.instance, username: account.username }
  }
  const { remote } = repository ?? {}
  const { name, email, sshKey, signingKey, signs, refused } = identity ?? {}
  const answer = {
    verdict,
    problems,
    reasons: reasons.map((reason: Message | string) => textOf(reason)),
    path: repository?.path,
    kind: repository?.kind,
    remote: remote && { name: remote.name, url: remote.url, host: remote.host },
    account: accountOf(identity?.account),
    name,
    email,
    sshKey: sshKey && { ...sshKey, account: accountOf(sshKey.account) },
    signingKey,
    signs,
    refused,
  }
  return escapeJson(answer)
}
