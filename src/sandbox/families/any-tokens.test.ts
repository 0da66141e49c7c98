import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OtherTokenKind, otherTokenPrefixes } from '../database/other-tokens.ts'
import { otherTokenSecret } from '../seed/other-tokens.ts'
import { tokenSecret } from '../seed/random.ts'
import { deployKeySample, sshKeySamples } from '../seed/ssh-key-samples.ts'
import { type TestSandbox, startTestSandbox } from '../testing/harness.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox({ flavor: 'gitlab' })
})
afterEach(() => sandbox.stop())

const unknown = { status: 404, body: { message: { error: 'Not found' } } }
const identify = (token: string) => sandbox.asAdmin('POST', '/admin/token', { token })
const revoke = (token: string) => sandbox.asAdmin('DELETE', '/admin/token', { token })
const kinds = Object.keys(otherTokenPrefixes) as OtherTokenKind[]

describe('/admin/token', () => {
  it('identifies and revokes personal access tokens and impersonation tokens', async () => {
    for (const purpose of ['CI deploy preview', 'Migration']) {
      const kind = purpose === 'Migration' ? 'impersonation' : 'personal'
      const token = tokenSecret('1', `${kind} maya.lindqvist ${purpose}`)
      const { body } = await identify(token)
      expect(body).toMatchObject({ user_id: 2, name: purpose, revoked: false })
      expect(body).not.toHaveProperty('impersonation')
      expect((await revoke(token)).status).toBe(204)
      expect((await identify(token)).body).toMatchObject({ revoked: true })
    }
  })

  it.each(kinds)('identifies a token of the kind %s', async (kind) => {
    expect((await identify(otherTokenSecret('1', kind))).status).toBe(200)
    expect(await identify(`${otherTokenPrefixes[kind]}unknown`)).toMatchObject(unknown)
  })

  it('shows no more of a token than GitLab does', async () => {
    for (const kind of kinds) {
      const token = otherTokenSecret('1', kind)
      const { body } = await identify(token)
      const isShown = JSON.stringify(body).includes(token)
      expect([kind, isShown]).toEqual([kind, kind === 'feature_flags'])
    }
  })

  it.each([
    ['deploy', { revoked: true }],
    ['cluster_agent', { status: 'revoked' }],
    ['trigger', { expires_at: '2025-07-01T12:00:00.000Z' }],
  ] as const)('revokes a token of the kind %s', async (kind, expected) => {
    const token = otherTokenSecret('1', kind)
    expect((await revoke(token)).status).toBe(204)
    expect((await identify(token)).body).toMatchObject(expected)
  })

  it.each(['feed', 'incoming_email', 'feature_flags', 'session'] as const)(
    'replaces or deletes a token of the kind %s',
    async (kind) => {
      const token = otherTokenSecret('1', kind)
      expect((await revoke(token)).status).toBe(204)
      expect(await identify(token)).toMatchObject(unknown)
    },
  )

  it('doesn’t revoke the token of a job', async () => {
    expect(await revoke(otherTokenSecret('1', 'job'))).toMatchObject({ status: 422 })
  })

  it('replaces the tokens of runners and the secrets of applications', async () => {
    const runner = await sandbox.asAdmin('POST', '/user/runners', { runner_type: 'instance_type' })
    const application = await sandbox.asAdmin('POST', '/applications', {
      name: 'Wiki',
      redirect_uri: 'http://127.0.0.1/',
      scopes: 'api',
    })
    const { token } = runner.body as { token: string }
    const { secret } = application.body as { secret: string }
    expect((await identify(token)).body).toMatchObject({ runner_type: 'instance_type' })
    expect((await identify(secret)).body).toMatchObject({ application_name: 'Wiki' })
    for (const text of [token, secret]) {
      expect((await revoke(text)).status).toBe(204)
      expect(await identify(text)).toMatchObject(unknown)
    }
    expect((await sandbox.asAdmin('GET', '/applications')).body).toHaveLength(1)
  })

  it('answers 422 to other tokens, and 403 to users', async () => {
    expect(await identify('hunter2-hunter2')).toMatchObject({
      status: 422,
      body: { message: 'Token type not supported.' },
    })
    const body = { token: otherTokenSecret('1', 'deploy') }
    expect((await sandbox.asUser('POST', '/admin/token', body)).status).toBe(403)
    expect((await sandbox.asUser('DELETE', '/admin/token', body)).status).toBe(403)
  })
})

describe('GET /keys', () => {
  const find = (fingerprint: string) =>
    sandbox.asAdmin('GET', `/keys?fingerprint=${encodeURIComponent(fingerprint)}`)
  const fingerprints = (line: string) => {
    const blob = Buffer.from(line.split(' ')[1]!, 'base64')
    return {
      sha256: `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`,
      md5: hash('md5', blob).match(/../g)!.join(':'),
    }
  }

  it('finds a key by both fingerprints, with its user', async () => {
    const { sha256, md5 } = fingerprints(sshKeySamples.ed25519)
    const { body } = await find(sha256)
    expect(body).toMatchObject({
      title: 'Work laptop',
      user: { id: 2, username: 'maya.lindqvist' },
    })
    expect(body).not.toHaveProperty('deploy_keys_projects')
    expect((await find(md5)).body).toEqual(body)
  })

  it('finds a deploy key, with its projects', async () => {
    expect((await find(fingerprints(deployKeySample).sha256)).body).toMatchObject({
      title: 'Preview server',
      deploy_keys_projects: [{ project_id: 17, can_push: true }, { project_id: 3 }],
    })
  })

  it('answers 404 to an unknown key, 400 to anything else, and 403 to users', async () => {
    expect(await find(`SHA256:${'a'.repeat(43)}`)).toMatchObject({
      status: 404,
      body: { message: '404 Key Not Found' },
    })
    expect((await find('nonsense')).status).toBe(400)
    expect((await sandbox.asUser('GET', '/keys?fingerprint=x')).status).toBe(403)
  })
})

it('doesn’t have what the version or a flag leaves out', async () => {
  const statuses = async (options: object) => {
    const other = await startTestSandbox({ flavor: 'gitlab', ...options })
    const body = { token: otherTokenSecret('1', 'job') }
    const answers = [
      await other.asAdmin('POST', '/admin/token', body),
      await other.asAdmin('DELETE', '/admin/token', body),
      await other.asAdmin('GET', '/keys?fingerprint=x'),
    ]
    await other.stop()
    return answers.map(({ status }) => status)
  }
  expect(await statuses({ version: '16.4' })).toEqual([404, 404, 400])
  expect(await statuses({ version: '17' })).toEqual([200, 405, 400])
  expect(await statuses({ version: '18' })).toEqual([200, 422, 400])
  expect(await statuses({ hasLookup: false })).toEqual([404, 404, 404])
})
