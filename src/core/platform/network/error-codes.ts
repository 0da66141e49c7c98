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

/** The codes of a failed request: of Node, OpenSSL and Chromium, and some of our own. */
export function errorCodes(error: unknown): string[] {
  return errorChain(error).flatMap((cause) => {
    const { code, name, message } = cause as { code?: unknown; name: string; message?: unknown }
    return [
      ...(typeof code === 'string' ? [code] : []),
      // Undici uses a code of its parser, or none.
      ...(name === 'HTTPParserError' ? ['UNREADABLE_ANSWER'] : []),
      ...codesInMessage(String(message)),
    ]
  })
}

function codesInMessage(message: string): string[] {
  // Chromium's code is only in the message.
  const chromium = /net::ERR_\w+/.exec(message)?.[0]
  // Our requests follow no redirects, but Chromium rejects invalid ones itself.
  const isRedirect = /net::ERR_(UNSAFE|INVALID)_REDIRECT/.test(message)
  // Undici has the answer of a proxy only in the message, too.
  const proxy = /^Proxy response \((\d{3})\)/.exec(message)?.[1]
  return [
    ...(chromium ? [chromium] : []),
    ...(isRedirect ? ['REDIRECT'] : []),
    ...(proxy ? [`PROXY_${proxy}`] : []),
  ]
}
