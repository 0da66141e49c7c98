import { type Message, message } from '../messages/message.ts'
import { codePointLength } from '../rules/text-length.ts'

/**
 * Encodes a message as a string, because a zod issue can't contain anything else. It is shown after the field's name.
 */
export function issueText(text: Message): string {
  return JSON.stringify(text)
}

/** The issue text for a value that is too long. */
export function tooLong(max: number): string {
  return issueText(message('validation.tooLong', { max }))
}

/** Arguments for `refine` that limit a string to `limit` characters, counted as GitLab and the page do. */
export function upTo(limit: number): [check: (text: string) => boolean, error: string] {
  return [(text) => codePointLength(text) <= limit, tooLong(limit)]
}

/**
 * Returns a zod issue's message. zod's built-in messages are written for developers, so users see a general message
 * instead.
 */
export function issueMessage(text: string): Message {
  return text.startsWith('{"id":') ? (JSON.parse(text) as Message) : message('validation.invalid')
}
