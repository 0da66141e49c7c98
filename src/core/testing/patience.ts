import { vi } from 'vitest'

// Operations that are usually immediate take seconds on a loaded machine. A test stops waiting as soon as its condition
// is met, so only failures take this long.
const timeout = 60_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

function patient<T extends object>(options?: number | T): number | (T & { timeout: number }) {
  return typeof options === 'number' ? options : { timeout, ...options! }
}
