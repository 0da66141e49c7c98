import { type Message, message } from '../../shared/messages/message.ts'

/** Why a file or line doesn't contain a key. */
export interface KeyProblem {
  /** `broken`: an invalid SSH public key; `other`: not an SSH public key at all. */
  kind: 'broken' | 'other'
  reason: Message
  hint: Message
  /** Counted from 1; absent for a single line. */
  line?: number
}

/** A malformed key. */
export class MalformedKeyError extends Error {
  readonly reason: Message

  constructor(reason: Message) {
    super(reason.id)
    this.name = 'MalformedKeyError'
    this.reason = reason
  }
}

export function brokenKeyProblem(
  reason: Message,
  hint = message('keyFiles.copyLineAgain'),
): KeyProblem {
  return { kind: 'broken', reason, hint }
}

export function otherProblem(reason: Message, hint = message('keyFiles.chooseSshKey')): KeyProblem {
  return { kind: 'other', reason, hint }
}

/** Describes a problem, including the file name. */
export function problemMessage(file: string, { reason, line }: KeyProblem): Message {
  return line === undefined
    ? message('keyFiles.problem', { file, reason })
    : message('keyFiles.problemInLine', { file, line, reason })
}
