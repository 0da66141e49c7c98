import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import type { PersonalAccessToken } from '../../../../shared/gitlab/tokens.ts'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type { Envelope } from '../../../../shared/rules/failure.ts'
import {
  type Loss,
  type LossyProxy,
  pageOf,
  refusalOf,
  startLossyProxy,
} from '../../../gitlab/create-recovery/testing/lossy-proxy.ts'
import type { Ports } from '../../../ports.ts'
import { dateIn } from '../../../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'

/** Everything that may happen to a rotation's request and response, before or after it takes effect. */
export const faults: Record<string, Loss> = {
  'nothing happens': 'none',
  'the connection breaks before': 'reset-before',
  'the connection breaks after': 'reset-after',
  'it arrives after its sender gave up': 'late',
  'the answer breaks off': 'truncated',
  'a page comes in place of the answer': 'html',
  ...Object.fromEntries(
    ([true, undefined] as const).flatMap((isEarly) => {
      const when = isEarly ? 'before' : 'after'
      return [
        ...[500, 502, 503, 504].map((status) => [`a page with ${status} ${when}`, pageOf(status)]),
        ...[400, 401, 403, 404, 405, 409, 422].map((status) => [
          `a refusal with ${status} ${when}`,
          refusalOf(status, { message: `${status} Not Found` }),
        ]),
        [`a login page ${when}`, pageOf(302)],
        [`no secret in the answer ${when}`, refusalOf(200, { id: 1, name: 'x' })],
        [`nothing in the answer ${when}`, refusalOf(200, {})],
        [`another status ${when}`, refusalOf(202, { message: 'Accepted' })],
      ].map(([name, loss]) => [name, { ...(loss as object), isEarly }])
    }),
  ),
  'a limit of requests': { ...refusalOf(429, { message: 'Retry later' }), isEarly: true },
}

export interface RotationStage {
  sandbox: Sandbox
  way: LossyProxy
  latchkey: TestLatchkey
  me: Account
  /** Creates a token on the account, other than the one Latchkey is signed in with. */
  createToken(name: string): Promise<{ id: number; token: string }>
  rotate(id: number, uses?: readonly string[]): Promise<Envelope>
  /** A user's tokens with a name; the account's by default. */
  tokensNamed(name: string, userId?: number): Promise<PersonalAccessToken[]>
  /** How many times a token's rotation was requested. */
  rotationsOf(id: number): number
  works(secret: string): Promise<boolean>
  stop(): Promise<void>
}

/** Latchkey, signed in to a sandbox over a connection that loses responses. */
export async function startRotationStage(ports: Partial<Ports> = {}): Promise<RotationStage> {
  const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  const way = await startLossyProxy(sandbox.url, { ownToken: false })
  const latchkey = createTestLatchkey(ports)
  const me = await latchkey.signIn(way.url, sandbox.tokens.user)
  const ask = (token: string, method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    sandbox,
    way,
    latchkey,
    me,
    async createToken(name) {
      const body = { name, scopes: ['read_api', 'read_user'], expires_at: dateIn(20) }
      const url = `/users/${me.user.id}/personal_access_tokens`
      const answer = await ask(sandbox.tokens.admin, 'POST', url, body)
      return (await answer.json()) as { id: number; token: string }
    },
    rotate: (id, uses = []) =>
      latchkey.invoke('ownTokens.rotate', { id, expires_at: dateIn(90), uses }, me.id),
    async tokensNamed(name, userId = me.user.id) {
      const search = encodeURIComponent(name)
      const url = `/personal_access_tokens?user_id=${userId}&per_page=100&search=${search}`
      const answer = await ask(sandbox.tokens.admin, 'GET', url)
      const tokens = (await answer.json()) as PersonalAccessToken[]
      return tokens.filter((token) => token.name === name)
    },
    rotationsOf: (id) =>
      way.requests.filter(({ url }) => url.endsWith(`/personal_access_tokens/${id}/rotate`)).length,
    works: async (secret) => (await ask(secret, 'GET', '/user')).status === 200,
    async stop() {
      await latchkey.close()
      await way.stop()
      await sandbox.stop()
    },
  }
}
