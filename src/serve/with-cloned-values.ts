import type { Latchkey } from '../core/app.ts'

/**
 * The same application, with all data for the page cloned as by Electron's bridge. JSON silently drops values that
 * can't be cloned, so the e2e suite in a browser would miss failures of the desktop app.
 */
export function withClonedValues(latchkey: Latchkey): Latchkey {
  return {
    ...latchkey,
    invoke: async (name, input, account) =>
      structuredClone(await latchkey.invoke(name, input, account)),
    on: (name, listener) => latchkey.on(name, (payload) => listener(structuredClone(payload))),
  }
}
