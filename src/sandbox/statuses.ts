import type { ClearStatusAfter } from '../shared/gitlab/current-user.ts'
import { statusMessageLimit } from '../shared/rules/limits.ts'
import { clearStatusAfterMs } from '../shared/rules/status-durations.ts'
import { addTime } from './clock.ts'
import type { Context } from './context.ts'
import joypixels from 'emojibase-data/en/shortcodes/joypixels.json' with { type: 'json' }
import { gemoji, nameToEmoji } from 'gemoji'
import { namedEmoji } from '../shared/rules/emoji-names.ts'
import { invalidFields } from './errors.ts'

/** A status as stored. */
export interface StoredStatus {
  user_id: number
  emoji: string
  message: string | null
  availability: 'not_set' | 'busy'
  clear_status_at: string | null
}

/** Changes to a status. An undefined message or expiry keeps its value. */
export interface StatusChanges {
  emoji?: string | null
  message?: string | null
  availability?: string | null
  clear_status_after?: ClearStatusAfter | null
}

/** A user's status, which may be an expired one that hasn't been cleaned up yet. */
export function readStatus({ db }: Context, userId: number): StoredStatus | undefined {
  return db.one<StoredStatus>('SELECT * FROM statuses WHERE user_id = ?', userId)
}

/** A status in API responses. All fields are null without one. */
export function statusView(status: StoredStatus | undefined) {
  const message = status?.message ?? null
  return {
    emoji: status?.emoji ?? null,
    availability: status?.availability ?? null,
    message,
    message_html: message === null ? null : emojiHtml(message),
    clear_status_at: status?.clear_status_at ?? null,
  }
}

/**
 * Sets a status and returns its view, or null after deleting it. A change without emoji, message, or availability
 * deletes it (`app/services/users/set_status_service.rb`). Throws an `ApiError` with the invalid fields.
 */
export function setStatus(context: Context, userId: number, changes: StatusChanges) {
  if (!changes.emoji && !changes.message && !changes.availability) {
    context.db.run('DELETE FROM statuses WHERE user_id = ?', userId)
    return null
  }
  const current = readStatus(context, userId)
  const status: StoredStatus = {
    user_id: userId,
    emoji: changes.emoji || 'speech_balloon',
    message: changes.message === undefined ? (current?.message ?? null) : changes.message,
    availability: changes.availability === 'busy' ? 'busy' : 'not_set',
    clear_status_at: clearTime(context, changes.clear_status_after, current),
  }
  assertValidStatus(status)
  saveStatus(context, status)
  return statusView(status)
}

/** Stores a status, replacing the previous one. */
export function saveStatus({ db }: Pick<Context, 'db'>, status: StoredStatus): void {
  db.insert('statuses', status, 'REPLACE')
}

/** Deletes expired statuses (`app/workers/user_status_cleanup/batch_worker.rb`). */
export function deleteExpiredStatuses({ db, now }: Context): void {
  db.run('DELETE FROM statuses WHERE clear_status_at <= ?', now().toISOString())
}

function clearTime(
  { now }: Context,
  after: ClearStatusAfter | null | undefined,
  current: StoredStatus | undefined,
): string | null {
  if (after === undefined) return current?.clear_status_at ?? null
  return after === null ? null : addTime(now(), clearStatusAfterMs[after]).toISOString()
}

function assertValidStatus({ emoji, message }: StoredStatus): void {
  const errors: Record<string, string[]> = {}
  if (!isEmojiName(emoji)) errors['emoji'] = ['is not a valid emoji name']
  if ([...(message ?? '')].length > statusMessageLimit) {
    errors['message'] = [`is too long (maximum is ${statusMessageLimit} characters)`]
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

const descriptions = new Map(gemoji.map(({ emoji, description }) => [emoji, description]))

const emojiByName = new Map([
  ...Array.from(namedEmoji(joypixels), ({ name, emoji }) => [name, emoji] as const),
  ...Object.entries(nameToEmoji),
])

/** Whether an emoji has this name, without colons. */
function isEmojiName(name: string): boolean {
  return emojiByName.has(name)
}

/** Renders one line of text as HTML. `:name:` codes become emoji; everything else is escaped. */
function emojiHtml(text: string): string {
  return escapeHtml(text).replace(/:([\w+-]+):/g, (code, name: string) => {
    const emoji = emojiByName.get(name)
    if (!emoji) return code
    const title = escapeHtml(descriptions.get(emoji) ?? name)
    return `<gl-emoji title="${title}" data-name="${name}">${emoji}</gl-emoji>`
  })
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
