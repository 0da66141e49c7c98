import { formatDate, day, addTime } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Scope, insertToken } from '../database/tokens.ts'
import { userByUsername } from '../database/users.ts'
import { tokenSecret } from './random.ts'

/** Stores impersonation tokens in all their states; nobody knows their secrets. `today` is the start of a day. */
export function seedImpersonationTokens(db: Database, seed: string, today: Date): void {
  for (const { username, name, expiresIn, usedAgo, ...token } of tokens) {
    insertToken(db, tokenSecret(seed, `impersonation ${username} ${name}`), {
      user_id: userByUsername(db, username)!.id,
      kind: 'impersonation',
      name,
      ...token,
      created_at: addTime(today, -60 * day).toISOString(),
      expires_at: formatDate(addTime(today, expiresIn * day)),
      ...(usedAgo !== undefined && { last_used_at: addTime(today, -usedAgo * day).toISOString() }),
    })
  }
}

interface SeedToken {
  username: string
  name: string
  scopes: Scope[]
  /** Days, less than none where it has expired. */
  expiresIn: number
  revoked?: true
  description?: string
  /** Days since it was used last; never where it is left out. */
  usedAgo?: number
  last_used_ips?: string[]
}

const tokens: SeedToken[] = [
  {
    username: 'maya.lindqvist',
    name: 'Migration',
    scopes: ['api'],
    expiresIn: 120,
    description: 'Moves her sketches to the new group.',
    usedAgo: 2,
    last_used_ips: ['192.0.2.17', '2001:db8::17'],
  },
  { username: 'maya.lindqvist', name: 'Support case 4711', scopes: ['read_user'], expiresIn: 3 },
  { username: 'maya.lindqvist', name: 'Audit of spring', scopes: ['read_user'], expiresIn: -20 },
  {
    username: 'maya.lindqvist',
    name: '<b>pasted in the chat</b>',
    scopes: ['api', 'read_user'],
    expiresIn: 200,
    revoked: true,
  },
  { username: 'deploy-bot', name: 'Release train', scopes: ['api'], expiresIn: 30 },
]
