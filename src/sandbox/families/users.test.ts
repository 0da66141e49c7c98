import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const commonFields = (
  'id username name state locked avatar_url web_url created_at bio bot location public_email linkedin twitter ' +
  'github discord website_url organization job_title pronouns work_information followers following is_followed local_time'
).split(' ')
const adminFields = (
  'email last_sign_in_at confirmed_at last_activity_on theme_id color_scheme_id projects_limit current_sign_in_at ' +
  'identities can_create_group can_create_project two_factor_enabled external private_profile commit_email ' +
  'shared_runners_minutes_limit extra_shared_runners_minutes_limit is_admin note namespace_id created_by ' +
  'email_reset_offered_at plan trial is_auditor provisioned_by_group_id scim_identities current_sign_in_ip ' +
  'last_sign_in_ip sign_in_count'
).split(' ')
const unknown = { status: 404, body: { message: '404 User Not Found' } }

let sandbox: TestSandbox
const idOf = async (username: string) =>
  ((await sandbox.asAdmin('GET', `/users?username=${username}`)).body as { id: number }[])[0]!.id

describe.each<FlavorName>(['interface', 'gitlab'])('user API in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  const singleFields = flavor === 'gitlab' ? commonFields : [...commonFields, 'skype']

  describe('GET /users/:id', () => {
    const fieldsOf = async (path: string, who: 'admin' | 'user') => {
      const { body } = await sandbox.ask('GET', path, { token: sandbox.tokens[who] })
      return Object.keys(body as object).toSorted()
    }

    it('returns exactly the expected fields to users, and more to administrators', async () => {
      expect(await fieldsOf('/users/1', 'user')).toEqual(singleFields.toSorted())
      const role = flavor === 'gitlab' ? ['highest_role'] : []
      expect(await fieldsOf('/users/2', 'admin')).toEqual(
        [...singleFields, ...adminFields, ...role].toSorted(),
      )
      expect(await fieldsOf('/users/2?with_custom_attributes=true', 'admin')).toContain(
        'custom_attributes',
      )
      expect(await fieldsOf('/users/1?with_custom_attributes=true', 'user')).not.toContain(
        'custom_attributes',
      )
    })

    it('hides fields of private profiles, and some of the caller’s own depending on the flavor', async () => {
      const quiet = await idOf('quiet')
      const hidden = ['created_at', 'followers', 'following', 'is_followed']
      expect(await fieldsOf(`/users/${quiet}`, 'user')).toEqual(
        singleFields.filter((name) => !hidden.includes(name)).toSorted(),
      )
      expect((await fieldsOf('/users/2', 'user')).includes('followers')).toBe(
        flavor === 'interface',
      )
    })

    it('shows auditors the administrator view in flavor gitlab only', async () => {
      const { body } = await sandbox.asAdmin(
        'GET',
        '/users/2?sudo=aroha&with_custom_attributes=true',
      )
      expect('email' in (body as object)).toBe(flavor === 'gitlab')
      expect(body).not.toHaveProperty('custom_attributes')
    })
  })
})

describe('user API', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  describe('GET /users/:id', () => {
    it('rejects anonymous callers', async () => {
      expect(await sandbox.ask('GET', '/users/1')).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden - Not authorized!' },
      })
      expect((await sandbox.ask('GET', '/users/1', { token: 'nonsense' })).status).toBe(401)
    })

    it('returns null instead of an empty string for missing times and creators', async () => {
      const { body } = await sandbox.asAdmin('GET', `/users/${await idOf('unconfirmed')}`)
      expect(body).toMatchObject({
        confirmed_at: null,
        last_sign_in_at: null,
        current_sign_in_at: null,
        last_activity_on: null,
        created_by: null,
        email_reset_offered_at: null,
        avatar_url: null,
        location: null,
        note: null,
        identities: [],
      })
    })

    it('returns locked as a field, not as a state', async () => {
      const path = `/users/${await idOf('locked.out')}`
      for (const answer of [
        await sandbox.asAdmin('GET', path),
        await sandbox.asUser('GET', path),
      ]) {
        expect(answer.body).toMatchObject({ locked: true, state: 'active' })
      }
    })

    it('returns users in every state', async () => {
      for (const username of ['piotr.zielinski', 'bulk_seller', 'winter.sleep', 'newcomer']) {
        const { body } = await sandbox.asUser('GET', `/users/${await idOf(username)}`)
        expect(body).toMatchObject({ username })
      }
    })

    it('returns 404 for unknown and malformed IDs', async () => {
      for (const id of ['0', '999999', '9007199254740991']) {
        expect(await sandbox.asUser('GET', `/users/${id}`)).toMatchObject(unknown)
      }
      expect(await sandbox.asUser('GET', '/users/99999999999999999999')).toMatchObject({
        status: 400,
        body: { error: 'id is invalid' },
      })
      for (const id of ['-1', 'maya.lindqvist', '1.5', '%2F', '1%2F2', '..%2Fuser']) {
        expect(await sandbox.asUser('GET', `/users/${id}`)).toMatchObject({
          status: 404,
          body: { error: '404 Not Found' },
        })
      }
    })
  })
})
