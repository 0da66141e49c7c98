import type {
  RepositoryIdentity,
  RepositoryRemote,
} from '../../../shared/operations/repositories.ts'
import {
  type VerificationProblem,
  verificationProblems,
} from '../../../shared/rules/repositories.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import type { Agent } from '../../keys/ssh-agent.ts'
import type { ComputerFacts } from '../computer-facts.ts'
import { shownPath } from '../home-paths.ts'
import { isTrue } from '../survey/git.ts'
import type { RefusedSetting } from '../survey/refused-setting.ts'
import { shownSigningKey } from '../survey/signing.ts'
import { type AccountFacts, emailProblem, opensConnections } from './account-facts.ts'
import { type CommitSigner, readSigner, signerProblem } from './commit-signer.ts'
import type { ConfigLines } from './config-lines.ts'
import type { ScannedRepository } from './find-repositories.ts'
import type { PushTarget } from './push-target.ts'
import { type RemoteUrl, shownCommand } from './remote-url.ts'
import type { ReadProblem, RepositorySetting, RepositorySettings } from './repository-settings.ts'
import { type OfferedKey, parseCommandKey, offeredKeys } from './ssh-key.ts'

/** Shared by all repositories in a call. */
export interface IdentityReader extends Pick<
  ComputerFacts,
  | 'home'
  | 'environment'
  | 'limiter'
  | 'now'
  | 'agent'
  | 'sshHost'
  | 'keyFingerprint'
  | 'findGpgSigningKey'
> {
  /** Those of a terminal that determine what git commits there. */
  terminal?: NodeJS.ProcessEnv | undefined
  lines: ConfigLines
  /** The settings that apply outside of repositories. */
  usual: readonly { name: string; value: string }[]
  settings(repository: ScannedRepository): Promise<RepositorySettings | { problem: ReadProblem }>
  /** The signed-in accounts. */
  accounts: readonly AccountFacts[]
  /** The URL on an account's instance, or else the first one. */
  destination(target: PushTarget): Promise<Destination>
}

interface Destination {
  remote: RemoteUrl
  /** The accounts on its instance. */
  accounts: readonly AccountFacts[]
  shown: RepositoryRemote
}

/** The author that git would use in a repository, and how GitLab would show its commits. */
export async function readIdentity(
  repository: ScannedRepository,
  reader: IdentityReader,
): Promise<Omit<RepositoryIdentity, 'path'>> {
  const nothing = { signs: false, verdict: 'unknown', problems: [] } as const
  if (repository.problem) return { ...nothing, problem: repository.problem, problems: [] }
  const read = await reader.settings(repository)
  if ('problem' in read) return { ...nothing, problem: read.problem, problems: [] }
  const { settings } = read
  const author = authorOf(read)
  const { committer, missing, refused } = read
  const signer = await readSigner(
    {
      folder: repository.path,
      settings,
      committer: committer && formatIdent(committer),
      refused,
    },
    { ...reader, agent: () => reader.agent() },
  )
  const destination = read.target && (await reader.destination(read.target))
  const { remote, accounts = [] } = destination ?? {}
  const originOf = createOriginOf(settings, reader)
  const emails = [author.email, committer?.email ?? author.email]
  const compared = await compare(signer, accounts, { missing, emails, now: reader.now() })
  const isLocal = remote?.host === undefined
  const account =
    compared.account ?? (isLocal ? await findAccountWithEmails(emails, reader) : undefined)
  const isNobodys =
    isLocal && author.email !== undefined && (await isOnNoAccount(author.email, reader))
  const problems = sorted([
    ...compared.problems,
    ...(isNobodys ? ['email-not-on-account' as const] : []),
  ])
  const key = remote && (await sshKeyOf(repository, remote, settings, reader, accounts))
  const { name, email } = author
  return {
    ...(name !== undefined && { name: { value: shorten(name), ...originOf('name', name) } }),
    ...(email !== undefined && { email: { value: shorten(email), ...originOf('email', email) } }),
    ...(key && { sshKey: key }),
    ...signingKeyOf(signer, originOf, reader.home),
    signs: signer.signs,
    ...(destination && { remote: destination.shown }),
    ...(account !== undefined && { account }),
    // A repository without a remote may still be pushed to another instance.
    verdict: verdictOf(compared.problems),
    problems,
    ...(refused && { refused: shownRefusal(refused, reader.home) }),
  }
}

const shownRefusal = ({ file, said, ...refused }: RefusedSetting, home: string) => ({
  setting: shorten(refused.setting),
  said: shorten(said.replaceAll(`${home}/`, '~/')),
  ...(file !== undefined && { file: shownPath(file, home) }),
  ...(refused.line !== undefined && { line: refused.line }),
})

/** For display; a repository can set any value. */
const shorten = (value: string): string => truncate(value, 500)

interface Author {
  name?: string | undefined
  email?: string | undefined
}

/** The author according to git, or the configured parts if git refuses to determine one. */
export function authorOf({ author, settings }: RepositorySettings): Author {
  if (author) return author
  return { name: lastOf(settings, namesOf('name')), email: lastOf(settings, namesOf('email')) }
}

/** The settings for an author, strongest first (git-config(1), `author.name`). */
const namesOf = (part: 'name' | 'email') => [`author.${part}`, `user.${part}`]

function findLast(settings: readonly RepositorySetting[], names: readonly string[]) {
  return names
    .map((name) => settings.findLast((setting) => setting.name === name))
    .find((setting) => setting !== undefined)
}

const lastOf = (settings: readonly RepositorySetting[], names: readonly string[]) =>
  findLast(settings, names)?.value || undefined

export function formatIdent({ name, email }: { name: string; email: string }): string {
  return `${name} <${email}>`
}

type OriginOf = (part: 'name' | 'email' | 'signingkey', value: string) => Origin
interface Origin {
  file?: string
  line?: number
  scope?: Exclude<RepositorySetting['scope'], 'command'>
}

function createOriginOf(
  settings: readonly RepositorySetting[],
  { home, lines, terminal }: Pick<IdentityReader, 'home' | 'lines' | 'terminal'>,
): OriginOf {
  return (part, value) => {
    if (terminal?.[`GIT_AUTHOR_${part.toUpperCase()}`] !== undefined) return {}
    const names = part === 'signingkey' ? ['user.signingkey'] : namesOf(part)
    const setting = findLast(settings, names)
    // Git strips some leading and trailing characters, and makes up unset values.
    if (!setting || (part !== 'signingkey' && !setting.value.includes(value))) return {}
    return settingOrigin(setting, { home, lines })
  }
}

function settingOrigin(
  { name, value, scope, file }: RepositorySetting,
  { home, lines }: Pick<IdentityReader, 'home' | 'lines'>,
): Origin {
  if (scope === 'command') return {}
  if (file === undefined) return { scope }
  const line = lines.find(file, name, value)
  return { file: shownPath(file, home), ...(line !== undefined && { line }), scope }
}

function signingKeyOf(
  { key, format, fingerprint }: CommitSigner,
  originOf: OriginOf,
  home: string,
) {
  if (key === undefined) return {}
  const from = originOf('signingkey', key)
  return {
    signingKey: {
      value: shorten(shownSigningKey(key, home)),
      ...from,
      format,
      ...(fingerprint !== undefined && { fingerprint }),
    },
  }
}

/**
 * Compares a commit with the possible accounts: the one with the fewest problems wins. In a tie, the one with the email
 * wins.
 */
async function compare(
  signer: CommitSigner,
  accounts: readonly AccountFacts[],
  {
    missing,
    emails,
    now,
  }: Pick<RepositorySettings, 'missing'> & { emails: (string | undefined)[]; now: number },
): Promise<{ account?: string; problems: VerificationProblem[] }> {
  const signerProblems = signer.problem ? [signer.problem] : []
  if (accounts.length === 0)
    return { problems: sorted([...(missing ? [missing] : []), ...signerProblems, 'no-account']) }
  const compared = await Promise.all(
    accounts.map(async (account) => {
      const found = await Promise.all([
        ...emails.map((email) => (email === undefined ? undefined : emailProblem(account, email))),
        signer.problem || emails[1] === undefined
          ? undefined
          : signerProblem(signer, { email: emails[1], account, now }),
      ])
      const problems = sorted([
        ...(missing ? [missing] : []),
        ...signerProblems,
        ...found.flatMap((problem) => problem ?? []),
      ])
      return { account: account.account.id, problems, hasEmail: found[0] === undefined }
    }),
  )
  const [best] = compared.toSorted(
    (a, b) => a.problems.length - b.problems.length || Number(b.hasEmail) - Number(a.hasEmail),
  )
  return { account: best!.account, problems: best!.problems }
}

/** The account that has all these emails; undefined if several do. */
async function findAccountWithEmails(
  emails: readonly (string | undefined)[],
  { accounts }: Pick<IdentityReader, 'accounts'>,
): Promise<string | undefined> {
  const problems = await Promise.all(
    accounts.map((account) =>
      Promise.all(
        emails.map((email) => (email === undefined ? 'no-email' : emailProblem(account, email))),
      ),
    ),
  )
  const [only, ...others] = accounts.filter((_, at) => problems[at]!.every((one) => !one))
  return others.length === 0 ? only?.account.id : undefined
}

/** Whether there are accounts here, but none with this email. */
async function isOnNoAccount(
  email: string,
  { accounts }: Pick<IdentityReader, 'accounts'>,
): Promise<boolean> {
  const problems = await Promise.all(accounts.map((account) => emailProblem(account, email)))
  return problems.length > 0 && problems.every((problem) => problem === 'email-not-on-account')
}

function sorted(problems: readonly VerificationProblem[]): VerificationProblem[] {
  const order = Object.keys(verificationProblems) as VerificationProblem[]
  return order.filter((problem) => problems.includes(problem))
}

function verdictOf(problems: readonly VerificationProblem[]): RepositoryIdentity['verdict'] {
  if (problems.length === 0) return 'verified'
  return problems.some((problem) => verificationProblems[problem] === 'failed')
    ? 'not-verified'
    : 'unknown'
}

/** The key with which GitLab would recognize an account for a remote, or else the one that ssh would offer first. */
async function sshKeyOf(
  { path, kind }: ScannedRepository,
  remote: RemoteUrl,
  settings: readonly RepositorySetting[],
  reader: IdentityReader,
  accounts: readonly AccountFacts[],
): Promise<RepositoryIdentity['sshKey']> {
  if (!remote.isSsh) return undefined
  const setting = sshCommandOf(settings, reader.terminal)
  const hasOwnTree = kind !== 'bare' && !settings.some(({ name }) => name === 'core.worktree')
  const isBare = isTrue(findLast(settings, ['core.bare'])?.value)
  const folder = hasOwnTree && !isBare ? path : undefined
  const command = setting && parseCommandKey(setting.value, { home: reader.home, folder })
  if (setting && !command?.isPlain) {
    const value = command
      ? shownPath(command.key.value, reader.home)
      : shorten(shownCommand(setting.value))
    const owner = command && (await ownerOf(command.key, accounts, reader.now()))
    return {
      value,
      ...settingOrigin(setting, reader),
      // Its other options, or an agent, may have a key that ssh offers first.
      // guard: other-options
      isSure: false,
      ...keyParts(command?.key, owner),
    }
  }
  const host = await reader.sshHost({
    ...remote,
    ...(command && { command: { ...command, keyFile: command.key.value } }),
  })
  if (!host) return undefined
  const { agentSocket } = host
  const agent = agentSocket === null ? noAgent : await reader.agent(agentSocket)
  const offered = await offeredKeys(host, agent, reader.keyFingerprint)
  const owners = await Promise.all(offered.map((key) => ownerOf(key, accounts, reader.now())))
  // GitLab accepts the first key that it recognizes.
  const at = Math.max(
    0,
    owners.findIndex((owner) => owner !== undefined),
  )
  const [first, owner] = [offered[at], owners[at]]
  if (!first) return undefined
  const origin = host.origin(first.value)
  return {
    value: shownPath(first.value, reader.home),
    ...(origin && { file: shownPath(origin.file, reader.home), line: origin.line }),
    ...(setting && first.value === command?.key.value && settingOrigin(setting, reader)),
    // An account that isn't signed in here may have a key that is offered earlier.
    isSure: offered.length === 1 || (owner !== undefined && at === 0),
    ...keyParts(first, owner),
  }
}

/** What replaces ssh, strongest first (git(1), `GIT_SSH_COMMAND`). */
function sshCommandOf(
  settings: readonly RepositorySetting[],
  { GIT_SSH_COMMAND, GIT_SSH }: NodeJS.ProcessEnv = {},
): RepositorySetting | undefined {
  const variable = (value: string | undefined) =>
    value === undefined ? undefined : { name: 'core.sshcommand', value, scope: 'command' as const }
  // guard: ssh-variable
  return variable(GIT_SSH_COMMAND) ?? findLast(settings, ['core.sshcommand']) ?? variable(GIT_SSH)
}

const noAgent: Agent = { state: 'absent', keys: [] }

function keyParts(key: OfferedKey | undefined, account: string | undefined) {
  return {
    ...(key?.fingerprint !== undefined && { fingerprint: key.fingerprint }),
    ...(account !== undefined && { account }),
  }
}

/** The account that GitLab would recognize by this key. */
async function ownerOf(
  { fingerprint }: OfferedKey,
  accounts: readonly AccountFacts[],
  now: number,
): Promise<string | undefined> {
  if (fingerprint === undefined) return undefined
  for (const { account, sshKeys } of accounts) {
    const keys = (await sshKeys()) ?? []
    if (keys.some((key) => key.fingerprint === fingerprint && opensConnections(key, now)))
      return account.id
  }
  return undefined
}
