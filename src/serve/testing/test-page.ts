import type { BrowserHost } from '../server.ts'

/** A page that was let in, without a browser. */
export interface TestPage {
  origin: string
  /** The headers by which the host knows it. */
  headers: Record<string, string>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Listens to events. */
  events(): Promise<ReadableStreamDefaultReader<string>>
}

/** Opens a page with a key of its own. */
export async function openTestPage(host: BrowserHost): Promise<TestPage> {
  const { origin, hash } = new URL(host.url)
  const key = hash.slice('#key='.length)
  const entered = await postJson(`${origin}/enter`, { key })
  const headers = { cookie: entered.headers.get('set-cookie')!.split(';')[0]! }
  return {
    origin,
    headers,
    post: (path, body, more = {}) => postJson(origin + path, body, { ...headers, ...more }),
    async events() {
      const { body } = await fetch(`${origin}/events`, { headers })
      return body!.pipeThrough(new TextDecoderStream()).getReader()
    },
  }
}

/** Sends JSON, as the page does. */
export function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
