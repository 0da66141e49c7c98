import type { App } from 'vue'
import { CallError } from '../data/call-error.ts'
import { useLatchkey } from '../data/latchkey.ts'

/** Logs uncaught errors of the page: their kind and place, never their message. */
export function reportErrors(app: App): void {
  const latchkey = app.runWithContext(useLatchkey)

  function report(error: unknown) {
    // Failures of operations are already logged.
    if (!(error instanceof Error) || error instanceof CallError) return
    const { name, message, stack = '' } = error
    const places = stack.replace(`${name}: ${message}`, '').slice(0, 8000)
    latchkey()
      .diagnostics.pageFailed({ name: name.slice(0, 64), stack: places })
      .catch(() => undefined)
  }

  // Errors caught by Vue are handled like all others, and appear in the console.
  app.config.errorHandler = (error) => reportError(error)
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
