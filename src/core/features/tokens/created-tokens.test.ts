import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/start.ts'
import { type FailureError, formatFailure } from '../../platform/failure.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { signedIn } from '../keys/ssh/testing/account-service.ts'
import { failureOf } from '../../gitlab/testing/client.ts'
import { dateIn } from '../../testing/dates.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { CreatedTokens, CreatedTokensFile } from './created-tokens.ts'

let folder: string
beforeAll(() => vi.setSystemTime('2026-05-04T09:00:00Z'))
afterAll(() => vi.useRealTimers())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-tokens-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const cluster = { name: 'cluster', scopes: ['k8s_proxy' as const] }

function tokens(path = join(folder, 'created-tokens.json')): CreatedTokens {
  const file = jsonFile(path, CreatedTokensFile, () => undefined)
  return new CreatedTokens({ fileOf: () => file, now: currentTime })
}

describe.each(['interface', 'gitlab'] as const)('on the %s flavor', (flavor) => {
  let sandbox: Sandbox
  let gitlab: GitLabClient
  beforeAll(async () => {
    sandbox = await startSandbox({ users: 0, flavor })
    gitlab = await signedIn(sandbox.url, sandbox.tokens.user)
  })
  afterAll(() => sandbox.stop())

  it('creates and remembers a token, returns its secret once and stores it nowhere', async () => {
    const first = await tokens().createLimited(gitlab, {
      ...cluster,
      description: 'For kubectl',
      expires_at: dateIn(10),
    })
    expect(first).toMatchObject({ name: 'cluster', scopes: ['k8s_proxy'], active: true })
    expect(first.token).toMatch(/^\S{20,}$/)
    const second = await tokens().createLimited(gitlab, { ...cluster, name: 'today' })
    const list = tokens().list(gitlab.account)
    expect(list).toEqual([
      expect.objectContaining({ id: second.id, name: 'today', expires_at: dateIn(1) }),
      {
        id: first.id,
        name: 'cluster',
        // The document knows no description, so its flavor answers without one.
        ...(flavor === 'gitlab' && { description: 'For kubectl' }),
        scopes: ['k8s_proxy'],
        expires_at: dateIn(10),
        created_at: first.created_at,
      },
    ])
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8')
      expect(text).not.toContain(first.token)
      expect(text).not.toContain(second.token)
    }
    expect(tokens().forgetEntry(gitlab.account, second.id!)).toHaveLength(1)
  })

  it('shows the reason of the service for a date too far away', async () => {
    const failure = await failureOf(
      tokens().createLimited(gitlab, { ...cluster, expires_at: dateIn(3000) }),
    )
    expect(failure).toMatchObject({ kind: 'invalid', message: expect.stringContaining('before') })
    expect(tokens().list(gitlab.account)).toEqual([])
  })
})

it('creates a token that may rotate itself where GitLab has that scope', async () => {
  for (const [version, kind] of [
    ['18', 'invalid'],
    ['19', undefined],
  ] as const) {
    const sandbox = await startSandbox({ users: 0, flavor: 'gitlab', version })
    const gitlab = await signedIn(sandbox.url, sandbox.tokens.user)
    const wish = { name: 'cluster', scopes: ['k8s_proxy' as const, 'self_rotate' as const] }
    const failure = await tokens()
      .createLimited(gitlab, wish)
      .then(
        () => undefined,
        (error: unknown) => (error as FailureError).failure,
      )
    expect(failure?.kind).toBe(kind)
    expect(Object.keys(failure?.fields ?? {})).toEqual(kind ? ['scopes'] : [])
    if (!kind)
      expect(tokens().list(gitlab.account)[0]!.scopes).toEqual(['k8s_proxy', 'self_rotate'])
    await sandbox.stop()
  }
})

describe('a creation', () => {
  async function creating(input: { name: string; expires_at?: string }, created?: unknown) {
    let posts = 0
    const server = await startServer((request, response) => {
      if (request.method === 'GET') {
        return json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      }
      posts += 1
      if (created) json(response, 201, created)
      else response.destroy()
    })
    const gitlab = await signedIn(server.url)
    const path = created ? join(folder, 'no-such-folder', 'file.json') : undefined
    const creation = tokens(path).createLimited(gitlab, { ...cluster, ...input })
    const result = await creation.catch(() => undefined)
    await server.stop()
    return { creation, result, posts }
  }

  it.each([-400, -1, 0])('with a date in the past (%i) is refused here', async (days) => {
    const { creation, posts } = await creating({ name: 'x', expires_at: dateIn(days) })
    expect(formatFailure(await failureOf(creation))).toMatchObject({
      kind: 'invalid',
      fields: { expires_at: ['must be later than today'] },
    })
    expect(posts).toBe(0)
  })

  it('whose answer was lost is reported and not repeated', async () => {
    const { creation, posts } = await creating({ name: 'cluster' })
    expect(await failureOf(creation)).toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringContaining('“cluster”'),
      hint: expect.stringContaining('revoke'),
    })
    expect(posts).toBe(1)
  })

  it('returns the secret even if the token cannot be remembered', async () => {
    const { result } = await creating(
      { name: 'x' },
      { id: 9, name: 'x', scopes: ['k8s_proxy'], token: 'glpat-told-once' },
    )
    expect(result).toMatchObject({ token: 'glpat-told-once' })
  })
})
