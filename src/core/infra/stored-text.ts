import { z } from 'zod'
import type { Message, Text } from '../../shared/messages/message.ts'
import { t, textOf } from './messages.ts'

/** A text for a column of a database: a message as JSON, because its words belong to one version and language. */
export function serializeText(text: Text): string {
  if (typeof text === 'string') return text
  const { id, values } = text
  return JSON.stringify({ id, values })
}

/** A text from a column; what is no message is a sentence that an earlier version stored. */
export function parseText(stored: string): Text {
  if (!stored.startsWith('{"id":')) return stored
  try {
    return StoredMessage.parse(JSON.parse(stored)) as Message
  } catch {
    return stored
  }
}

const StoredMessage = z.object({
  id: z.string().regex(/^[a-z]\w*\.\w+$/),
  values: z.record(z.string(), z.unknown()).optional(),
})

/** A stored text in words. Another version may have stored other values than this version's message needs. */
export function formatStoredText(text: Text): string {
  try {
    return textOf(text)
  } catch {
    return t('common.unknownMessage')
  }
}
