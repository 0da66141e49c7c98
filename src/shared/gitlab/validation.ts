import { type Message, message } from '../messages/message.ts'
import { codePointLength } from '../rules/text-length.ts'

/** Encodes a message as the text of a zod issue, which has to be a string. It follows the name of the field. */
export function issueText(text: Message): string {
  return JSON.stringify(text)
}

/** The issue text for a value that is too long. */
export function tooLong(max: number): string {
  return issueText(message('validation.tooLong', { max }))
}

/** The arguments of `refine` for text of at most `limit` characters, counted the same way as in GitLab and the page. */
export function upTo(limit: number): [check: (text: string) => boolean, error: string] {
  return [(text) => codePointLength(text) <= limit, tooLong(limit)]
}

/** The message of a zod issue. zod's built-in texts are meant for developers. */
export function issueMessage(text: string): Message {
  return text.startsWith('{"id":') ? (JSON.parse(text) as Message) : message('validation.invalid')
}
