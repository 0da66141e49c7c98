import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../../../platform/failure.ts'
import type { Survey } from '../survey/survey.ts'
import { keyComment } from './make-key.ts'
import { hostKeyChange, openFileChanges } from './plan-files.ts'
import { gitChanges } from './plan-git.ts'
import { keyChanges } from './plan-keys.ts'
import { needsPassphrase } from '../survey/usable-keys.ts'
import { type ChosenKey, type PlannedChange, outdatedPlan } from './planned-change.ts'

/** What could be changed for the findings of a survey, in the order in which it has to be done. */
export async function planChanges(
  survey: Survey,
  /** Of the key to use; the most useful one unless told. */
  fingerprint?: string,
): Promise<PlannedChange[]> {
  const key = await chooseKey(survey, fingerprint)
  const owner = await survey.owner().catch(ifUnanswered)
  const parts = await Promise.all([
    openFileChanges(survey),
    key ? keyChanges(survey, key, owner) : [],
    hostKeyChange(survey),
    gitChanges(survey, key, owner),
  ])
  return parts.flat()
}

/** Without an answer of the instance, what needs one is left out. */
function ifUnanswered(error: unknown): undefined {
  if (!(error instanceof FailureError)) throw error
}

/** A key that is here, or one to create at a path that nothing has. */
async function chooseKey(survey: Survey, fingerprint?: string): Promise<ChosenKey | undefined> {
  const keys = await survey.keys()
  const chosen = keys.find((key) => key.fingerprint === fingerprint)
  if (fingerprint !== undefined && !chosen) throw outdatedPlan()
  const existing = chosen ?? keys[0]
  if (existing && !existing.weak) {
    const { title, files } = existing
    const isLocked =
      !existing.isInAgent && (await needsPassphrase(existing, survey.options.environment))
    const hasAgent = (await survey.agent()).state === 'running'
    const locked = hasAgent ? 'with-agent' : 'without-agent'
    return { title, files, existing, ...(isLocked && { locked }) }
  }
  const path = join(survey.options.home, '.ssh', 'id_ed25519')
  if (existsSync(path) || existsSync(`${path}.pub`)) return undefined
  const { username } = survey
  const title = keyComment(username, survey.options.now())
  return { title, files: { publicKey: `${path}.pub`, privateKey: path } }
}
