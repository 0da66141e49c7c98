import type { ServerResponse } from 'node:http'
import { type SeenRequest, type TestServer, json, startServer } from './http-server.ts'

/** The fate of requests between Latchkey and an instance. */
export type Trouble = 'none' | 'reset' | 'html' | 'redirect' | 401 | 403 | 404 | 429 | 500 | 502

export interface Way extends TestServer {
  /** Sets the fate of all requests from now on. */
  trouble: Trouble
}

/** A real server between Latchkey and an instance that simulates a good or bad connection. See `startServer` for `ownToken`. */
export async function startWay(target: string, { ownToken = true } = {}): Promise<Way> {
  const server = await startServer(
    (request, response) => void pass(proxyServer.trouble, target, request, response),
    { ownToken: () => ownToken && proxyServer.trouble === 'none' },
  )
  const proxyServer: Way = Object.assign(server, { trouble: 'none' as Trouble })
  return proxyServer
}

async function pass(
  trouble: Trouble,
  target: string,
  { method, url, headers, body }: SeenRequest,
  response: ServerResponse,
): Promise<void> {
  if (trouble === 'reset') {
    response.socket?.destroy()
  } else if (trouble === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Welcome to the train</title>')
  } else if (trouble === 'redirect') {
    response.writeHead(302, { location: 'http://portal.train.example/login' }).end()
  } else if (trouble !== 'none') {
    // Latchkey waits for a rate limit with a known end, unless it ends too late, like this one.
    const limit = trouble === 429 ? { 'retry-after': '3600' } : {}
    const message = trouble === 404 ? '404 Trouble Not Found' : `${trouble} trouble`
    json(response, trouble, { message }, limit)
  } else {
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: {
        'private-token': String(headers['private-token'] ?? ''),
        ...(body && { 'content-type': String(headers['content-type']) }),
      },
      body: body || undefined,
      redirect: 'manual',
    })
    const passed = ['content-type', 'link', 'x-total', 'x-next-page'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.status, Object.fromEntries(passed))
    response.end(await answer.text())
  }
}
