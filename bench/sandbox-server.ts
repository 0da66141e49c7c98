// One of the two servers of bench/sandbox.ts, in a separate process.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { startSandbox } from '../src/sandbox/start.ts'
import type { Page } from './sandbox.ts'

const [kind, users] = process.argv.slice(2)

async function servePrecomputed(): Promise<{ url: string; token: string }> {
  const [pages] = (await once(process, 'message')) as [Page[]]
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const app = new Hono()
  app.get('*', (c) => {
    const { pathname, search } = new URL(c.req.url)
    const page = byPath.get(pathname + search)!
    return c.body(page.body, 200, {
      'content-type': 'application/json',
      ...(page.link && { link: page.link }),
    })
  })
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '' }
}

async function serveSandbox(): Promise<{ url: string; token: string }> {
  const { url, tokens } = await startSandbox({ users: Number(users) })
  return { url, token: tokens.admin }
}

process.send!(kind === 'floor' ? await servePrecomputed() : await serveSandbox())
