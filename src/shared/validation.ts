import { type Message, message } from './messages/message.ts'

/** A message as the text of a zod issue, which is a string. It follows the name of the field. */
export function issueText(text: Message): string {
  return JSON.stringify(text)
}

/** The issue of a text that is too long. */
export function tooLong(max: number): string {
  return issueText(message('validation.tooLong', { max }))
}

/** The message of a zod issue. zod's own texts are for programmers. */
export function issueMessage(text: string): Message {
  return text.startsWith('{"id":') ? (JSON.parse(text) as Message) : message('validation.invalid')
}
