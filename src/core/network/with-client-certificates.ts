import { errorCodes } from './error-codes.ts'

type Fetch = typeof globalThis.fetch

// What Chromium says where a handshake asked for a client certificate and got none.
const certificateRequested = /CLIENT_AUTH_CERT/

/**
 * Fetch that shows a client certificate to origins that ask for one, and to no others. `plain` never has one; `showing` asks
 * which it shall be. The handshake comes before the request, so what failed for that has not arrived and is sent again.
 */
export function withClientCertificates(plain: Fetch, showing: Fetch): Fetch {
  const originsWithCertificate = new Set<string>()
  return async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    if (originsWithCertificate.has(origin)) return showing(input, init)
    try {
      return await plain(input, init)
    } catch (error) {
      if (
        !errorCodes(error).some((code) => certificateRequested.test(code)) ||
        isBodyConsumed(input, init)
      )
        throw error
    }
    const answer = await showing(input, init)
    originsWithCertificate.add(origin)
    return answer
  }
}

/** A body that flows can be read once. */
function isBodyConsumed(input: Parameters<Fetch>[0], init: RequestInit | undefined): boolean {
  return init?.body instanceof ReadableStream || (input instanceof Request && input.bodyUsed)
}
