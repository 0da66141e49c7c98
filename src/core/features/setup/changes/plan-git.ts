import { join } from 'node:path'
import { sshKeyIdentity } from '../../../keys/ssh-public-key.ts'
import { type Git, globalConfigFile } from '../survey/git.ts'
import { usableGpgKey } from '../survey/gpg-signing.ts'
import type { Signing } from '../survey/signing.ts'
import type { Owner, Survey } from '../survey/survey.ts'
import { readIfThere } from './file-changes.ts'
import { editGitConfig } from './git-config.ts'
import { withLine } from './plan-files.ts'
import { publicKeyOf } from './plan-keys.ts'
import { type ChosenKey, type PlannedChange, plannedChange } from './planned-change.ts'
import { signerLine } from './written-files.ts'

/** A setting of git, as it should be. */
interface Wanted {
  name: string
  after: string
}

/** Sets the name and email of commits, and how they are signed, as far as that is missing. */
export async function gitChanges(
  survey: Survey,
  key: ChosenKey,
  owner: Owner | undefined,
): Promise<PlannedChange[]> {
  const [git, signing] = await Promise.all([survey.git(), survey.signing()])
  if (!git || !signing) return []
  const identity = identitySettings(git, owner)
  const email =
    identity.find(({ name }) => name === 'user.email')?.after ?? git.config.get('user.email')
  const needs = key.existing ? undefined : 'create-key'
  const home = survey.ports.home
  const signersFile = signing.allowedSignersFile ?? join(home, '.ssh', 'allowed_signers')
  const gpgKey = git.signsWithSsh ? undefined : await usableGpgKey(survey)
  const wanted = signingSettings(git, signing, { key, signersFile, gpgKey: gpgKey?.fingerprint })
  const isSsh = wanted.some(({ after }) => after === signersFile)
  const config = new ConfigFile(survey)
  return [
    ...config.change('git-identity', identity, git),
    ...(email && isSsh ? signerChange(signersFile, { email, key, needs }) : []),
    ...config.change('git-signing', wanted, git).map((one) => ({ ...one, needs })),
  ]
}

/** A name that is missing, and an email by which the account would not be recognized. */
function identitySettings({ config }: Git, owner: Owner | undefined): Wanted[] {
  if (!owner) return []
  const { user, verifiedEmails } = owner
  const email = user.commit_email || user.email
  const current = config.get('user.email')
  const isVerified = current !== undefined && verifiedEmails.includes(current.toLowerCase())
  return [
    ...(config.get('user.name') || !user.name ? [] : [{ name: 'user.name', after: user.name }]),
    ...(isVerified || !email ? [] : [{ name: 'user.email', after: email }]),
  ]
}

interface SigningKeys {
  key: ChosenKey
  signersFile: string
  /** The fingerprint of a GPG key, for a git that can't sign with SSH keys. */
  gpgKey: string | undefined
}

/** Signs with an SSH key, or with a GPG key that was chosen or is all that git can take, unless commits are signed already. */
function signingSettings(
  { signsWithSsh }: Git,
  { isOn, format, key: chosenKey, publicKey, allowedSignersFile }: Signing,
  { key, signersFile, gpgKey }: SigningKeys,
): Wanted[] {
  const works = isOn && (format !== 'ssh' || (publicKey && allowedSignersFile))
  if (works) return []
  const on = { name: 'commit.gpgsign', after: 'true' }
  if (format === 'openpgp' && chosenKey) return [on]
  if (!signsWithSsh) return gpgKey ? [{ name: 'user.signingkey', after: gpgKey }, on] : []
  const chosen = format === 'ssh' && publicKey ? [] : [keySetting(key)]
  return [
    { name: 'gpg.format', after: 'ssh' },
    ...chosen,
    on,
    { name: 'gpg.ssh.allowedSignersFile', after: signersFile },
  ]
}

/** The file of the key, or the key itself where only an agent has it. */
const keySetting = ({ files, existing }: ChosenKey) => ({
  name: 'user.signingkey',
  after: files?.publicKey ?? existing!.publicKey,
})

/** Lets git recognize the account's own signatures. */
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
      make: ({ files }) =>
        files.replace(path, before, withLine(before, signerLine(email, publicKeyOf(key)))),
    },
  ]
}

/** The configuration file of git, which several changes edit one after another. */
class ConfigFile {
  readonly #path: string
  readonly #environment: NodeJS.ProcessEnv
  #content: Buffer | undefined

  constructor({ ports: { environment, home } }: Survey) {
    this.#path = globalConfigFile(home, environment)
    this.#environment = environment
    this.#content = readIfThere(this.#path)
  }

  change(
    kind: 'git-identity' | 'git-signing',
    wanted: readonly Wanted[],
    { config }: Git,
  ): PlannedChange[] {
    const settings = wanted.flatMap(({ name, after }) => {
      const before = config.get(name.toLowerCase())
      return before === after ? [] : [{ name, before, after }]
    })
    if (settings.length === 0) return []
    const check = kind === 'git-identity' ? 'identity' : 'signing'
    const lines = settings.map(({ name, before, after }) => ({
      ...(before !== undefined && { before: `${name} = ${before}` }),
      after: `${name} = ${after}`,
    }))
    return [
      {
        change: plannedChange(kind, [check], this.#path, { lines }),
        make: async ({ files }) => {
          const edits = settings.map(({ name, after }) => ({
            name,
            value: after,
            how: 'set' as const,
          }))
          const next = await editGitConfig(this.#path, this.#content, edits, this.#environment)
          files.replace(this.#path, this.#content, next)
          this.#content = next
        },
      },
    ]
  }
}
