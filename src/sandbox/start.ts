import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Mail } from './context.ts'
import { type Database, openDatabase } from './database/database.ts'
import { prepareSchema } from './database/schema.ts'
import { type FaultRule, createFaults } from './faults.ts'
import { type FlavorName, flavors } from './flavors.ts'
import type { Edition, Version } from './features.ts'
import { createRateLimits } from './rate-limits.ts'
import { createRelease } from './release.ts'
import { type SeedTokens, seedDatabase, seedOf, tokensOf } from './seed/seed.ts'

export interface SandboxOptions {
  /** 0, the default, takes any free one. */
  port?: number
  /** A folder to keep everything in, or `:memory:`, the default. */
  data?: string
  /** How many people to invent; a few dozen are always there. Counts only where the data is empty. */
  users?: number
  /** Decides what is invented, the tokens too. Counts only where the data is empty. */
  seed?: string | number
  flavor?: FlavorName
  /** The Enterprise Edition unless told. */
  edition?: Edition
  /** 18 unless told. */
  version?: Version
  /** An administrator's token needs the scope `admin_mode` as well, as on instances with Admin Mode. */
  adminMode?: boolean
  /** Tokens have to expire, unless this is false. */
  tokensExpire?: boolean
  /** Flavor `gitlab` lists personal access tokens, rotates and revokes them by ID, and has members of groups and projects, unless this is false. */
  hasTokenList?: boolean
  /** Milliseconds that a deletion takes; unless told, it happens in the next minute. */
  deletionMs?: number
  /** Refuses too many requests with 429. */
  rateLimits?: boolean
  /** What is to go wrong, for tests. */
  faults?: readonly FaultRule[]
  now?: Clock
  /** Gets every mail that a real service would send. */
  mail?: (message: Mail) => void
  /** Gets every error that was answered with 500. */
  report?: (error: unknown) => void
}

/** A running sandbox. */
export interface Sandbox {
  /** Address of the instance, without a trailing slash and without `/api/v4`. */
  url: string
  tokens: SeedTokens
  /** How many people there were at the start. */
  users: number
  /** Ends it; what was answered is kept where a folder was given. */
  stop(): Promise<void>
}

/** Starts the accounts service on 127.0.0.1. Throws with a sentence for a person when it cannot. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { data = ':memory:', flavor = 'interface', now = systemClock } = options
  const { edition = 'ee', version = '18', deletionMs } = options
  const withFaults = createFaults(options.faults ?? [])
  const db = openDatabase(data)
  try {
    seedIfEmpty(db, String(options.seed ?? 1), options.users ?? 200, now)
    // Node's own limit is so low that addresses which are too long would not get as far as to be told so.
    // Node closes idle connections after five seconds, maybe just when a busy client sends its next request.
    const server = createServer({ maxHeaderSize: 65_536, keepAliveTimeout: 0 })
    const url = await listen(server, options.port ?? 0)
    const app = createApp({
      db,
      now,
      url,
      flavor: flavors[flavor],
      release: createRelease({ edition, version, flavor }),
      adminMode: options.adminMode ?? false,
      tokensExpire: options.tokensExpire ?? true,
      hasTokenList: options.hasTokenList ?? true,
      ...(deletionMs === undefined ? {} : { deletionMs }),
      ...(options.rateLimits ? { rateLimits: createRateLimits({ db, now }) } : {}),
      mail: options.mail ?? (() => undefined),
      report: options.report ?? (() => undefined),
    })
    const fetch = withFaults((request, env) => app.fetch(request, env))
    // The server speaks HTTP/1 alone.
    server.on(
      'request',
      getRequestListener((request, env) => fetch(request, env as HttpBindings)),
    )
    return {
      url,
      tokens: tokensOf(seedOf(db)),
      users: db.count('FROM users'),
      stop: stopOnce(server, db),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** All of it or nothing, so that an interrupted start leaves an empty database. */
function seedIfEmpty(db: Database, seed: string, users: number, now: Clock): void {
  db.transaction(() => {
    if (prepareSchema(db)) seedDatabase(db, seed, users, now)
  })
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${port} is taken on this machine. Choose another one, or 0 for any that is free.`,
      { cause: error },
    )
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Milliseconds for requests under way to end by themselves. */
const shutdownGrace = 500

function stopOnce(server: Server, db: Database): () => Promise<void> {
  let stopping: Promise<void> | undefined
  return () => (stopping ??= stop(server, db))
}

async function stop(server: Server, db: Database): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const forceClose = setTimeout(() => server.closeAllConnections(), shutdownGrace)
  await closed
  clearTimeout(forceClose)
  db.close()
}
