import type { Context } from '../context.ts'
import { openDatabase } from '../database/database.ts'
import { prepareSchema } from '../database/schema.ts'
import { flavors } from '../flavors.ts'
import { createRelease } from '../release.ts'
import { seedDatabase } from '../seed/seed.ts'
import { noon } from './harness.ts'

/** An in-memory sandbox's context with seeded users, at noon and without a server. */
export function seededContext(seed: string, users = 0): Context {
  const db = openDatabase(':memory:')
  prepareSchema(db)
  seedDatabase(db, { seed, users }, () => noon)
  return {
    db,
    now: () => noon,
    flavor: flavors.interface,
    release: createRelease({ edition: 'ee', version: '18', flavor: 'interface' }),
    url: 'http://sandbox.test',
    adminMode: false,
    tokensExpire: true,
    hasTokenList: true,
    hasLookup: true,
    hasPipelines: true,
    oauthLifetime: 7200,
    disableAdminOAuthScopes: false,
    enforceFineGrainedTokens: false,
    hasDeviceFlow: true,
    userApplications: true,
    mail: () => undefined,
    report: () => undefined,
  }
}
