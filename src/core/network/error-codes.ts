/** An error and what caused it, from the outside in. */
export function errorChain(error: unknown): Error[] {
  const chain: Error[] = []
  for (let cause = error; cause instanceof Error && chain.length < 10; cause = cause.cause) {
    chain.push(cause)
    if (cause instanceof AggregateError)
      chain.push(...cause.errors.filter((e) => e instanceof Error))
  }
  return chain
}

/** Why a request got no answer, as codes of Node, OpenSSL and Chromium, and a few of our own. */
export function errorCodes(error: unknown): string[] {
  return errorChain(error).flatMap((cause) => {
    const { code, name, message } = cause as { code?: unknown; name: string; message?: unknown }
    return [
      ...(typeof code === 'string' ? [code] : []),
      // Undici gives its own kinds a code of the parser, or none.
      ...(name === 'HTTPParserError' ? ['UNREADABLE_ANSWER'] : []),
      ...codesInMessage(String(message)),
    ]
  })
}

function codesInMessage(message: string): string[] {
  // Chromium's network stack puts its code into the message only.
  const chromium = /net::ERR_\w+/.exec(message)?.[0]
  // Chromium follows none of ours, but refuses invalid ones itself.
  const isRedirect = /net::ERR_(UNSAFE|INVALID)_REDIRECT/.test(message)
  // So does undici with a proxy's answer.
  const proxy = /^Proxy response \((\d{3})\)/.exec(message)?.[1]
  return [
    ...(chromium ? [chromium] : []),
    ...(isRedirect ? ['REDIRECT'] : []),
    ...(proxy ? [`PROXY_${proxy}`] : []),
  ]
}
