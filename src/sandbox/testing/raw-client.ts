import { Agent, request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'

/** A raw request. Unlike with `fetch`, its path isn't normalized. */
export interface RawRequest {
  method: string
  /** Relative to the instance's root. */
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array
}

export interface RawAnswer {
  status: number
  type: string
  text: string
}

export interface RawClient {
  send(request: RawRequest): Promise<RawAnswer>
  end(): void
}

/** Uses keep-alive connections, which is twice as fast as `fetch`. */
export function createRawClient(url: string): RawClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  return {
    send: ({ method, path, headers, body = '' }) =>
      new Promise((resolve, reject) => {
        // Node sends a Content-Length with DELETE only if set explicitly.
        const headersWithLength = { 'content-length': Buffer.byteLength(body), ...headers }
        const sent = request(
          url,
          { method, path, headers: headersWithLength, agent },
          (response) => {
            let text = ''
            response.setEncoding('utf8')
            response.on('data', (chunk: string) => (text += chunk))
            response.on('error', reject)
            response.on('end', () =>
              resolve({
                status: response.statusCode!,
                type: response.headers['content-type'] ?? '',
                text,
              }),
            )
          },
        )
        sent.on('error', reject)
        sent.end(body)
      }),
    end: () => agent.destroy(),
  }
}
