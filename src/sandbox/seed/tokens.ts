import { formatDate, day, addTime } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Scope, type Token, insertToken } from '../database/tokens.ts'
import { userByUsername } from '../database/users.ts'
import { tokenSecret } from './random.ts'

/** Stores tokens in every state, with unknown secrets. `today` is the start of a day. */
export function seedTokens(db: Database, seed: string, today: Date): void {
  for (const { username, kind, name, age = 60, expiresIn, usedAgo, ...token } of tokens) {
    insertToken(db, tokenSecret(seed, `${kind} ${username} ${name}`), {
      user_id: userByUsername(db, username)!.id,
      kind,
      name,
      ...token,
      created_at: addTime(today, -age * day).toISOString(),
      expires_at: formatDate(addTime(today, expiresIn * day)),
      ...(usedAgo !== undefined && { last_used_at: addTime(today, -usedAgo * day).toISOString() }),
    })
  }
}

interface SeedToken {
  username: string
  kind: Token['kind']
  name: string
  scopes: Scope[]
  /** Days since creation; 60 by default. */
  age?: number
  /** Days until expiry; negative if expired. */
  expiresIn: number
  revoked?: true
  description?: string
  /** Days since the last use; never used if omitted. */
  usedAgo?: number
  last_used_ips?: string[]
}

const impersonationTokens: Omit<SeedToken, 'kind'>[] = [
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

const personalTokens: Omit<SeedToken, 'kind'>[] = [
  {
    username: 'maya.lindqvist',
    name: 'CI deploy preview',
    scopes: ['read_api', 'read_repository', 'read_registry'],
    age: 353,
    expiresIn: 12,
    description: 'Variable PREVIEW_TOKEN of trail-reports.',
    usedAgo: 1,
    last_used_ips: ['198.51.100.40', '198.51.100.41'],
  },
  {
    username: 'maya.lindqvist',
    name: 'glab on laptop',
    scopes: ['api', 'write_repository'],
    age: 90,
    expiresIn: 275,
    usedAgo: 0,
    last_used_ips: ['192.0.2.17'],
  },
  {
    username: 'maya.lindqvist',
    name: 'Tile importer',
    scopes: ['read_api'],
    age: 300,
    expiresIn: 65,
    description: 'One-time import of the old map tiles.',
    usedAgo: 140,
    last_used_ips: ['203.0.113.9'],
  },
  {
    username: 'maya.lindqvist',
    name: 'Workstation backup',
    scopes: [
      'api',
      'read_api',
      'read_user',
      'create_runner',
      'k8s_proxy',
      'read_repository',
      'write_repository',
      'read_registry',
      'write_registry',
    ],
    age: 20,
    expiresIn: 345,
    usedAgo: 5,
    last_used_ips: ['192.0.2.17'],
  },
  {
    username: 'maya.lindqvist',
    name: 'kubectl for staging',
    scopes: ['k8s_proxy'],
    age: 40,
    expiresIn: 50,
    usedAgo: 3,
    last_used_ips: ['192.0.2.17'],
  },
  {
    username: 'maya.lindqvist',
    name: 'Conference demo',
    scopes: ['read_user'],
    age: 130,
    expiresIn: 100,
    revoked: true,
    usedAgo: 120,
  },
  {
    username: 'maya.lindqvist',
    name: 'Changelog script',
    scopes: ['read_api'],
    age: 200,
    expiresIn: -15,
    usedAgo: 16,
  },
  {
    username: 'ines',
    name: 'Nightly user report',
    scopes: ['read_api', 'admin_mode'],
    age: 340,
    expiresIn: 25,
    usedAgo: 0,
    last_used_ips: ['198.51.100.7'],
  },
  {
    username: 'ines',
    name: 'Runner registration',
    scopes: ['create_runner'],
    age: 250,
    expiresIn: 115,
    usedAgo: 200,
  },
  {
    username: 'ines',
    name: 'kubectl for production',
    scopes: ['k8s_proxy'],
    age: 7,
    expiresIn: 83,
  },
  { username: 'ines', name: 'Before the move', scopes: ['api', 'sudo'], age: 360, expiresIn: -40 },
  { username: 'tomasz', name: 'Backup script', scopes: ['api', 'sudo'], age: 100, expiresIn: 265 },
  {
    username: 'deploy-bot',
    name: 'Deploys of atlas',
    scopes: ['api', 'write_repository'],
    expiresIn: 8,
    usedAgo: 0,
  },
  { username: 'project_17_bot_9f2c', name: 'Release notes', scopes: ['api'], expiresIn: 305 },
  { username: 'onerror', name: '<img src=x onerror=alert(1)>', scopes: ['api'], expiresIn: 90 },
]

const tokens: SeedToken[] = [
  ...impersonationTokens.map((token) => ({ ...token, kind: 'impersonation' as const })),
  ...personalTokens.map((token) => ({ ...token, kind: 'personal' as const })),
]
