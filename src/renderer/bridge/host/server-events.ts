/** A message in a server-sent event stream. */
export interface ServerEvent {
  name: string
  data: string
}

/**
 * Parses a server-sent event stream. EventSource isn’t an option, because it can’t send the header that identifies the
 * tab. https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerEvent> {
  let name = ''
  let data: string[] = []
  for await (const line of linesOf(body)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (line === '') {
      if (data.length > 0) yield { name: name || 'message', data: data.join('\n') }
      name = ''
      data = []
    }
  }
}

/** Yields complete lines only. A last line without a line break was cut off. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield line.replace(/\r$/, '')
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

const maxPauseMs = 15_000

interface ListenOptions {
  /** Requests the stream. */
  connect(signal: AbortSignal): Promise<Response>
  /** Called whenever a connection opens. */
  onOpen(): void
  /** Called whenever an attempt gets no response. */
  onUnanswered(): void
  onEvent(event: ServerEvent): void
  /** The delay (ms) before the first reconnect, doubled on each attempt. */
  pauseMs: number
}

/** Listens until stopped or rejected, reconnecting whenever the stream ends. Returns a function that stops it. */
export function listenToServer({
  connect,
  onOpen,
  onUnanswered,
  onEvent,
  pauseMs,
}: ListenOptions): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  /** Returns whether to reconnect. */
  async function listenOnce(): Promise<boolean> {
    const response = await connect(signal).catch((error: unknown) => {
      if (!signal.aborted) onUnanswered()
      throw error
    })
    if (response.status === 401) return false
    if (!response.ok || !response.body) return true
    failures = 0
    onOpen()
    for await (const event of readServerEvents(response.body)) {
      if (signal.aborted) break
      onEvent(event)
    }
    return true
  }

  async function listen(): Promise<void> {
    // An error means no response or a broken stream.
    while (await listenOnce().catch(() => true)) {
      if (signal.aborted) return
      await pause(Math.min(pauseMs * 2 ** failures, maxPauseMs))
      failures += 1
      if (signal.aborted) return
    }
  }

  void listen()
  return () => stopping.abort()
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
