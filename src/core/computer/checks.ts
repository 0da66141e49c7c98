import { existsSync } from 'node:fs'
import type { Check, CheckResult } from '../../shared/operations/setup.ts'
import { type SignatureProblem, signatureProblem } from '../../shared/rules/commit-verification.ts'
import { type Finding, checks } from '../../shared/rules/setup-checks.ts'
import { message } from '../../shared/messages/message.ts'
import { FailureError } from '../platform/failure.ts'
import { textOf } from '../platform/messages.ts'
import { readKeyFile } from '../keys/ssh-key-file.ts'
import type { SshPublicKey } from '../keys/ssh-public-key.ts'
import { publicKeyCommand } from '../keys/public-key-command.ts'
import { isNotPublished } from './connection/host-key.ts'
import { sshHost } from './connection/ssh-target.ts'
import { expandHome, shownPath } from './home-paths.ts'
import { gpgKeyFacts } from './repositories/account-facts.ts'
import { type Git, isTrue } from './survey/git.ts'
import type { RefusedSetting } from './survey/refused-setting.ts'
import type { Signing } from './survey/signing.ts'
import { type LocalSshFiles, type Survey, isForeignEmail } from './survey/survey.ts'
import { type UsableKey, needsPassphrase, isExpired } from './survey/usable-keys.ts'

type Outcome = Omit<CheckResult, 'check' | 'values'> & { values?: CheckResult['values'] }

/** Runs one check. Skips it if it needs the instance and the instance doesn't respond. */
export async function runCheck(check: Check, survey: Survey): Promise<CheckResult> {
  const found = await finders[check](survey).catch((error: unknown): Outcome => {
    if (error instanceof FailureError) return notAnswered(textOf(error.failure.message))
    throw error
  })
  const { home } = survey.options
  const values = Object.entries(found.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll(`${home}/`, '~/') : value,
  ])
  return { ...found, check, values: Object.fromEntries(values) }
}

/** The result of a check whose prerequisite is missing. */
function notChecked(missing: Check): Outcome {
  return { finding: 'not-checked', values: { missing } }
}

/** The result of a check that needs the instance, including why it didn't respond. */
function notAnswered(reason: string): Outcome {
  return { finding: 'not-checked', values: { said: reason } }
}

const finders: Record<(typeof checks)[number], (survey: Survey) => Promise<Outcome>> = {
  async git(survey): Promise<Outcome> {
    const git = await survey.git()
    if (!git) {
      const gitMessage = (await survey.gitFailure())?.said
      return gitMessage
        ? { finding: 'git-fails', values: { said: gitMessage } }
        : { finding: 'git-missing' }
    }
    const { version, signsWithSsh } = git
    return { finding: signsWithSsh ? 'git-found' : 'git-old', values: { version } }
  },

  async 'ssh-key'(survey): Promise<Outcome> {
    const [key, openFiles] = await Promise.all([survey.key(), survey.openFiles()])
    if (openFiles.length > 0) {
      return {
        finding: 'open-files',
        values: { file: openFiles[0]!.path, count: openFiles.length - 1 },
      }
    }
    if (!key) return withoutKey(await survey.files(), survey.options.home)
    const file = key.files ? key.files.publicKey : key.title
    if (key.weak) return { finding: 'weak-key', values: { file } }
    return { finding: key.files ? 'key-found' : 'agent-key-found', values: { file } }
  },

  async 'key-on-account'(survey) {
    // Throws if the instance can't be reached.
    const [key] = await Promise.all([survey.key(), survey.accountKeys()])
    if (!key) return notChecked('ssh-key')
    const { onAccount } = key
    if (!onAccount) {
      const file = key.files?.publicKey ?? key.title
      return { finding: 'key-not-on-account', values: { file } }
    }
    const values = { title: onAccount.title }
    const hasExpired = isExpired(onAccount, survey.options.now())
    return { finding: hasExpired ? 'key-expired' : 'key-on-account', values }
  },

  async agent(survey) {
    const [agent, key] = await Promise.all([survey.agent(), survey.key()])
    if (agent.state === 'silent') return { finding: 'silent-agent' }
    if (!key) return notChecked('ssh-key')
    const { type, files, isInAgent } = key
    if (files && !isInAgent && !(await isTried(key, survey)))
      return {
        finding: 'key-not-tried',
        values: { file: files.privateKey, host: sshHost(survey.baseUrl) },
      }
    const isOpen = !(await needsPassphrase(key, survey.facts))
    // Security keys can't be copied.
    if (files && isOpen && !type.startsWith('sk-')) return { finding: 'agent-not-needed' }
    if (isInAgent) return { finding: 'agent-has-key' }
    if (isOpen) return { finding: 'security-key' }
    return { finding: agent.state === 'absent' ? 'no-agent' : 'agent-without-key' }
  },

  async 'host-key'(survey) {
    const { host, hostKey, problem } = await survey.connection()
    const values = { host, ...(hostKey && { fingerprint: hostKey }) }
    if (hostKey === undefined) return notChecked('connection')
    if (isNotPublished(host, hostKey)) return { finding: 'host-key-not-published', values }
    if (problem === 'host-key-changed') return { finding: 'host-key-changed', values }
    if (problem === 'host-key-unknown') return { finding: 'host-key-unknown', values }
    return { finding: 'host-key-known', values }
  },

  async connection(survey) {
    const connection = await survey.connection()
    return { finding: connection.problem ? 'not-connected' : 'connected', connection }
  },

  async identity(survey) {
    const git = await survey.git()
    if (!git) return notChecked('git')
    const commit = await survey.commit()
    const { refused } = commit
    if (refused) {
      const finding = 'said' in commit ? 'commit-fails' : 'push-fails'
      return { finding, values: refusal(refused, survey) }
    }
    if ('said' in commit) return withoutIdentity(git, commit.said, survey)
    const { name, email } = commit
    const owner = await survey.owner()
    if (!isForeignEmail(owner, email)) return { finding: 'identity-set', values: { name, email } }
    const own = await survey.identity()
    return own && !isForeignEmail(owner, own.email)
      ? { finding: 'identity-in-repositories', values: { name: own.name, email: own.email } }
      : { finding: 'email-not-verified', values: { email } }
  },

  async signing(survey) {
    const signing = await survey.signing()
    if (!signing) return notChecked('git')
    const { refused, ...unsigned } = await survey.commit()
    if (refused && 'said' in unsigned)
      return { finding: 'signing-fails', values: refusal(refused, survey) }
    if (!signing.isOn)
      return { finding: (await survey.identity())?.signs ? 'signing-in-identity' : 'signing-off' }
    if (signing.format === 'openpgp') return findGpgKey(survey)
    if (signing.format === 'x509') return { finding: 'signing-on' }
    const problem = sshSigningProblem(signing, survey.options.home)
    if (problem) return { finding: problem, values: { file: signing.key ?? '' } }
    const commit = await survey.signedCommit()
    if ('said' in commit) return { finding: 'signing-fails', values: { said: commit.said } }
    const gitMessage = commit.unverified
    return gitMessage === undefined
      ? { finding: 'signing-works' }
      : { finding: 'signing-works-unverified', values: { said: gitMessage } }
  },

  async 'signing-key'(survey) {
    const signing = await survey.signing()
    if (signing?.format === 'openpgp' && signing.isOn) return lookAtGpgKey(survey)
    const publicKey = signing && (await keyThatSigns(signing, survey))
    if (!publicKey) return notChecked('signing')
    const { fingerprint } = publicKey
    const keys = await survey.accountKeys()
    const found = keys.find((key) => key.fingerprint === fingerprint)?.entry
    if (!found) return { finding: 'signing-key-not-on-account' }
    const values = { title: found.title }
    if (isExpired(found, survey.options.now())) return { finding: 'signing-key-expired', values }
    const isForSigning = found.usage_type !== 'auth'
    return {
      finding: isForSigning ? 'signing-key-on-account' : 'signing-key-not-for-signing',
      values,
    }
  },

  async clock(survey) {
    const minutes = await clockDifference(survey)
    if (minutes === undefined) return notAnswered(textOf(message('setup.noTime')))
    return Math.abs(minutes) < 2
      ? { finding: 'clock-right' }
      : { finding: 'clock-wrong', values: { minutes: Math.abs(minutes) } }
  },
}

/** Whether ssh tries a key's file: on the instance itself, or for the alias of the account's identity. */
async function isTried({ fingerprint, files }: UsableKey, survey: Survey): Promise<boolean> {
  const [tried, identity] = await Promise.all([survey.keysOfConfig(), survey.identity()])
  const isOfAlias =
    identity?.alias !== undefined &&
    identity.key !== undefined &&
    expandHome(identity.key, survey.options.home) === files?.publicKey
  return isOfAlias || tried.includes(fingerprint)
}

/** The values of a message about a setting that git refuses. */
function refusal(
  { setting, said, file, line }: RefusedSetting,
  { options }: Survey,
): Record<string, string | number> {
  return {
    setting,
    said,
    ...(file !== undefined && { file: shownPath(file, options.home) }),
    ...(line !== undefined && { line }),
  }
}

/** Some private key files don't contain the public key. */
function withoutKey({ privateKeys: [path] }: LocalSshFiles, home: string): Outcome {
  const file = path && shownPath(path, home)
  return file === undefined
    ? { finding: 'no-key' }
    : { finding: 'key-without-public', values: { file, command: publicKeyCommand(file) } }
}

/** Why git has no name or email for a commit. */
async function withoutIdentity(
  { config }: Git,
  gitMessage: string,
  survey: Survey,
): Promise<Outcome> {
  const has = (setting: string) => config.has(`user.${setting}`) || config.has(`author.${setting}`)
  if (has('email'))
    return has('name')
      ? { finding: 'commit-fails', values: { said: gitMessage } }
      : { finding: 'no-name' }
  const identities = await survey.folderIdentities()
  const emails = identities.flatMap(({ email }) => email ?? [])
  if (emails.length === 0) return { finding: 'no-email' }
  const owner = await survey.owner()
  if (emails.every((email) => isForeignEmail(owner, email))) {
    return { finding: 'email-not-verified', values: { email: emails[0]! } }
  }
  const isGuessed = !isTrue(config.get('user.useconfigonly'))
  return {
    finding: isGuessed ? 'identity-in-folders' : 'identity-in-folders-only',
    values: { emails: [...new Set(emails)].join(', '), setting: 'user.useConfigOnly' },
  }
}

/** Doesn't sign anything, because gpg may prompt for a passphrase. */
async function findGpgKey(survey: Survey): Promise<Outcome> {
  const signer = await survey.gpgSigner()
  if (!signer) return notChecked('identity')
  const { name, fingerprint, said: gitMessage } = signer
  if (gitMessage !== undefined) return notAnswered(gitMessage)
  return fingerprint !== undefined
    ? { finding: 'signing-on' }
    : { finding: 'gpg-key-missing', values: { name } }
}

/** Compares the part that signs with the account's copy of its key. */
async function lookAtGpgKey(survey: Survey): Promise<Outcome> {
  const { fingerprint, primary } = (await survey.gpgSigner()) ?? {}
  if (fingerprint === undefined) return notChecked('signing')
  const commit = await survey.commit()
  if ('said' in commit) return notChecked('identity')
  const { account } = await survey.gpgKeys()
  const email = commit.committer.replace(/^.*<|>$/g, '')
  const problem = signatureProblem(
    { format: 'openpgp', fingerprint, primary, email },
    { ssh: [], gpg: account.flatMap(gpgKeyFacts), now: survey.options.now() },
  )
  const copy = account.find(({ details }) => details?.fingerprint === primary)?.details
  const title = copy?.userIds[0]?.text ?? copy?.keyId ?? primary ?? fingerprint
  return { finding: gpgFindings[problem ?? 'none'], values: { title, email } }
}

const gpgFindings = {
  none: 'signing-key-on-account',
  'key-not-on-account': 'signing-key-not-on-account',
  'key-outdated': 'signing-key-outdated',
  'key-expired': 'signing-key-expired',
  'key-revoked': 'signing-key-revoked',
  'email-not-in-key': 'signing-key-without-email',
  'key-cannot-sign': 'signing-key-not-for-signing',
} as const satisfies Record<SignatureProblem | 'none', Finding>

/** The key that signs everywhere, or else where the account's identity applies. */
async function keyThatSigns(
  { isOn, publicKey }: Signing,
  survey: Survey,
): Promise<SshPublicKey | undefined> {
  const identity = isOn ? undefined : await survey.identity()
  return identity?.signs && identity.key !== undefined
    ? readKeyFile(expandHome(identity.key, survey.options.home))
    : publicKey
}

function sshSigningProblem(
  { key, asksForKey, publicKey }: Signing,
  home: string,
): Finding | undefined {
  if (publicKey) return undefined
  if (!key) return asksForKey ? undefined : 'no-signing-key'
  return existsSync(expandHome(key, home)) ? undefined : 'signing-key-missing'
}

/** How many minutes this computer's clock is ahead of the instance's; undefined if the instance doesn't respond. */
async function clockDifference({ options, baseUrl }: Survey): Promise<number | undefined> {
  const before = options.now()
  try {
    const { headers } = await options.fetch(`${baseUrl}/api/v4/user`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(10_000),
    })
    const then = Date.parse(headers.get('date') ?? '')
    const now = (before + options.now()) / 2
    return Number.isNaN(then) ? undefined : Math.round((now - then) / 60_000)
  } catch {
    return undefined
  }
}
