import type { Latchkey } from '../core/app.ts'

/**
 * The same application, with all that goes to the page cloned as Electron's bridge clones it. JSON drops what cannot be cloned without
 * a word, so that the e2e suite would find nothing in a browser of what fails in the desktop app.
 */
export function cloned(latchkey: Latchkey): Latchkey {
  return {
    ...latchkey,
    invoke: async (name, input, account) =>
      structuredClone(await latchkey.invoke(name, input, account)),
    on: (name, listener) => latchkey.on(name, (payload) => listener(structuredClone(payload))),
  }
}
