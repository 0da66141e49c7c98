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
import { type Edition, type Version, defaultVersion } from './features.ts'
import { createRateLimits } from './rate-limits.ts'
import { createRelease } from './release.ts'
import { type SeedSize, type SeedTokens, seedDatabase, seedOf, tokensOf } from './seed/seed.ts'

export interface SandboxOptions {
  /** 0, the default, picks a free port. */
  port?: number
  /** The data folder, or `:memory:`, the default. */
  data?: string
  /** Number of users to create, in addition to a few dozen hand-written ones. Only for an empty data folder. */
  users?: number
  /** Number of tokens to create, in addition to a few dozen hand-written ones. Only for an empty data folder. */
  crowdTokens?: number
  /** Seed for all sample data and the tokens. Only for an empty data folder. */
  seed?: string | number
  flavor?: FlavorName
  /** The Enterprise Edition by default. */
  edition?: Edition
  /** 19 by default. */
  version?: Version
  /** Simulates Admin Mode: administrators' tokens also need the scope `admin_mode`. */
  adminMode?: boolean
  /** Requires an expiry date for tokens. True by default. */
  tokensExpire?: boolean
  /**
   * Whether flavor `gitlab` lists, rotates, and revokes personal access tokens by ID and has group and project members.
   * True by default.
   */
  hasTokenList?: boolean
  /** Whether flavor `gitlab` finds tokens by themselves and SSH keys by their fingerprint. True by default. */
  hasLookup?: boolean
  /** Whether flavor `gitlab` has pipeline schedules and lists runners. True by default. */
  hasPipelines?: boolean
  /** How long (s) OAuth access tokens last. 7200 by default. */
  oauthLifetime?: number
  /** Whether administrators can't authorize OAuth applications that have the scope `api` or similar ones. */
  disableAdminOAuthScopes?: boolean
  /** Whether only fine-grained personal access tokens can be created. */
  enforceFineGrainedTokens?: boolean
  /** Whether OAuth supports devices without a browser. True by default, but not in version 16.4. */
  hasDeviceFlow?: boolean
  /** Whether users can manage their own OAuth applications. True by default, but only in version 19. */
  userApplications?: boolean
  /** The path of the base URL, such as `/gitlab`. */
  relativeUrlRoot?: string
  /** How long (ms) a deletion takes. Defaults to the next full minute. */
  deletionMs?: number
  /** Enforces rate limits with 429 responses. */
  rateLimits?: boolean
  /** Faults to inject in tests. */
  faults?: readonly FaultRule[]
  now?: Clock
  /** Receives every email that a real instance would send. */
  mail?: (message: Mail) => void
  /** Receives every error that leads to a 500 response. */
  report?: (error: unknown) => void
}

/** A running sandbox. */
export interface Sandbox {
  /** Base URL without a trailing slash and without `/api/v4`. */
  url: string
  tokens: SeedTokens
  /** Number of users at startup. */
  users: number
  /** Stops the sandbox. Data in a folder is kept. */
  stop(): Promise<void>
}

/** Starts the sandbox on 127.0.0.1. Throws an error with a readable message if it can't. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { data = ':memory:', flavor = 'interface', now = systemClock } = options
  const { edition = 'ee', version = defaultVersion, deletionMs } = options
  const root = options.relativeUrlRoot ?? ''
  const withFaults = createFaults(options.faults ?? [], root)
  const db = openDatabase(data)
  try {
    const { seed = 1, users = 200, crowdTokens: tokens } = options
    seedIfEmpty(db, { seed: String(seed), users, tokens }, now)
    // Node's default header limit would reject long URLs before we can name the problem. Node also closes idle
    // connections after five seconds, possibly while a busy client is sending its next request.
    const server = createServer({ maxHeaderSize: 65_536, keepAliveTimeout: 0 })
    const url = `${await listen(server, options.port ?? 0)}${root}`
    const app = createApp({
      db,
      now,
      url,
      flavor: flavors[flavor],
      release: createRelease({ edition, version, flavor }),
      adminMode: options.adminMode ?? false,
      tokensExpire: options.tokensExpire ?? true,
      hasTokenList: options.hasTokenList ?? true,
      hasLookup: options.hasLookup ?? true,
      hasPipelines: options.hasPipelines ?? true,
      oauthLifetime: options.oauthLifetime ?? 7200,
      disableAdminOAuthScopes: options.disableAdminOAuthScopes ?? false,
      enforceFineGrainedTokens: options.enforceFineGrainedTokens ?? false,
      hasDeviceFlow: options.hasDeviceFlow ?? true,
      userApplications: options.userApplications ?? true,
      ...(deletionMs === undefined ? {} : { deletionMs }),
      ...(options.rateLimits ? { rateLimits: createRateLimits({ db, now }) } : {}),
      mail: options.mail ?? (() => undefined),
      report: options.report ?? (() => undefined),
    })
    const fetch = withFaults((request, env) => app.fetch(request, env))
    // The server speaks HTTP/1 only.
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

/** In one transaction, so an interrupted start leaves an empty database. */
function seedIfEmpty(db: Database, size: SeedSize, now: Clock): void {
  db.transaction(() => {
    if (prepareSchema(db)) seedDatabase(db, size, now)
  })
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is already in use. Choose another one, or 0 for any free port.`, {
      cause: error,
    })
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** How long (ms) pending requests may take to finish. */
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
