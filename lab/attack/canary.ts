import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sendRequests } from './groups.ts'

/**
 * Sends the requests to a server that accepts everyone and leaks its secret. Returns the number of requests, and how
 * many were recognized as successful attacks. If these differ, no other result can be trusted.
 */
export async function countDetectedAttacks(
  count?: number,
): Promise<{ sent: number; detected: number }> {
  const secret = 'a-secret-of-the-server-that-lets-in'
  const body = `{"ok":true,"value":"${secret}"}`
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = { port, tab: 'a'.repeat(43), usedKey: 'b'.repeat(43), otherTab: 'c', account: 'd' }
  try {
    const secrets = new Map([[secret, 'its secret']])
    const { attacks, findings } = await sendRequests(target, secrets, count)
    return { sent: attacks, detected: findings.length }
  } finally {
    server.close()
  }
}
