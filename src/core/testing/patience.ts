import { vi } from 'vitest'

// A loaded machine takes seconds for what is usually immediate. A test stops waiting as soon as the condition is met, so only a
// failure takes this long.
const timeout = 60_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

function patient<T extends object>(options?: number | T): number | (T & { timeout: number }) {
  return typeof options === 'number' ? options : { timeout, ...options! }
}
