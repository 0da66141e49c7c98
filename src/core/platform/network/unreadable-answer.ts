/** A response that can't be read. */
export class UnreadableAnswerError extends Error {
  readonly code = 'UNREADABLE_ANSWER'
}

/** Returns a status that a `Response` accepts; throws for any other. */
export function checkStatus(status: number): number {
  if (status >= 200 && status <= 599) return status
  throw new UnreadableAnswerError(`status ${status}`)
}
