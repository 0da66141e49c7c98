import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { noon, startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const unknown = { status: 404, body: { message: '404 User Not Found' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const preconditionFailed = { status: 412, body: { message: '412 Precondition Failed' } }

let sandbox: TestSandbox
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  sandbox.ask(method, path, { token: sandbox.tokens.admin, headers })
const idOf = async (username: string) =>
  ((await ask('GET', `/users?username=${username}`)).body as { id: number }[])[0]!.id
const nextMinute = () => {
  sandbox.clock.now = new Date(sandbox.clock.now.getTime() + 60_000)
}

describe.each<FlavorName>(['interface', 'gitlab'])('deleting users in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  describe('DELETE /users/:id', () => {
    it("revokes the user's tokens", async () => {
      await ask('DELETE', '/users/2?hard_delete=true')
      expect((await sandbox.asUser('GET', '/user')).status).toBe(flavor === 'gitlab' ? 403 : 200)
      nextMinute()
      expect((await sandbox.asUser('GET', '/user')).status).toBe(401)
    })

    it('blocks the user before a hard deletion in flavor gitlab only', async () => {
      const stateOf = async (id: number) =>
        ((await ask('GET', `/users/${id}`)).body as { state: string }).state
      const blocked = flavor === 'gitlab' ? 'blocked' : undefined
      const [soft, hard, banned] = [
        await idOf('visitor-co'),
        await idOf('x'),
        await idOf('bulk_seller'),
      ]
      await ask('DELETE', `/users/${soft}`)
      expect(await stateOf(soft)).toBe('active')
      for (const id of [hard, banned]) await ask('DELETE', `/users/${id}?hard_delete=true`)
      expect(await stateOf(hard)).toBe(blocked ?? 'active')
      // This state doesn't allow `block`.
      expect(await stateOf(banned)).toBe('banned')
      nextMinute()
      for (const id of [soft, hard, banned]) {
        expect(await ask('GET', `/users/${id}`)).toMatchObject(unknown)
      }
    })
  })
})

describe('deleting users', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  describe('DELETE /users/:id', () => {
    it('deletes the user and their data after a delay', async () => {
      const id = await idOf('visitor-co')
      expect(await ask('DELETE', `/users/${id}`)).toMatchObject({ status: 204, body: undefined })
      expect((await ask('GET', `/users/${id}`)).status).toBe(200)
      expect((await ask('DELETE', `/users/${id}`)).status).toBe(204)
      nextMinute()
      expect(await ask('GET', `/users/${id}`)).toMatchObject(unknown)
      expect(await ask('DELETE', `/users/${id}`)).toMatchObject(unknown)
      expect((await ask('GET', '/users?username=visitor-co')).body).toEqual([])
    })

    it('reads parameters from a valid body too', async () => {
      const remove = (body: BodyInit, type = 'application/json') =>
        fetch(`${sandbox.url}/api/v4/users/2`, {
          method: 'DELETE',
          headers: { 'private-token': sandbox.tokens.admin, 'content-type': type },
          body,
        })
      expect((await remove('{}')).status).toBe(409)
      expect((await remove('{"hard_delete": fal')).status).toBe(400)
      expect((await remove('x', 'text/plain')).status).toBe(415)
      expect((await remove('{"hard_delete": {"toString": 1}}')).status).toBe(400)
      expect((await remove('{"hard_delete": true}')).status).toBe(204)
    })

    it('rejects deletions that leave a group without owners unless the group may be deleted too', async () => {
      expect(await ask('DELETE', '/users/2')).toMatchObject({
        status: 409,
        body: { message: 'User cannot be removed while is the sole-owner of a group' },
      })
      nextMinute()
      expect((await ask('GET', '/users/2')).status).toBe(200)
      expect((await ask('DELETE', '/users/2?hard_delete=true')).status).toBe(204)
      nextMinute()
      expect(await ask('GET', '/users/2')).toMatchObject(unknown)
    })

    it('moves contributions to the ghost user unless it is a hard deletion', async () => {
      const ghost = await idOf('ghost')
      const contributions = async () =>
        (await ask('GET', `/users/${ghost}/associations_count`)).body as { issues_count: number }
      const before = await contributions()
      await ask('DELETE', '/users/2?hard_delete=true')
      nextMinute()
      expect(await contributions()).toEqual(before)
      const leaving = await idOf('visitor-co')
      const own = (await ask('GET', `/users/${leaving}/associations_count`)).body as typeof before
      await ask('DELETE', `/users/${leaving}`)
      nextMinute()
      expect((await contributions()).issues_count).toBe(before.issues_count + own.issues_count)
    })

    it('returns 412 when the user changed since If-Unmodified-Since', async () => {
      const id = await idOf('x')
      const { body } = await ask('GET', `/users?username=x`)
      expect(body).toHaveLength(1)
      await sandbox.ask('PUT', `/users/${id}`, { token: sandbox.tokens.admin, body: { bio: 'y' } })
      const before = new Date(noon.getTime() - 1000).toUTCString()
      expect(await ask('DELETE', `/users/${id}`, { 'if-unmodified-since': before })).toMatchObject(
        preconditionFailed,
      )
      const since = noon.toUTCString()
      expect((await ask('DELETE', `/users/${id}`, { 'if-unmodified-since': since })).status).toBe(
        204,
      )
    })

    it('requires an administrator and an existing user', async () => {
      expect(await sandbox.asUser('DELETE', '/users/1')).toMatchObject(forbidden)
      expect(await ask('DELETE', '/users/999999')).toMatchObject(unknown)
      expect((await sandbox.ask('DELETE', '/users/1')).status).toBe(401)
      expect(await ask('DELETE', '/users/1?hard_delete=perhaps')).toMatchObject({
        status: 400,
        body: { error: 'hard_delete is invalid' },
      })
    })
  })

  describe('DELETE /users/:id/identities/:provider', () => {
    const path = '/users/2/identities/ldapmain'

    it('removes only that identity', async () => {
      expect(await ask('DELETE', path)).toMatchObject({ status: 204, body: undefined })
      expect((await ask('GET', '/users/2')).body).toMatchObject({ identities: [] })
      expect(await ask('DELETE', path)).toMatchObject({
        status: 404,
        body: { message: '404 Identity Not Found' },
      })
      const sue = await idOf('saml.sue')
      expect((await ask('DELETE', `/users/${sue}/identities/group_saml`)).status).toBe(204)
      expect((await ask('GET', `/users/${sue}`)).body).toMatchObject({
        identities: [{ provider: 'saml', extern_uid: 'a1b2c3d4' }],
      })
    })

    it('requires an administrator and an existing user', async () => {
      expect(await sandbox.asUser('DELETE', path)).toMatchObject(forbidden)
      expect(await ask('DELETE', '/users/999999/identities/ldapmain')).toMatchObject(unknown)
      for (const provider of ['LDAPMAIN', '..%2Fsaml', '%00', 'x'.repeat(2000)]) {
        const { status } = await ask('DELETE', `/users/2/identities/${provider}`)
        expect([400, 404]).toContain(status)
      }
      expect((await ask('GET', '/users/2')).body).toMatchObject({ identities: [{}] })
    })

    it('returns 412 when the identity changed since If-Unmodified-Since', async () => {
      const body = { provider: 'ldapmain', extern_uid: 'uid=other' }
      await sandbox.ask('PUT', '/users/2', { token: sandbox.tokens.admin, body })
      const before = new Date(noon.getTime() - 1000).toUTCString()
      expect(await ask('DELETE', path, { 'if-unmodified-since': before })).toMatchObject(
        preconditionFailed,
      )
      const since = noon.toUTCString()
      expect((await ask('DELETE', path, { 'if-unmodified-since': since })).status).toBe(204)
    })
  })
})
