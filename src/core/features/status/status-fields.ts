import { createFailureError } from '../../platform/failures.ts'
import {
  type ClearStatusAfter,
  type UserStatus,
  statusEndpoints as rows,
} from '../../../shared/gitlab/current-user.ts'
import { clearStatusAfterMs } from '../../../shared/rules/status-durations.ts'
import type { RecordFields } from '../../../shared/rules/three-way.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { EditableRecord } from '../../gitlab/record-edits/record-edit.ts'
import { noStatus, statusAt } from '../../../shared/rules/status-end.ts'

/** A status, as edited. `clear` is when it clears, a duration to send, or null. */
export interface EditableStatus {
  emoji: string
  message: string
  busy: boolean
  clear: string | null
}

export const noFields: EditableStatus = { emoji: '', message: '', busy: false, clear: null }

/** The service's default emoji. */
export const defaultEmoji = 'speech_balloon'
/** How far apart (ms) the clocks may be. */
const clockToleranceMs = 5 * 60_000

type ReadStatus = Pick<UserStatus, 'emoji' | 'message' | 'availability' | 'clear_status_at'>

export function toFields(status: ReadStatus): EditableStatus {
  return {
    emoji: status.emoji ?? '',
    message: status.message ?? '',
    busy: status.availability === 'busy',
    clear: status.clear_status_at ?? null,
  }
}

/** The account's own status, edited field by field. */
export function editableStatus(
  gitlab: GitLabClient,
  now: () => number,
): EditableRecord<UserStatus> {
  const read = async () => statusAt(await gitlab.call(rows.get, {}), now())
  return {
    read,
    write: async (fields, before) => {
      const status = { ...toFields(before), ...fields }
      if (isEmpty(status)) return (await gitlab.call(rows.set, {})) ?? noStatus
      const answer = await assertStatus(sendStatus(gitlab, status, 'clear' in fields))
      // Some services don't return `availability`.
      const completeStatus = 'availability' in answer ? answer : await read().catch(() => answer)
      return statusAt(completeStatus, now())
    },
    fieldsOf: (status) => ({ ...toFields(status) }),
    same,
    compare: (sent, after) => ({ ignored: ignoredFields(sent, after, now()), unseen: [] }),
  }
}

/** The status as a single field, so that it's replaced as a whole. */
export function asSingleField(fields: EditableRecord<UserStatus>): EditableRecord<UserStatus> {
  const partsOf = ({ status }: RecordFields) => status as RecordFields
  return {
    ...fields,
    write: (sent, before) => fields.write(partsOf(sent), before),
    fieldsOf: (status) => ({ status: fields.fieldsOf(status) }),
    same: (_name, a, b) => isSameFields(a as RecordFields, b as RecordFields),
    compare: (sent, after) => fields.compare(partsOf(sent), after),
  }
}

/** Whether two statuses are the same. If the clear times differ, the same status was set again. */
export function isSameStatus(a: ReadStatus, b: ReadStatus): boolean {
  return isSameFields({ ...toFields(a) }, { ...toFields(b) })
}

function isSameFields(a: RecordFields, b: RecordFields): boolean {
  return Object.keys(noFields).every((name) => same(name, a[name], b[name]))
}

function isEmpty({ emoji, message, busy }: EditableStatus): boolean {
  return emoji === '' && message === '' && !busy
}

/**
 * Always sends all three fields, because a PATCH fills in missing ones (emoji becomes speech_balloon, availability
 * not_set) and a PUT empties them. `lib/api/users.rb`, `app/services/users/set_status_service.rb`
 */
function sendStatus(
  gitlab: GitLabClient,
  { emoji, message, busy, clear }: EditableStatus,
  setsEnd: boolean,
): Promise<UserStatus | null | undefined> {
  const fields = {
    emoji: emoji || defaultEmoji,
    message,
    availability: busy ? 'busy' : 'not_set',
  } as const
  if (!setsEnd) return gitlab.call(rows.update, fields)
  const after = clear === null ? {} : { clear_status_after: clear as ClearStatusAfter }
  return gitlab.call(rows.set, { ...fields, ...after })
}

function same(name: string, a: unknown, b: unknown): boolean {
  if (name === 'clear' && typeof a === 'string' && typeof b === 'string') {
    return a === b || Date.parse(a) === Date.parse(b)
  }
  return a === b
}

function ignoredFields(sent: RecordFields, after: UserStatus, now: number): string[] {
  const storedFields = toFields(after)
  const isTaken: Record<keyof EditableStatus, (value: never) => boolean> = {
    emoji: (emoji: string) => storedFields.emoji === (emoji || emptyEmoji(after)),
    message: (message: string) => storedFields.message.trim() === message.trim(),
    busy: (busy: boolean) => storedFields.busy === busy,
    clear: (clear: string | null) => isSameEnd(clear, storedFields.clear, now),
  }
  return Object.entries(sent).flatMap(([name, value]) =>
    isTaken[name as keyof EditableStatus](value as never) ? [] : [name],
  )
}

/** The default emoji for a status without one; none for a cleared status. */
function emptyEmoji(status: UserStatus): string {
  return isEmpty(toFields(status)) ? '' : defaultEmoji
}

function isSameEnd(sent: string | null, end: string | null, now: number): boolean {
  if (sent === null || end === null) return sent === end
  const remainingMs = Date.parse(end) - now
  return Math.abs(remainingMs - clearStatusAfterMs[sent as ClearStatusAfter]) < clockToleranceMs
}

/** An empty response means that the status was deleted, so it doesn't confirm that one was set. */
async function assertStatus(write: Promise<UserStatus | null | undefined>): Promise<UserStatus> {
  const status = await write
  if (status) return status
  throw createFailureError('status.emptyAnswer')
}
