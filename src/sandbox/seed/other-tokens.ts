import { createHmac } from 'node:crypto'
import { day, addTime } from '../clock.ts'
import type { Database } from '../database/database.ts'
import {
  type OtherTokenKind,
  insertOtherToken,
  otherTokenPrefixes,
} from '../database/other-tokens.ts'
import { insertDeployKey } from '../database/ssh-keys.ts'
import { userByUsername } from '../database/users.ts'
import { readSshPublicKey } from '../ssh-public-key.ts'
import { deployKeySample } from './ssh-key-samples.ts'

/** The token of a kind. The same seed yields the same token. */
export function otherTokenSecret(seed: string, kind: OtherTokenKind): string {
  const random = createHmac('sha256', seed).update(`${kind} token`).digest('base64url')
  return otherTokenPrefixes[kind] + random.slice(0, 24)
}

/** Stores one token of each kind that only `/admin/token` reads, and a deploy key. `today` is the start of a day. */
export function seedOtherTokens(db: Database, seed: string, today: Date): void {
  const ago = (days: number) => addTime(today, -days * day).toISOString()
  const maya = userByUsername(db, 'maya.lindqvist')!.id
  const views: Record<OtherTokenKind, object> = {
    deploy: {
      id: 1,
      name: 'Registry mirror',
      username: 'gitlab+deploy-token-1',
      expires_at: addTime(today, 90 * day).toISOString(),
      scopes: ['read_repository', 'read_registry'],
    },
    feed: {},
    incoming_email: {},
    cluster_agent: {
      id: 1,
      name: 'staging',
      description: 'Deploys the map tiles.',
      agent_id: 4,
      created_at: ago(120),
      last_used_at: ago(0),
      created_by_user_id: maya,
    },
    trigger: {
      id: 1,
      description: 'Nightly tiles',
      created_at: ago(300),
      updated_at: ago(300),
      last_used: ago(1),
    },
    job: {
      id: 4711,
      name: 'deploy-preview',
      created_at: ago(0),
      pipeline: { id: 905, project_id: 17 },
    },
    feature_flags: {},
    session: {},
  }
  for (const [kind, view] of Object.entries(views) as [OtherTokenKind, object][]) {
    const isOfNobody = kind === 'deploy' || kind === 'feature_flags'
    const token = { kind, user_id: isOfNobody ? null : maya, view }
    insertOtherToken(db, otherTokenSecret(seed, kind), token)
  }
  const { stored, key } = readSshPublicKey(deployKeySample)
  const projects = [
    { project_id: 17, can_push: true },
    { project_id: 3, can_push: false },
  ]
  insertDeployKey(
    db,
    { user_id: maya, title: 'Preview server', key: stored, created_at: ago(200), projects },
    key!,
  )
}
