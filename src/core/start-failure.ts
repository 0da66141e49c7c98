import { FailureError } from './infra/failure.ts'

/** What keeps Latchkey from starting, for a person: what it is, and what to do. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof FailureError) {
    return [error.failure.message, error.failure.hint].filter(Boolean).join(' ')
  }
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && ['EADDRINUSE', 'EACCES'].includes(code)) {
    return `${error.message}. Choose another port, or 0 for any free one.`
  }
  return error.message
}
