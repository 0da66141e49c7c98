import type { Failure } from '../../shared/failure.ts'
import { users } from '../../shared/service/users.ts'
import type { Found } from './compare.ts'
import { type Means, failureOf, lookAt } from './means.ts'

interface Noted {
  reason?: string
  note: boolean
}

/** Adds the reason to the administrator's note, where that was asked for; what goes wrong with it is returned. */
export async function addNote(
  means: Means,
  { reason, note }: Noted,
  person: Found,
): Promise<Failure | undefined> {
  if (!note || !reason || person === 'gone') return undefined
  const line = `${new Date(means.now()).toISOString().slice(0, 10)} ${reason}`
  try {
    return (await append(means, person.id, line)) ? undefined : notTaken
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'unknown-outcome' && (await isThere(means, person.id, line))) {
      return undefined
    }
    return {
      ...failure,
      message: `It was done, but the reason could not be written into the note: ${failure.message}`,
      hint,
    }
  }
}

/** Answers whether the note has the line then. It is read immediately before, because other administrators write it too. */
async function append(means: Means, id: number, line: string): Promise<boolean> {
  const found = await lookAt(means, id)
  // There already where the answer was lost the last time.
  if (found === 'gone' || hasLine(found.note, line)) return true
  // A service that does not show the note would have it replaced.
  if (found.note === undefined) return false
  const { note } = await means.call(users.modify, {
    id,
    note: found.note ? `${found.note}\n${line}` : line,
  })
  return hasLine(note, line)
}

async function isThere(means: Means, id: number, line: string): Promise<boolean> {
  const found = await lookAt(means, id).catch(() => 'gone' as const)
  return found !== 'gone' && hasLine(found.note, line)
}

/** A reason may itself have several lines. */
function hasLine(note: string | null | undefined, line: string): boolean {
  const text = (note ?? '').replaceAll('\r\n', '\n').trim()
  return `\n${text}\n`.includes(`\n${line.trim()}\n`)
}

const hint = 'Add it to the note of this user yourself.'

const notTaken: Failure = {
  kind: 'conflict',
  message: 'It was done, but this GitLab did not store the reason in the note.',
  hint,
}
