import { createFailureError } from '../../platform/failures.ts'
import { localKeyFileLimit } from '../../../shared/rules/limits.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'
import { type SshPublicKey, readPublicKeys, sshKeyLine } from '../../keys/ssh-public-key.ts'
import type { Survey } from '../survey/survey.ts'
import { type UsableKey, isDoubtful, ownerOnInstance } from '../survey/usable-keys.ts'
import { addToAgent, createKey } from './make-key.ts'
import {
  type ChangeOptions,
  type ChosenKey,
  type PlannedChange,
  plannedChange,
  withGuess,
} from './planned-change.ts'

/** Creates the key and adds it to the agent and the account, skipping steps that are already done. */
export async function keyChanges(
  survey: Survey,
  key: ChosenKey,
  { canAdd }: { canAdd: boolean },
): Promise<PlannedChange[]> {
  const account = canAdd ? accountChange(survey, key) : undefined
  const parts = [creation(survey, key), await agentChange(survey, key), account]
  return parts
    .filter((part) => part !== undefined)
    .map((part) => ({ ...part, change: withGuess(part.change, key) }))
}

function creation(survey: Survey, { existing, files, title, type }: ChosenKey) {
  if (existing || !files) return undefined
  const { environment } = survey.options
  const path = files.privateKey
  const more = { passphrase: 'may', values: { title, ...(type && { type }) } } as const
  return {
    change: plannedChange('create-key', ['ssh-key'], path, more),
    async make({ changes, signal }: ChangeOptions, passphrase: string) {
      await createKey({ environment, path, passphrase, comment: title, type, signal })
      changes.record({ kind: 'key', path, ...recordedKey(publicKeyOf({ title, files })) })
    },
  }
}

async function agentChange(survey: Survey, key: ChosenKey) {
  const { existing, files, locked } = key
  const { environment } = survey.options
  const path = files?.privateKey
  const shouldAdd = existing ? locked === 'with-agent' : (await survey.agent()).state === 'running'
  if (!path || !shouldAdd) return undefined
  const passphrase = existing ? 'must' : 'may'
  return {
    change: plannedChange('add-to-agent', ['agent'], path, { passphrase }),
    needs: existing ? undefined : 'create-key',
    async make({ changes }: ChangeOptions, typed: string) {
      await addToAgent({ environment, path, passphrase: typed })
      changes.record({ kind: 'agent-key', path, ...recordedKey(publicKeyOf(key)) })
    },
  }
}

/** Adds the key that git signs with to the account, unless it is the selected one. */
export async function signingKeyChange(
  survey: Survey,
  chosen: ChosenKey | undefined,
): Promise<PlannedChange[]> {
  const signing = await survey.signing()
  const fingerprint = signing?.isOn ? signing.publicKey?.fingerprint : undefined
  return fingerprint === chosen?.existing?.fingerprint ? [] : addSigningKey(survey, fingerprint)
}

/** A key on this computer, unless the account has it. */
async function keyToAdd(
  survey: Survey,
  fingerprint: string | undefined,
): Promise<UsableKey | undefined> {
  const isIt = (key: { fingerprint?: string | undefined }) => key.fingerprint === fingerprint
  if (fingerprint === undefined || (await survey.addedKeys()).some(isIt)) return undefined
  return (await survey.keys()).find(isIt)
}

/** Adds a key on this computer to the account, because GitLab can't verify its signatures otherwise. */
export async function addSigningKey(
  survey: Survey,
  fingerprint: string | undefined,
): Promise<PlannedChange[]> {
  const existing = await keyToAdd(survey, fingerprint)
  if (!existing || existing.weak || ownerOnInstance(survey, existing)) return []
  const { title, files } = existing
  const planned = accountChange(survey, { title, files, existing })
  if (!planned) return []
  const change = { ...planned.change, id: 'add-signing-key', checks: ['signing-key' as const] }
  return [{ ...planned, change: withGuess(change, { title, isGuess: isDoubtful(existing) }) }]
}

/** Throws if another account has a key, because GitLab accepts it on one account only. */
export async function assertNobodyElseHas(
  survey: Survey,
  fingerprint: string | undefined,
): Promise<void> {
  const key = await keyToAdd(survey, fingerprint)
  const username = key && ownerOnInstance(survey, key)
  if (username === undefined) return
  throw createFailureError('setup.signsWithKeyOfOther', { username })
}

function accountChange(survey: Survey, key: ChosenKey): PlannedChange | undefined {
  const { existing, files, title, options } = key
  if (existing?.onAccount) return undefined
  return {
    change: plannedChange(
      'add-to-account',
      ['key-on-account', 'connection'],
      files?.publicKey ?? title,
      {
        values: { title },
      },
    ),
    needs: existing ? undefined : 'create-key',
    async make({ importKey, changes }) {
      const { gitlab, baseUrl: instance, username } = survey
      const publicKey = publicKeyOf(key)
      await importKey(gitlab, sshKeyLine(publicKey), title, options)
      const path = files?.privateKey
      const step = { kind: 'account-key', instance, username, title } as const
      changes.record({ ...step, ...recordedKey(publicKey), ...(path && { path }) })
    },
  }
}

const recordedKey = ({ fingerprint, blob }: SshPublicKey) => ({ fingerprint, blob })

/** The public key, which must exist at this point. */
export function publicKeyOf({ existing, files, title }: ChosenKey): SshPublicKey {
  const text =
    existing?.publicKey ?? readRegularFile(files!.publicKey, localKeyFileLimit).toString()
  const [key] = readPublicKeys(text).keys
  if (key) return key
  throw createFailureError('setup.keyGone', { path: files?.publicKey ?? title })
}
