import { type MessageId, type Text, message } from '../../shared/messages/message.ts'
import { en } from '../../shared/messages/english.ts'
import { lastPart, spellOutName } from '../../shared/rules/name-words.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import type { Target } from './target.ts'

/** Host and port of the instance. */
export function instanceHost({ baseUrl }: Pick<Target, 'baseUrl'>): string {
  return new URL(baseUrl).host
}

export function isWrite({ method, changesNothing }: AnyEndpoint): boolean {
  return method !== 'GET' && !changesNothing
}

/** The label of a field such as `user_detail.bio`, or its name in words if the catalog has none. */
export function fieldLabelText(name: string): Text {
  const part = lastPart(name)
  const id = `fields.${part.replace(/_+(\w)/g, (_, start: string) => start.toUpperCase())}`
  return isLabel(id) ? message(id) : spellOutName(part)
}

/** A GitLab field may have the same name as a message with parameters. */
function isLabel(id: string): id is MessageId {
  return Object.hasOwn(en, id) && !en[id as MessageId].includes('{')
}

/** The text with a capital first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Ends the text with exactly one period, or with its own punctuation. */
export function endSentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
