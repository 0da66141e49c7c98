import type { ServerResponse } from 'node:http'
import { type SeenRequest, type TestServer, json, startServer } from './http-server.ts'

/** What happens to requests between Latchkey and an instance. */
export type ProxyFault = 'none' | 'reset' | 'html' | 'redirect' | 401 | 403 | 404 | 429 | 500 | 502

export interface FaultyProxy extends TestServer {
  /** What happens to all requests from now on. */
  fault: ProxyFault
}

/**
 * A real proxy between Latchkey and an instance that simulates a good or bad connection. See `startServer` for
 * `ownToken`.
 */
export async function startFaultyProxy(
  target: string,
  { ownToken = true } = {},
): Promise<FaultyProxy> {
  const server = await startServer(
    (request, response) => void pass(proxy.fault, target, request, response),
    { ownToken: () => ownToken && proxy.fault === 'none' },
  )
  const proxy: FaultyProxy = Object.assign(server, { fault: 'none' as ProxyFault })
  return proxy
}

async function pass(
  fault: ProxyFault,
  target: string,
  { method, url, headers, body }: SeenRequest,
  response: ServerResponse,
): Promise<void> {
  if (fault === 'reset') {
    response.socket?.destroy()
  } else if (fault === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Welcome to the train</title>')
  } else if (fault === 'redirect') {
    response.writeHead(302, { location: 'http://portal.train.example/login' }).end()
  } else if (fault !== 'none') {
    // Latchkey waits for rate limits whose end is known, unless they end too late, like this one.
    const limit = fault === 429 ? { 'retry-after': '3600' } : {}
    const message = fault === 404 ? '404 Trouble Not Found' : `${fault} fault`
    json(response, fault, { message }, limit)
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
