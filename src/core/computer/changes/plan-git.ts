import { createFailureError } from '../../platform/failures.ts'
import { join } from 'node:path'
import type { Identity } from '../../../shared/operations/identities.ts'
import type { SetupChange } from '../../../shared/operations/setup.ts'
import { sshKeyIdentity } from '../../keys/ssh-public-key.ts'
import { expandHome, pathForGit } from '../home-paths.ts'
import { gitFacts } from '../computer-facts.ts'
import { type Git, globalConfigFile, isTrue } from '../survey/git.ts'
import { usableGpgKey } from '../survey/gpg-signing.ts'
import { type Signing, isLiteralKey } from '../survey/signing.ts'
import type { Owner } from '../survey/account-answers.ts'
import { type Survey, type SurveyOptions, isForeignEmail } from '../survey/survey.ts'
import { testCommit } from '../survey/test-commit.ts'
import { readIfThere } from './recorded-changes.ts'
import { editGitConfig } from './git-config.ts'
import { withLine } from './plan-files.ts'
import { publicKeyOf } from './plan-keys.ts'
import { type ChosenKey, type PlannedChange, plannedChange, withGuess } from './planned-change.ts'
import { signerLine } from './written-files.ts'

/** The target value of a git setting. */
interface TargetSetting {
  name: string
  after: string
}

/** Sets the missing parts of the commit identity (name and email) and the signing configuration. */
export async function gitChanges(
  survey: Survey,
  key: ChosenKey | undefined,
  owner: Owner | undefined,
  /** The email to set if the current one isn’t confirmed on the account. */
  newEmail: string | undefined,
): Promise<PlannedChange[]> {
  const [git, signing, ownIdentity] = await Promise.all([
    survey.git(),
    survey.signing(),
    survey.identity(),
  ])
  if (!git || !signing) return []
  const replaces = !survey.hasOthers && !ownIdentity
  const identity = await identitySettings(survey, git, owner, { email: newEmail, replaces })
  const email =
    identity.find(({ name }) => name === 'user.email')?.after ?? usedParts(git, 'email').committer
  const needs = key && requiredChange(key)
  const home = survey.options.home
  const signersFile = signing.allowedSignersFile ?? join(home, '.ssh', 'allowed_signers')
  const gpg = await gpgFor(survey, git, signing)
  const targetSettings = signsOnlyThere(signing, ownIdentity)
    ? []
    : signingSettings(git, signing, {
        key: key && keySetting(key, survey.options),
        signersFile: pathForGit(signersFile, survey.options),
        ...gpg,
      })
  const isSsh = targetSettings.some(({ name }) => name === signersSetting)
  const config = new ConfigFile(survey)
  const sign = config.change('git-signing', targetSettings, git).map((one) => ({
    ...one,
    ...(isSsh && key && { needs, change: withLock(withGuess(one.change, key), key) }),
  }))
  return [
    ...config.change('git-identity', identity, git).map((one) => forOneAccount(survey, one)),
    ...sign,
    ...(key && email && isSsh
      ? signerChange(signersFile, { email, key, needs: sign[0]?.change.id ?? needs })
      : []),
  ]
}

/** Whether only the repositories of the account's identity are signed, as its user chose. */
const signsOnlyThere = ({ isOn }: Signing, identity: Identity | undefined) =>
  !isOn && identity?.signs === true

/** The change that must be applied before the key can sign. */
function requiredChange({ existing, locked }: ChosenKey): string | undefined {
  if (!existing) return 'create-key'
  return locked === 'with-agent' ? 'add-to-agent' : undefined
}

/** Makes a change optional if it would fail because the key can’t be unlocked on this computer. */
function withLock(change: SetupChange, key: ChosenKey): SetupChange {
  return key.locked === 'without-agent' ? { ...change, optional: 'locked-key' } : change
}

/**
 * Makes the change optional if there are other accounts, because most repositories may use another account's identity.
 */
function forOneAccount({ hasOthers }: Survey, planned: PlannedChange): PlannedChange {
  const { change } = planned
  return hasOthers && !change.optional
    ? { ...planned, change: { ...change, optional: 'other-accounts' } }
    : planned
}

/**
 * The GPG key to configure if git can't sign with SSH keys or gpg lacks the configured key, and whether gpg has the
 * configured one.
 */
async function gpgFor(survey: Survey, { signsWithSsh }: Git, { isOn, format, key }: Signing) {
  const isSet = format === 'openpgp' && (isOn || key !== undefined)
  const signer = isSet ? await survey.gpgSigner() : undefined
  const isMissing = signer && signer.fingerprint === undefined && signer.said === undefined
  const needsGpgKey = isMissing || (!isSet && !signsWithSsh)
  return {
    gpgKey: needsGpgKey
      ? (await usableGpgKey(survey.gpgKeys, survey.facts.findGpgSigningKey))?.fingerprint
      : undefined,
    hasGpgKey: signer?.fingerprint !== undefined,
  }
}

/**
 * Sets a missing global name and email, or both if the configured email belongs to someone else. Returns nothing if git
 * should only have an email in certain folders.
 */
async function identitySettings(
  survey: Survey,
  { config }: Git,
  owner: Owner | undefined,
  { email, replaces }: { email: string | undefined; replaces: boolean },
): Promise<TargetSetting[]> {
  if (!owner) return []
  const { user } = owner
  const { author: current, committer } = usedParts({ config }, 'email')
  const isInFolders =
    isTrue(config.get('user.useconfigonly')) || (await survey.folderIdentities()).length > 0
  if (current === undefined && isInFolders) return []
  const isOwn = [current, committer].every(
    (used) => used !== undefined && !isForeignEmail(owner, used),
  )
  // Another account may use it; an identity sets this account's.
  if (current !== undefined && !isOwn && !replaces) return []
  const keepsName = config.has('user.name') && (isOwn || current === undefined)
  return [
    ...(keepsName || !user.name ? [] : settingsOf('name', user.name, config)),
    ...(isOwn || !email ? [] : settingsOf('email', email, config)),
  ]
}

/** The name or email of authors and committers. */
function usedParts({ config }: Pick<Git, 'config'>, part: 'name' | 'email') {
  const usual = config.get(`user.${part}`)
  const [author, committer] = roles.map((role) => config.get(`${role}.${part}`) ?? usual)
  return { author, committer }
}

/** Sets a name or email, also where git prefers another setting. */
function settingsOf(part: 'name' | 'email', after: string, config: Git['config']): TargetSetting[] {
  const overriding = roles.filter((role) => config.has(`${role}.${part}`))
  return ['user', ...overriding].map((role) => ({ name: `${role}.${part}`, after }))
}

const roles = ['author', 'committer'] as const

interface SigningKeys {
  /** Absent if there is no usable key and none can be created. */
  key: TargetSetting | undefined
  /** As it is written to the configuration. */
  signersFile: string
  /** The fingerprint of a GPG key to sign with instead. */
  gpgKey: string | undefined
  /** Whether gpg has the configured key. */
  hasGpgKey: boolean
}

/**
 * Signs with an SSH key, or with a GPG key if one was selected or git supports nothing else, unless commits are already
 * signed.
 */
function signingSettings(
  { signsWithSsh }: Git,
  { isOn, format, key: chosenKey, publicKey, signs, asksForKey }: Signing,
  { key, signersFile, gpgKey, hasGpgKey }: SigningKeys,
): TargetSetting[] {
  const on = { name: 'commit.gpgsign', after: 'true' }
  if (gpgKey) return [{ name: 'user.signingkey', after: gpgKey }, on]
  if (format === 'openpgp' && chosenKey) return hasGpgKey && !isOn ? [on] : []
  const isWorking = isOn && (format !== 'ssh' || publicKey || signs)
  if (isWorking || !signsWithSsh) return []
  // Leaves key selection to the configured program.
  if (format === 'ssh' && asksForKey && !chosenKey) return isOn ? [] : [on]
  if (!key) return []
  const chosen = format === 'ssh' && publicKey ? [] : [key]
  return [
    { name: 'gpg.format', after: 'ssh' },
    ...chosen,
    on,
    { name: signersSetting, after: signersFile },
  ]
}

const signersSetting = 'gpg.ssh.allowedSignersFile'

/** The key's file, or the key itself if only an agent has it. */
function keySetting({ files, existing }: ChosenKey, options: SurveyOptions): TargetSetting {
  const literal = existing?.publicKey ?? ''
  const after = files
    ? pathForGit(files.publicKey, options)
    : isLiteralKey(literal)
      ? literal
      : `key::${literal}`
  return { name: 'user.signingkey', after }
}

/** Makes git recognize the account's own signatures. */
export function signerChange(
  path: string,
  { email, key, needs }: { email: string; key: ChosenKey; needs: string | undefined },
): PlannedChange[] {
  const before = readIfThere(path)
  const shown = `${email} namespaces="git" ${key.existing ? sshKeyIdentity(publicKeyOf(key)) : '…'}`
  if (key.existing && before?.toString().split(/\r?\n/).includes(shown)) return []
  const change = plannedChange('allow-signer', ['signing'], path, { lines: [{ after: shown }] })
  return [
    {
      change,
      needs,
      make({ changes }) {
        const line = signerLine(email, publicKeyOf(key))
        changes.replace(path, before, withLine(before, line), [{ line }])
      },
    },
  ]
}

/** A git configuration file that several changes edit one after another. */
class ConfigFile {
  readonly #path: string
  readonly #home: string
  readonly #environment: NodeJS.ProcessEnv
  #content: Buffer | undefined

  constructor({ options: { environment, home } }: Survey) {
    this.#path = globalConfigFile(home, environment)
    this.#home = home
    this.#environment = environment
    this.#content = readIfThere(this.#path)
  }

  change(
    kind: 'git-identity' | 'git-signing',
    targetSettings: readonly TargetSetting[],
    { config }: Git,
  ): PlannedChange[] {
    const settings = targetSettings.flatMap(({ name, after }) => {
      const before = config.get(name.toLowerCase())
      const isSame =
        before !== undefined && expandHome(before, this.#home) === expandHome(after, this.#home)
      return isSame ? [] : [{ name, before, after }]
    })
    if (settings.length === 0) return []
    const check = kind === 'git-identity' ? 'identity' : 'signing'
    const isReplaced = settings.some(({ before }) => before !== undefined)
    const lines = settings.map(({ name, before, after }) => ({
      ...(before !== undefined && { before: `${name} = ${before}` }),
      after: `${name} = ${after}`,
    }))
    return [
      {
        change: plannedChange(kind, [check], this.#path, {
          lines,
          ...(isReplaced && { optional: 'replaces' }),
        }),
        make: async ({ changes }) => {
          if (kind === 'git-signing') await this.#assertSigns(settings, config)
          const edits = settings.map(({ name, after }) => ({
            name,
            value: after,
            how: 'set' as const,
          }))
          const next = await editGitConfig(this.#path, this.#content, edits, this.#environment)
          changes.replace(this.#path, this.#content, next, edits)
          this.#content = next
        },
      },
    ]
  }

  /**
   * Throws git's message if it can't sign a commit with these settings. A GPG key isn't tested, because gpg may ask for
   * its passphrase.
   */
  async #assertSigns(settings: readonly TargetSetting[], config: Git['config']): Promise<void> {
    const format = settings.find(({ name }) => name === 'gpg.format')?.after
    if ((format ?? config.get('gpg.format')) !== 'ssh') return
    // Earlier changes may have written other settings.
    const facts = gitFacts({ home: this.#home, environment: this.#environment })
    const assignments = settings.map(({ name, after }) => `${name}=${after}`)
    const commit = await testCommit(facts, { isSigned: true, settings: assignments })
    if (!('said' in commit)) return
    throw createFailureError('setup.cannotSign', { said: commit.said })
  }
}
