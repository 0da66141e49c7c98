import { type Message, message } from '../messages/message.ts'
import { codePointLength } from '../rules/text-length.ts'

/** A message as the text of a zod issue, which is a string. It follows the name of the field. */
export function issueText(text: Message): string {
  return JSON.stringify(text)
}

/** The issue of a text that is too long. */
export function tooLong(max: number): string {
  return issueText(message('validation.tooLong', { max }))
}

/** The arguments of `refine` for a text of at most so many characters, counted as GitLab and the page count them. */
export function upTo(limit: number): [check: (text: string) => boolean, error: string] {
  return [(text) => codePointLength(text) <= limit, tooLong(limit)]
}

/** The message of a zod issue. zod's own texts are for programmers. */
export function issueMessage(text: string): Message {
  return text.startsWith('{"id":') ? (JSON.parse(text) as Message) : message('validation.invalid')
}
