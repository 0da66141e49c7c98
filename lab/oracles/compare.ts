import { shownCommand } from '../../src/core/computer/repositories/remote-url.ts'
import type { Random } from '../../src/sandbox/seed/random.ts'
import type { RepositoryIdentity } from '../../src/shared/operations/repositories.ts'
import type { CheckResult } from '../../src/shared/operations/setup.ts'
import {
  type Commit,
  type Push,
  commit,
  commitElsewhere,
  isSettingRefused,
  push,
} from './actions.ts'
import type { Computer } from './computer.ts'
import {
  type Instance,
  type JudgedCommit,
  type OracleAccount,
  isEmailOf,
  maybeEmailOf,
} from './instance.ts'
import type { Comparison, Differ, Difference } from './difference.ts'
import type { SaidOfRepository, TestedLatchkey } from './latchkey.ts'
import { run } from './programs.ts'
import type { OwnRepository } from './repositories.ts'
import { comparePlan } from './plans.ts'
import { compareUnpushed } from './unpushed.ts'

/** Compares everything that Latchkey says about a computer with what programs do. */
export async function compareComputer(
  computer: Computer,
  comparison: Comparison,
  random: Random,
): Promise<Difference[]> {
  const { latchkey, home } = comparison
  const said = await latchkey.scan()
  const found = said.map(({ repository }) => repository.path)
  const expected = computer.repositories.map(({ path }) => path.replace(home, '~')).toSorted()
  const missing: Difference[] =
    found.join() === expected.join() ? [] : [{ aspect: 'found', says: found, does: expected }]
  const pairs = said.flatMap((one) => {
    const path = one.repository.path.replace('~', home)
    const repository = computer.repositories.find((other) => other.path === path)
    return repository ? [{ said: one, repository }] : []
  })
  // The slowest comparisons aren’t made for everything.
  const [slow] = pairs
  const isChecked = random.chance(0.3)
  const differences = await Promise.all([
    ...pairs.map((pair) => compareRepository({ ...pair, isSlow: pair === slow }, comparison)),
    isChecked ? compareChecks(comparison) : [],
  ])
  const ofPlan = await comparePlan(computer, comparison, random)
  return [missing, ...differences, ofPlan].flat()
}

interface Compared {
  said: SaidOfRepository
  repository: OwnRepository
  /** Whether to compare everything. */
  isSlow: boolean
}

async function compareRepository(
  { said, repository, isSlow }: Compared,
  { instance, latchkey, verdicts }: Comparison,
): Promise<Difference[]> {
  const { path } = said.repository
  const folder = repository.path
  const pushed = await push(folder, instance)
  const problem = said.repository.problem ?? said.identity.problem
  // Git may accept it (`safe.directory`), but Latchkey never reads it.
  if (problem === 'other-owner') return []
  const isRefused = /dubious ownership|not a git repository/.test(pushed.output)
  if (isRefused || problem !== undefined)
    return isRefused && problem !== undefined
      ? []
      : [{ aspect: 'readable', path, says: problem, does: pushed.output }]
  const differences: Difference[] = []
  const differ = (aspect: string, says: unknown, does: unknown) =>
    void differences.push({ aspect, path, says, does })
  const unpushed = await latchkey.unpushed(path)
  if (isSlow) compareWhoami(said, await latchkey.whoami(folder), differ)
  await comparePush({ said, folder, pushed }, differ)
  await compareUnpushed({ repository, said, unpushed, runsCommand: isSlow }, differ)
  if (repository.kind === 'bare') return differences
  compareCommit(said, await commit(folder, instance), pushed, { instance, latchkey }, differ)
  const { verdict } = said.identity
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
  return differences
}

/** Where git pushes, and which keys ssh offers there. */
async function comparePush(
  { said, folder, pushed }: { said: SaidOfRepository; folder: string; pushed: Push },
  differ: Differ,
): Promise<void> {
  const { remote } = said.repository
  const { sshKey } = said.identity
  const { urls, transport, isOnInstance, offered, accepted } = pushed
  const saysRefused = said.identity.problems.includes('format-invalid')
  if (isSettingRefused(pushed.output) && !saysRefused)
    differ('push-refused', said.identity, pushed.output)
  // One remote can have several URLs.
  if (transport === 'none' || transport === 'several' || remote?.otherUrls?.length) return
  if (!remote) differ('push-remote', 'no remote', urls)
  if (remote && isOnInstance !== undefined && isOnInstance !== remote.accounts.length > 0)
    differ('push-account', remote, { urls, transport, isOnInstance })
  if (transport !== 'ssh') {
    if (sshKey) differ('ssh-key', sshKey, { urls, transport })
    return
  }
  const does = { offered, accepted }
  if (isOnInstance === undefined) return
  if (sshKey && sshKey.fingerprint === undefined) {
    const { stdout } = await run('git', ['config', 'core.sshCommand'], { folder })
    // A command that Latchkey can’t read.
    if (sshKey.value === shownCommand(stdout.trimEnd())) return
  }
  const [first] = offered
  if (!first || !sshKey) {
    if (first || sshKey) differ('ssh-key', sshKey, does)
    return
  }
  const isFirst =
    sshKey.fingerprint === undefined
      ? first.file === sshKey.value.replace('~', process.env.HOME!)
      : first.fingerprint === sshKey.fingerprint
  if (!isFirst) differ('ssh-key', sshKey, does)
  if (isFirst && sshKey.isSure && accepted !== undefined && accepted !== first.fingerprint)
    differ('ssh-key-sure', sshKey, does)
}

/** The keys that GitLab doesn’t accept for a signature. */
const keyProblems = [
  'key-not-on-account',
  'key-outdated',
  'key-cannot-sign',
  'key-expired',
  'key-revoked',
]

const accountOf = ({ accounts }: Instance, ids: TestedLatchkey['ids'], id: string | undefined) =>
  accounts.find(({ username }) => id !== undefined && ids.get(username) === id)

interface Parts {
  said: { problems: readonly string[] }
  made: JudgedCommit
  account: OracleAccount | undefined
  /** Whether Latchkey knows the key. */
  isKnown: boolean
}

/** The emails and the key, each of which alone may make a commit unverified. */
function compareParts(
  { said, made, account, isKnown }: Parts,
  { accounts, sandbox: { url } }: Instance,
  differ: Differ,
): void {
  const { problems } = said
  const emails = [made.author.email, made.committer]
  // Without an account, the email is nobody's.
  const isOwn = (account ? [account] : accounts).some((one) =>
    emails.every((email) => isEmailOf(one, email, url)),
  )
  if (isOwn && problems.includes('email-not-on-account')) differ('email', said, made)
  // Without an account at the remote, nothing is claimed of the key.
  if (!account || problems.includes('no-account')) return
  const isUsable = !keyProblems.some((problem) => problems.includes(problem))
  if (made.isSigned && isKnown && isUsable !== (made.signer === account.role))
    differ('key-on-account', said, made)
}

function compareCommit(
  { identity }: SaidOfRepository,
  { made, output }: Commit,
  pushed: Push,
  { instance, latchkey: { ids } }: Pick<Comparison, 'instance' | 'latchkey'>,
  differ: Differ,
): void {
  const { name, email, signs, signingKey, account, verdict, problems, refused } = identity
  const said = {
    name: name?.value,
    email: email?.value,
    signs,
    signingKey,
    account,
    verdict,
    problems,
    refused,
  }
  const refusals = ['no-name', 'no-email', 'format-invalid', 'key-missing', 'program-missing']
  if (!made) {
    const isSaid = problems.some((problem) => [...refusals, 'unknown-signer'].includes(problem))
    if (!isSaid) differ('commit-refused', said, output)
    return
  }
  const isPushRefused = refused !== undefined && isSettingRefused(pushed.output)
  if (!isPushRefused && problems.some((problem) => refusals.includes(problem)))
    differ('commit-made', said, made)
  if (name?.value !== made.author.name || email?.value !== made.author.email)
    differ('author', said, made.author)
  if (signs !== made.isSigned) differ('signs', said, made)
  if (isPushRefused) return
  const isKnown = signingKey?.fingerprint !== undefined || !problems.includes('unknown-signer')
  if (made.isSigned && isKnown && signingKey?.fingerprint !== made.key)
    differ('signing-key', said, made)
  compareParts(
    { said, made, account: accountOf(instance, ids, account), isKnown },
    instance,
    differ,
  )
  const { verified } = made
  const owner = verified === undefined ? undefined : ids.get(verified)
  if (verdict === 'verified' && (owner === undefined || owner !== account))
    differ('verdict', said, { owner, ...made })
  if (verdict === 'not-verified' && owner !== undefined) differ('verdict', said, { owner, ...made })
  const mayNotKnow =
    problems.includes('unknown-signer') ||
    problems.includes('email-maybe-private') ||
    (problems.includes('no-account') && pushed.isOnInstance !== true)
  if (verdict === 'unknown' && !mayNotKnow) differ('verdict-unknown', said, { owner, ...made })
}

/** The command line says the same as the screen. */
function compareWhoami(
  { identity }: SaidOfRepository,
  whoami: Partial<RepositoryIdentity>,
  differ: Differ,
): void {
  const [screen, line] = [identity, whoami].map((said) => ({
    name: said.name?.value,
    email: said.email?.value,
    signs: said.signs,
    key: said.signingKey?.fingerprint,
    sshKey: said.sshKey?.fingerprint,
    problems: said.problems,
  }))
  if (JSON.stringify(screen) !== JSON.stringify(line)) differ('whoami', line, screen)
}

/** _This computer_, compared with a commit in a new repository and a connection to the instance. */
async function compareChecks({ instance, latchkey, root }: Comparison): Promise<Difference[]> {
  const checks = await latchkey.check()
  const differences: Difference[] = []
  const differ = (aspect: string, says: unknown, does: unknown) =>
    void differences.push({ aspect, says, does })
  const committed = await commitElsewhere(root, instance)
  if (committed) await compareUsualCommit(checks, committed, instance, differ)
  const said = checks.connection?.connection
  const ssh = await run('ssh', ['-T', '-v', 'git@127.0.0.1'])
  const isConnected = /Welcome to GitLab/.test(ssh.output)
  const hasConnected = said?.greeted !== undefined
  if (isConnected !== hasConnected)
    differ('check-connection', said, ssh.output.split('\n').slice(-4))
  return differences
}

async function compareUsualCommit(
  { identity, signing, 'signing-key': signingKey }: Record<string, CheckResult>,
  { made, output, unsigned, refusesPush }: NonNullable<Awaited<ReturnType<typeof commitElsewhere>>>,
  { accounts: [account], sandbox }: Instance,
  differ: Differ,
): Promise<void> {
  const plain = made ?? unsigned?.made
  const email = plain?.author.email ?? ''
  const isSet = identity?.finding === 'identity-set'
  if (plain && refusesPush !== (identity?.finding === 'push-fails'))
    differ('check-push', identity, { refusesPush })
  const isUnsure = maybeEmailOf(account, email, sandbox.url)
  if (isSet !== isEmailOf(account, email, sandbox.url) && !isUnsure && !refusesPush)
    differ('check-identity', identity, plain ?? output)
  const works = ['signing-works', 'signing-works-unverified', 'signing-on']
  const saysItWorks = works.includes(signing?.finding ?? '')
  const { stdout: format } = await run('git', ['config', '--global', '--includes', 'gpg.format'])
  // Only the program for X.509 knows its keys.
  if (format.trim() !== 'x509' && (made ? saysItWorks !== made.isSigned : saysItWorks && plain))
    differ('check-signing', signing, made ?? output)
  if (!made?.isSigned) return
  const isOnAccount = signingKey?.finding === 'signing-key-on-account'
  if (isOnAccount !== made.isFirsts) differ('check-signing-key', signingKey, made)
}
