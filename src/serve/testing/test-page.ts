import type { BrowserHost } from '../server.ts'

/** A signed-in page without a browser. */
export interface TestPage {
  origin: string
  /** Its authentication headers. */
  headers: Record<string, string>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Opens the event stream. */
  events(): Promise<ReadableStreamDefaultReader<string>>
}

/** Opens a page with its own key. */
export async function openTestPage(host: BrowserHost): Promise<TestPage> {
  const { origin } = host
  const headers = await enter(host.oneTimeUrl().url)
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

/** Uses the key in a URL and returns the page's authentication headers. */
export async function enter(url: string): Promise<Record<string, string>> {
  const { origin, hash } = new URL(url)
  const answer = await postJson(`${origin}/enter`, { key: hash.slice('#key='.length) })
  const { secret } = (await answer.json()) as { secret: string }
  return { authorization: `Bearer ${secret}` }
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
