/** An error and its causes, outermost first. */
export function errorChain(error: unknown): Error[] {
  const chain: Error[] = []
  for (let cause = error; cause instanceof Error && chain.length < 10; cause = cause.cause) {
    chain.push(cause)
    if (cause instanceof AggregateError)
      chain.push(...cause.errors.filter((e) => e instanceof Error))
  }
  return chain
}

/** A failed request's codes from Node, OpenSSL, Chromium, and Latchkey itself. */
export function errorCodes(error: unknown): string[] {
  return errorChain(error).flatMap((cause) => {
    const { code, name, message } = cause as { code?: unknown; name: string; message?: unknown }
    return [
      ...(typeof code === 'string' ? [code] : []),
      // Undici uses one of its parser's codes, or none.
      ...(name === 'HTTPParserError' ? ['UNREADABLE_ANSWER'] : []),
      ...codesInMessage(String(message)),
    ]
  })
}

function codesInMessage(message: string): string[] {
  // Chromium's code is only in the message.
  const chromium = /net::ERR_\w+/.exec(message)?.[0]
  // Latchkey doesn't follow redirects, but Chromium rejects invalid ones on its own.
  const isRedirect = /net::ERR_(UNSAFE|INVALID)_REDIRECT/.test(message)
  // For undici, a proxy's response is also only in the message.
  const proxy = /^Proxy response \((\d{3})\)/.exec(message)?.[1]
  return [
    ...(chromium ? [chromium] : []),
    ...(isRedirect ? ['REDIRECT'] : []),
    ...(proxy ? [`PROXY_${proxy}`] : []),
  ]
}
