import type { MessageId } from './english.ts'

export type { MessageId }

/** What a message says beside its words. A list is joined as the language does it. */
export type MessageValue = string | number | boolean | Date | Message | readonly MessageValue[]

export type MessageValues = Readonly<Record<string, MessageValue>>

/** Something to tell a person: which message of the catalog, and its values. Plain JSON where its values are. */
export interface Message {
  id: MessageId
  values?: MessageValues
}

/** A message, or the service's own words. */
export type Text = Message | string

/** Names a message, to be put into words where it is shown. */
export function message(id: MessageId, values?: MessageValues): Message {
  return values ? { id, values } : { id }
}
