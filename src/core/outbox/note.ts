import type { Failure } from '../../shared/failure.ts'
import { users } from '../../shared/service/users.ts'
import type { Found } from './compare.ts'
import { type Means, failureOf } from './means.ts'

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
  const before = person.note ?? ''
  // There already where the answer was lost the last time.
  if (before.split('\n').includes(line)) return undefined
  try {
    const changed = { note: before === '' ? line : `${before}\n${line}` }
    await means.call(users.modify, { id: person.id, ...changed })
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    return {
      ...failure,
      message: `It was done, but the reason could not be written into the note: ${failure.message}`,
      hint: 'Write it into the note of this person yourself.',
    }
  }
}
