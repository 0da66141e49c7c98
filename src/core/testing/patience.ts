import { vi } from 'vitest'

// A loaded machine takes seconds for what usually takes a moment. A test that waits for something ends once it is there, so that only
// a failure takes as long as this.
const timeout = 60_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

function patient<T extends object>(options?: number | T): number | (T & { timeout: number }) {
  return typeof options === 'number' ? options : { timeout, ...options! }
}
