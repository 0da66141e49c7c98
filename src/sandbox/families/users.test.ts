import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FlavourName } from '../flavours.ts'
import { noon, startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const singleFields = (
  'id username name state locked avatar_url web_url created_at bio bot location public_email skype linkedin twitter ' +
  'discord website_url organization job_title pronouns work_information followers following is_followed local_time'
).split(' ')
const adminFields = (
  'email last_sign_in_at confirmed_at last_activity_on theme_id color_scheme_id projects_limit current_sign_in_at ' +
  'identities can_create_group can_create_project two_factor_enabled external private_profile commit_email ' +
  'shared_runners_minutes_limit extra_shared_runners_minutes_limit is_admin note namespace_id created_by ' +
  'email_reset_offered_at plan trial is_auditor provisioned_by_group_id current_sign_in_ip last_sign_in_ip ' +
  'sign_in_count'
).split(' ')
const unknown = { status: 404, body: { message: '404 User Not Found' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const changedMeanwhile = { status: 412, body: { message: '412 Precondition Failed' } }

describe.each<FlavourName>(['interface', 'gitlab'])('a user in flavour %s', (flavour) => {
  let sandbox: TestSandbox
  beforeEach(async () => {
    sandbox = await startTestSandbox({ flavour })
  })
  afterEach(() => sandbox.stop())

  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    sandbox.ask(method, path, { token: sandbox.tokens.admin, headers })
  const asUser = (method: string, path: string) =>
    sandbox.ask(method, path, { token: sandbox.tokens.user })
  const idOf = async (username: string) =>
    ((await ask('GET', `/users?username=${username}`)).body as { id: number }[])[0]!.id
  const nextMinute = () => {
    sandbox.clock.now = new Date(sandbox.clock.now.getTime() + 60_000)
  }

  describe('GET /users/:id', () => {
    const fieldsOf = async (path: string, who: 'admin' | 'user') => {
      const { body } = await sandbox.ask('GET', path, { token: sandbox.tokens[who] })
      return Object.keys(body as object).toSorted()
    }

    it('is for those who are signed in', async () => {
      expect(await sandbox.ask('GET', '/users/1')).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden - Not authorized!' },
      })
      expect((await sandbox.ask('GET', '/users/1', { token: 'nonsense' })).status).toBe(401)
    })

    it('has exactly these fields for everybody, and these too for administrators', async () => {
      expect(await fieldsOf('/users/1', 'user')).toEqual(singleFields.toSorted())
      expect(await fieldsOf('/users/2', 'admin')).toEqual(
        [...singleFields, ...adminFields].toSorted(),
      )
      expect(await fieldsOf('/users/2?with_custom_attributes=true', 'admin')).toContain(
        'custom_attributes',
      )
      expect(await fieldsOf('/users/1?with_custom_attributes=true', 'user')).not.toContain(
        'custom_attributes',
      )
    })

    it('says less of private profiles, and of oneself as the flavour has it', async () => {
      const quiet = await idOf('quiet')
      const hidden = ['created_at', 'followers', 'following', 'is_followed']
      expect(await fieldsOf(`/users/${quiet}`, 'user')).toEqual(
        singleFields.filter((name) => !hidden.includes(name)).toSorted(),
      )
      expect((await fieldsOf('/users/2', 'user')).includes('followers')).toBe(
        flavour === 'interface',
      )
    })

    it('finds people in every state', async () => {
      for (const username of ['piotr.zielinski', 'bulk_seller', 'winter.sleep', 'newcomer']) {
        const { body } = await asUser('GET', `/users/${await idOf(username)}`)
        expect(body).toMatchObject({ username })
      }
    })

    it('knows nobody by another id', async () => {
      for (const id of ['0', '999999', '9007199254740991']) {
        expect(await asUser('GET', `/users/${id}`)).toMatchObject(unknown)
      }
      expect(await asUser('GET', '/users/99999999999999999999')).toMatchObject({
        status: 400,
        body: { error: 'id is invalid' },
      })
      for (const id of ['-1', 'maya.lindqvist', '1.5', '%2F', '1%2F2', '..%2Fuser']) {
        expect(await asUser('GET', `/users/${id}`)).toMatchObject({
          status: 404,
          body: { error: '404 Not Found' },
        })
      }
    })

    it('shows auditors what administrators see in one flavour only', async () => {
      const { body } = await ask('GET', '/users/2?sudo=aroha&with_custom_attributes=true')
      expect('email' in (body as object)).toBe(flavour === 'gitlab')
      expect(body).not.toHaveProperty('custom_attributes')
    })
  })

  describe('DELETE /users/:id', () => {
    it('deletes a little later, with all that is theirs', async () => {
      const id = await idOf('visitor-co')
      expect(await ask('DELETE', `/users/${id}`)).toMatchObject({ status: 204, body: undefined })
      expect((await ask('GET', `/users/${id}`)).status).toBe(200)
      expect((await ask('DELETE', `/users/${id}`)).status).toBe(204)
      nextMinute()
      expect(await ask('GET', `/users/${id}`)).toMatchObject(unknown)
      expect(await ask('DELETE', `/users/${id}`)).toMatchObject(unknown)
      expect((await ask('GET', '/users?username=visitor-co')).body).toEqual([])
    })

    it('ends the tokens of who is deleted', async () => {
      await ask('DELETE', '/users/2?hard_delete=true')
      expect((await asUser('GET', '/user')).status).toBe(200)
      nextMinute()
      expect((await asUser('GET', '/user')).status).toBe(401)
    })

    it('refuses to orphan a group, unless the group may go too', async () => {
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

    it('leaves what was contributed to the ghost, unless that goes as well', async () => {
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

    it('leaves somebody alone who was changed meanwhile', async () => {
      const id = await idOf('x')
      const { body } = await ask('GET', `/users?username=x`)
      expect(body).toHaveLength(1)
      await sandbox.ask('PUT', `/users/${id}`, { token: sandbox.tokens.admin, body: { bio: 'y' } })
      const before = new Date(noon.getTime() - 1000).toUTCString()
      expect(await ask('DELETE', `/users/${id}`, { 'if-unmodified-since': before })).toMatchObject(
        changedMeanwhile,
      )
      const since = noon.toUTCString()
      expect((await ask('DELETE', `/users/${id}`, { 'if-unmodified-since': since })).status).toBe(
        204,
      )
    })

    it('is for administrators, and for somebody who is there', async () => {
      expect(await asUser('DELETE', '/users/1')).toMatchObject(forbidden)
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

    it('takes one identity away, and only that', async () => {
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

    it('is for administrators, and for somebody who is there', async () => {
      expect(await asUser('DELETE', path)).toMatchObject(forbidden)
      expect(await ask('DELETE', '/users/999999/identities/ldapmain')).toMatchObject(unknown)
      for (const provider of ['LDAPMAIN', '..%2Fsaml', '%00', 'x'.repeat(2000)]) {
        const { status } = await ask('DELETE', `/users/2/identities/${provider}`)
        expect([400, 404]).toContain(status)
      }
      expect((await ask('GET', '/users/2')).body).toMatchObject({ identities: [{}] })
    })

    it('leaves an identity alone that was changed meanwhile', async () => {
      const body = { provider: 'ldapmain', extern_uid: 'uid=other' }
      await sandbox.ask('PUT', '/users/2', { token: sandbox.tokens.admin, body })
      const before = new Date(noon.getTime() - 1000).toUTCString()
      expect(await ask('DELETE', path, { 'if-unmodified-since': before })).toMatchObject(
        changedMeanwhile,
      )
      const since = noon.toUTCString()
      expect((await ask('DELETE', path, { 'if-unmodified-since': since })).status).toBe(204)
    })
  })
})
