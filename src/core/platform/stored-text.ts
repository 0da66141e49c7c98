import { z } from 'zod'
import type { Message, Text } from '../../shared/messages/message.ts'
import { t, textOf } from './messages.ts'

/**
 * Serializes text for a database column. A message is stored as JSON, because its wording depends on the version and
 * language.
 */
export function serializeText(text: Text): string {
  if (typeof text === 'string') return text
  const { id, values } = text
  return JSON.stringify({ id, values })
}

/** Parses text from a database column. */
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

/** Formats stored text. Another version may have stored values other than those the message needs. */
export function formatStoredText(text: Text): string {
  try {
    return textOf(text)
  } catch {
    return t('common.unknownMessage')
  }
}
