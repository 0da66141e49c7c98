import type { SafeMode } from './safe-mode.ts'

type Fetch = typeof globalThis.fetch

/** Fetch that tells safe mode of every part of an answer before anyone sees it. */
export function watchedFetch(
  fetch: Fetch,
  safeMode: () => Pick<SafeMode, 'isWatching' | 'came'>,
): Fetch {
  return async (...request) => {
    const response = await fetch(...request)
    const watch = safeMode()
    if (!watch.isWatching()) return response
    watch.came()
    const { body, status, headers } = response
    // A response with any other status cannot be made.
    if (!body || status < 200 || status > 599) return response
    const told = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        watch.came()
        controller.enqueue(part)
      },
    })
    return new Response(body.pipeThrough(told), { status, headers })
  }
}
