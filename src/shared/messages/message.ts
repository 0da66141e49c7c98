import type { MessageId } from './english.ts'

export type { MessageId }

/** A value in a message. Lists are joined according to the language's rules. */
export type MessageValue = string | number | boolean | Date | Message | readonly MessageValue[]

export type MessageValues = Readonly<Record<string, MessageValue>>

/** A message to show: its ID in the catalog and its values. JSON-serializable if the values are. */
export interface Message {
  id: MessageId
  values?: MessageValues
}

/** A message, or text from GitLab. */
export type Text = Message | string

/** Creates a message, which is formatted when it is displayed. */
export function message(id: MessageId, values?: MessageValues): Message {
  return values ? { id, values } : { id }
}
