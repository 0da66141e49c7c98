/** An answer that came and cannot be read, whatever made the connection. */
export class UnreadableAnswerError extends Error {
  readonly code = 'UNREADABLE_ANSWER'
}

/** The status, where a `Response` can have it: HTTP knows none below 100 and above 599. */
export function checkStatus(status: number): number {
  if (status >= 200 && status <= 599) return status
  throw new UnreadableAnswerError(`status ${status}`)
}
