import { readFileSync } from 'node:fs'
import type { Owner, Survey } from '../survey/survey.ts'
import { hasPassphrase } from '../survey/usable-keys.ts'
import { addToAgent, createKey } from './make-key.ts'
import { type ChosenKey, type PlannedChange, plannedChange } from './planned-change.ts'

/** Creates the key, hands it to the agent, and adds it to the account, as far as that is missing. */
export async function keyChanges(
  survey: Survey,
  key: ChosenKey,
  owner: Owner | undefined,
): Promise<PlannedChange[]> {
  const parts = [creation(survey, key), await agentChange(survey, key)]
  return [...parts, owner && accountChange(survey, key)].filter((part) => part !== undefined)
}

function creation(survey: Survey, { existing, files, title }: ChosenKey) {
  if (existing || !files) return undefined
  const { environment } = survey.ports
  const path = files.privateKey
  const more = { passphrase: 'may', values: { title } } as const
  return {
    change: plannedChange('create-key', ['ssh-key'], path, more),
    make: (_: unknown, passphrase: string) =>
      createKey({ environment, path, passphrase, comment: title }),
  }
}

async function agentChange(survey: Survey, { existing, files }: ChosenKey) {
  const { environment } = survey.ports
  const path = files?.privateKey
  if (!path || existing?.isInAgent || (await survey.agent()).state !== 'running') return undefined
  if (existing && !(await hasPassphrase(path, environment))) return undefined
  const passphrase = existing ? 'must' : 'may'
  return {
    change: plannedChange('add-to-agent', ['agent'], path, { passphrase }),
    needs: existing ? undefined : 'create-key',
    make: (_: unknown, typed: string) => addToAgent({ environment, path, passphrase: typed }),
  }
}

function accountChange(
  survey: Survey,
  { existing, files, title }: ChosenKey,
): PlannedChange | undefined {
  if (existing?.onAccount) return undefined
  const publicKey = () => existing?.publicKey ?? readFileSync(files!.publicKey, 'utf8')
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
    make: ({ importKey }) => importKey(survey.me, publicKey(), title),
  }
}
