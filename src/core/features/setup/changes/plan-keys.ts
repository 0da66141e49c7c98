import type { Owner, Survey } from '../survey/survey.ts'
import { hasPassphrase } from '../survey/usable-keys.ts'
import { addToAgent, createKey } from './make-key.ts'
import { type ChosenKey, type PlannedChange, plannedChange } from './planned-change.ts'

/** Creates the key, hands it to the agent, and adds it to the account, as far as that is missing. */
export async function keyChanges(
  survey: Survey,
  key: ChosenKey | undefined,
  owner: Owner | undefined,
): Promise<PlannedChange[]> {
  if (!key) return []
  const { existing, privateKeyFile: path, publicKeyFile, title } = key
  const { environment } = survey.ports
  const agent = await survey.agent()
  const changes: PlannedChange[] = []
  const needs = existing ? undefined : 'create-key'
  if (!existing) {
    changes.push({
      change: plannedChange('create-key', ['ssh-key'], path, {
        passphrase: 'may',
        values: { title },
      }),
      make: async (_, passphrase) => {
        await createKey({ environment, path, passphrase, comment: title })
      },
    })
  }
  const isLocked =
    existing && !existing.isInAgent ? await hasPassphrase(path, environment) : undefined
  if (agent.state === 'running' && (!existing || isLocked)) {
    changes.push({
      change: plannedChange('add-to-agent', ['agent'], path, {
        passphrase: existing ? 'must' : 'may',
      }),
      ...(needs && { needs }),
      make: (_, passphrase) => addToAgent({ environment, path, passphrase }),
    })
  }
  if (owner && !existing?.onAccount) {
    changes.push({
      change: plannedChange('add-to-account', ['key-on-account', 'connection'], publicKeyFile, {
        values: { title },
      }),
      ...(needs && { needs }),
      make: ({ importKey }) => importKey(survey.me, publicKeyFile, title),
    })
  }
  return changes
}
