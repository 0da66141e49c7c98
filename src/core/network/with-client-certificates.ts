import { errorCodes } from './error-codes.ts'

type Fetch = typeof globalThis.fetch

// Chromium's code for a handshake without the requested client certificate.
const certificateRequested = /CLIENT_AUTH_CERT/

/**
 * Sends a client certificate only to origins that request one. `plain` never sends one; `showing` asks
 * the user which one. The handshake precedes the request, so a request that failed for that reason is sent again.
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

/** A stream can be read only once. */
function isBodyConsumed(input: Parameters<Fetch>[0], init: RequestInit | undefined): boolean {
  return init?.body instanceof ReadableStream || (input instanceof Request && input.bodyUsed)
}
