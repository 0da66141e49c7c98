import type { App } from 'vue'
import { CallError } from '../data/call-error.ts'
import { useLatchkey } from '../data/latchkey.ts'

/** Tells the log of what nobody caught in the page: its kind and where, never what it said. */
export function tellOfErrors(app: App): void {
  const latchkey = app.runWithContext(useLatchkey)

  function tell(error: unknown) {
    // What an operation answered is in the log already.
    if (!(error instanceof Error) || error instanceof CallError) return
    const { name, message, stack = '' } = error
    const places = stack.replace(`${name}: ${message}`, '').slice(0, 8000)
    latchkey()
      .diagnostics.pageFailed({ name: name.slice(0, 64), stack: places })
      .catch(() => undefined)
  }

  // Whatever Vue caught goes the way of all others, and to the console.
  app.config.errorHandler = (error) => reportError(error)
  window.addEventListener('error', ({ error }) => tell(error))
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
