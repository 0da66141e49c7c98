import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { UserPreferences } from '../../../shared/gitlab/current-user.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

const base = {
  view_diffs_file_by_file: false,
  show_whitespace_in_diffs: true,
  pass_user_identities_to_ci_jwt: false,
}

describe.each(['interface', 'gitlab'] as const)('preferences, on the %s flavor', (flavor) => {
  let sandbox: Sandbox
  let latchkey: TestLatchkey
  let account: string
  beforeAll(async () => (sandbox = await startSeededSandbox({ users: 0, flavor })))
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    latchkey = createTestLatchkey()
    account = (await latchkey.signIn(sandbox.url, sandbox.tokens.user)).id
    await setElsewhere(base)
  })
  afterEach(() => latchkey.close())

  async function setElsewhere(body: object) {
    const answer = await fetch(`${sandbox.url}/api/v4/user/preferences`, {
      method: 'PUT',
      headers: { 'private-token': sandbox.tokens.user, 'content-type': 'application/json' },
      body: JSON.stringify({ ...base, ...body }),
    })
    expect(answer.status).toBe(200)
  }
  const save = (changes: object) =>
    latchkey.value('ownPreferences.save', { base, changes }, account)
  const get = () => latchkey.value<UserPreferences>('preferences.get', {}, account)

  it('are saved without overwriting changes made elsewhere', async () => {
    await setElsewhere({ show_whitespace_in_diffs: false })
    expect(await save({ view_diffs_file_by_file: true })).toMatchObject({
      outcome: 'saved',
      sent: ['view_diffs_file_by_file'],
      theirs: ['show_whitespace_in_diffs'],
      ignored: [],
    })
    const now = { view_diffs_file_by_file: true, show_whitespace_in_diffs: false }
    expect(await get()).toMatchObject(now)
  })
})

it.each([
  ['19', []],
  ['18', ['policy_advanced_editor']],
] as const)(
  'saves the policy editor on version %s, or reports it as ignored',
  async (version, ignored) => {
    const sandbox = await startSeededSandbox({ users: 0, version })
    const latchkey = createTestLatchkey()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const edits = [{ policy_advanced_editor: true }, { view_diffs_file_by_file: true }]
    const outcomes = []
    for (const changes of edits) {
      outcomes.push(await latchkey.value('ownPreferences.save', { base, changes }, id))
    }
    const isThere = ignored.length === 0
    expect(outcomes).toMatchObject([{ ignored }, { ignored: [] }])
    const { policy_advanced_editor: editor } = await latchkey.value<UserPreferences>(
      'preferences.get',
      {},
      id,
    )
    // The other preference was saved, and this one wasn't turned off again.
    expect(editor).toBe(isThere ? true : undefined)
    await latchkey.close()
    await sandbox.stop()
  },
)

it('reports an unknown preference as ignored', async () => {
  const service = await startServer(({ url }, response) => {
    if (url.endsWith('/user')) json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
    else json(response, 200, { view_diffs_file_by_file: false, show_whitespace_in_diffs: true })
  })
  const latchkey = createTestLatchkey()
  const { id } = await latchkey.signIn(service.url, 'x')
  const changes = { pass_user_identities_to_ci_jwt: true }
  expect(await latchkey.value('ownPreferences.save', { base, changes }, id)).toMatchObject({
    outcome: 'saved',
    ignored: ['pass_user_identities_to_ci_jwt'],
  })
  const [, , write] = service.requests
  expect(JSON.parse(write!.body)).toEqual({
    view_diffs_file_by_file: false,
    show_whitespace_in_diffs: true,
    pass_user_identities_to_ci_jwt: true,
  })
  await latchkey.close()
  await service.stop()
})
