import { createRequire } from 'node:module'

const names = ['fetch', 'FormData', 'Headers', 'Request', 'Response'] as const

/**
 * Replaces Node's own copy of undici with the package, which `createNodeFetch` needs for its agents. Both together take
 * 15 MiB more. Either is loaded on first use, so this must run before anything uses one of these names.
 */
export function shareUndici(): void {
  const load = createRequire(import.meta.url)
  for (const name of names) {
    // Redefining a property that is loaded on first use would load it.
    Reflect.deleteProperty(globalThis, name)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => (load('undici') as typeof import('undici'))[name],
    })
  }
}
