import { avatarType } from './avatar-type.ts'

export interface PictureLimits {
  /** The total time (ms), including redirects. */
  timeMs: number
  bytes: number
}

// GitLab accepts avatars of up to 200 kB, and screens show a hundred.
// guard: picture-bytes
export const pictureLimits: PictureLimits = { timeMs: 10_000, bytes: 256 * 1024 }

const maxRedirects = 3

/**
 * Fetches a picture from a URL that the service supplied; undefined if that fails or it isn't an image.
 *
 * Guarantees: never sends a token, cookie or referrer to any host; every URL along the way is https or on the
 * instance's own origin; anything whose bytes aren't an image is discarded, whatever its headers say.
 */
export async function fetchPicture(
  fetch: typeof globalThis.fetch,
  address: string,
  baseUrl: string,
  limits: PictureLimits = pictureLimits,
): Promise<Uint8Array | undefined> {
  const signal = AbortSignal.timeout(limits.timeMs)
  let url = allowedUrl(address, `${baseUrl}/`, baseUrl)
  try {
    for (let hops = 0; url && hops <= maxRedirects; hops += 1) {
      const response = await fetch(url, {
        // guard: picture-headers
        headers: { accept: 'image/png, image/jpeg, image/gif, image/webp, image/bmp' },
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal,
      })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel()
        url = allowedUrl(location, url, baseUrl)
        continue
      }
      if (response.status === 200) return await readPicture(response, limits.bytes)
      await response.body?.cancel()
      return undefined
    }
  } catch {
    // Screens then show initials instead.
  }
  return undefined
}

function allowedUrl(address: string, from: string, baseUrl: string): string | undefined {
  let url: URL
  try {
    url = new URL(address, from)
  } catch {
    return undefined
  }
  if (url.username || url.password) return undefined
  // guard: picture-address
  if (url.protocol === 'https:' || url.origin === new URL(baseUrl).origin) return url.href
  return undefined
}

async function readPicture(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const contentLength = Number(response.headers.get('content-length') ?? 0)
  const parts: Uint8Array[] = []
  let length = 0
  if (contentLength <= limit && response.body) {
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      length += part.byteLength
      // Leaving the loop cancels the download.
      if (length > limit) return undefined
      parts.push(part)
    }
  } else await response.body?.cancel()
  const bytes = new Uint8Array(Buffer.concat(parts))
  return avatarType(bytes) ? bytes : undefined
}
