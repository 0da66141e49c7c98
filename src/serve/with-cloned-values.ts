import type { Latchkey } from '../core/app.ts'

/**
 * The same application, with everything for the page cloned as Electron's bridge does it. JSON silently drops what cannot be cloned,
 * so the e2e suite would miss in a browser what fails in the desktop app.
 */
export function withClonedValues(latchkey: Latchkey): Latchkey {
  return {
    ...latchkey,
    invoke: async (name, input, account) =>
      structuredClone(await latchkey.invoke(name, input, account)),
    on: (name, listener) => latchkey.on(name, (payload) => listener(structuredClone(payload))),
  }
}
