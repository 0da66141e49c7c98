import { message } from '../../shared/messages/message.ts'
import { FailureError } from './failure.ts'
import { textOf } from './messages.ts'

/** Why Latchkey can't start, and what to do about it. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof FailureError) {
    const { message: text, hint } = error.failure
    return [text, ...(hint === undefined ? [] : [hint])].map((one) => textOf(one)).join(' ')
  }
  const { code = '', syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  const id = syscall === 'listen' ? listenFailures[code as keyof typeof listenFailures] : undefined
  return id ? textOf(message(id, { port: String(port) })) : error.message
}

const listenFailures = { EADDRINUSE: 'host.portTaken', EACCES: 'host.portForbidden' } as const
