import { existsSync } from 'node:fs'
import { type Check, type CheckResult, type Finding, checks } from '../../../shared/app/setup.ts'
import { FailureError } from '../../infra/failure.ts'
import { isNotPublished } from './connection/host-key.ts'
import { expandHome, shownPath } from './home-paths.ts'
import { isNamed } from './survey/gpg-signing.ts'
import type { Signing } from './survey/signing.ts'
import type { Survey } from './survey/survey.ts'
import { hasPassphrase, isExpired } from './survey/usable-keys.ts'

type Found = Omit<CheckResult, 'check' | 'values'> & { values?: CheckResult['values'] }

/** Looks at one part of this computer. Without an answer of the instance, what needs one is not checked. */
export async function runCheck(check: Check, survey: Survey): Promise<CheckResult> {
  const found = await look[check](survey).catch((error: unknown): Found => {
    if (error instanceof FailureError) return notChecked
    throw error
  })
  return { check, values: {}, ...found }
}

const notChecked: Found = { finding: 'not-checked' }

const look: Record<(typeof checks)[number], (survey: Survey) => Promise<Found>> = {
  async git(survey) {
    const git = await survey.git()
    if (!git) return { finding: 'git-missing' }
    const { version, signsWithSsh } = git
    return { finding: signsWithSsh ? 'git-found' : 'git-old', values: { version } }
  },

  async 'ssh-key'(survey): Promise<Found> {
    const [key, openFiles] = await Promise.all([survey.key(), survey.openFiles()])
    const shown = (path: string) => shownPath(path, survey.ports.home)
    if (openFiles.length > 0) {
      return {
        finding: 'open-files',
        values: { file: shown(openFiles[0]!.path), count: openFiles.length - 1 },
      }
    }
    if (!key) return { finding: 'no-key' }
    const file = key.files ? shown(key.files.publicKey) : key.title
    if (key.weak) return { finding: 'weak-key', values: { file } }
    return { finding: key.files ? 'key-found' : 'agent-key-found', values: { file } }
  },

  async 'key-on-account'(survey) {
    // Fails where the instance can't be reached.
    const [key] = await Promise.all([survey.key(), survey.accountKeys()])
    if (!key) return notChecked
    const { onAccount } = key
    if (!onAccount) return { finding: 'key-not-on-account' }
    const values = { title: onAccount.title }
    const isOver = isExpired(onAccount, survey.ports.now())
    return { finding: isOver ? 'key-expired' : 'key-on-account', values }
  },

  async agent(survey) {
    const [agent, key] = await Promise.all([survey.agent(), survey.key()])
    if (agent.state === 'silent') return { finding: 'silent-agent' }
    if (!key) return notChecked
    if (key.isInAgent) return { finding: 'agent-has-key' }
    const { environment } = survey.ports
    if (!key.files || !(await hasPassphrase(key.files.privateKey, environment)))
      return { finding: 'agent-not-needed' }
    return { finding: agent.state === 'absent' ? 'no-agent' : 'agent-without-key' }
  },

  async 'host-key'(survey) {
    const { host, hostKey, problem } = await survey.connection()
    const values = { host, ...(hostKey && { fingerprint: hostKey }) }
    if (hostKey === undefined) return notChecked
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
    if (!git) return notChecked
    const name = git.config.get('user.name')
    const email = git.config.get('user.email')
    if (!email) return { finding: 'no-email' }
    const { verifiedEmails } = await survey.owner()
    if (!verifiedEmails.includes(email.toLowerCase())) {
      return { finding: 'email-not-verified', values: { email } }
    }
    return name ? { finding: 'identity-set', values: { name, email } } : { finding: 'no-name' }
  },

  async signing(survey) {
    const signing = await survey.signing()
    if (!signing) return notChecked
    const finding = signingFinding(signing, survey.ports.home)
    if (finding !== 'signing-works') return { finding, values: { file: signing.key ?? '' } }
    // gpg may ask for a passphrase, and is asked nothing unless somebody commits.
    if (signing.format !== 'ssh') return { finding }
    const said = await survey.signingProblem()
    return said === undefined ? { finding } : { finding: 'signing-fails', values: { said } }
  },

  async 'signing-key'(survey) {
    const signing = await survey.signing()
    if (signing?.format === 'openpgp' && signing.isOn) return lookAtGpgKey(survey, signing.key)
    if (!signing?.publicKey) return notChecked
    const { fingerprint } = signing.publicKey
    const keys = await survey.accountKeys()
    const found = keys.find((key) => key.fingerprint === fingerprint)?.entry
    if (!found) return { finding: 'signing-key-not-on-account' }
    const values = { title: found.title }
    if (isExpired(found, survey.ports.now())) return { finding: 'signing-key-expired', values }
    const isForSigning = found.usage_type !== 'auth'
    return {
      finding: isForSigning ? 'signing-key-on-account' : 'signing-key-not-for-signing',
      values,
    }
  },

  async clock(survey) {
    const minutes = await clockDifference(survey)
    if (minutes === undefined) return notChecked
    return Math.abs(minutes) < 2
      ? { finding: 'clock-right' }
      : { finding: 'clock-wrong', values: { minutes: Math.abs(minutes) } }
  },
}

/** Without a name, git takes the key that has the email of the commit. */
async function lookAtGpgKey(survey: Survey, name = ''): Promise<Found> {
  const git = await survey.git()
  const wanted = name || git?.config.get('user.email')
  if (!wanted) return notChecked
  const { account } = await survey.gpgKeys()
  const found = account.find(({ details }) => details && isNamed(details, wanted))?.details
  if (!found) return { finding: 'signing-key-not-on-account' }
  const values = { title: found.userIds[0]?.text ?? found.keyId }
  return { finding: found.expired ? 'signing-key-expired' : 'signing-key-on-account', values }
}

function signingFinding({ isOn, key, format, publicKey }: Signing, home: string): Finding {
  if (!isOn) return 'signing-off'
  if (format !== 'ssh') return 'signing-works'
  if (!key) return 'no-signing-key'
  if (publicKey) return 'signing-works'
  return existsSync(expandHome(key, home)) ? 'signing-works' : 'signing-key-missing'
}

/** How many minutes this computer's clock is ahead of the instance's; undefined without an answer. */
async function clockDifference({ ports, baseUrl }: Survey): Promise<number | undefined> {
  const before = ports.now()
  try {
    const { headers } = await ports.fetch(`${baseUrl}/api/v4/user`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(10_000),
    })
    const then = Date.parse(headers.get('date') ?? '')
    const now = (before + ports.now()) / 2
    return Number.isNaN(then) ? undefined : Math.round((now - then) / 60_000)
  } catch {
    return undefined
  }
}
