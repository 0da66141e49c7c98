import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const initial = {
  id: 2,
  user_id: 2,
  view_diffs_file_by_file: false,
  show_whitespace_in_diffs: true,
  pass_user_identities_to_ci_jwt: false,
  policy_advanced_editor: false,
}

let sandbox: TestSandbox
const read = async (token = sandbox.tokens.user) =>
  (await sandbox.ask('GET', '/user/preferences', { token })).body
const set = (body?: unknown) =>
  sandbox.ask('PUT', '/user/preferences', { token: sandbox.tokens.user, body })

describe.each<FlavorName>(['interface', 'gitlab'])('preferences API in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  it('requires all preferences or at least one, depending on the flavor', async () => {
    const answer = await set({ show_whitespace_in_diffs: false })
    if (flavor === 'gitlab') {
      expect(answer.body).toEqual({ ...initial, show_whitespace_in_diffs: false })
    } else {
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: 'view_diffs_file_by_file is missing, pass_user_identities_to_ci_jwt is missing',
        },
      })
      expect(await read()).toEqual(initial)
    }
    for (const nothing of [undefined, {}, { unknown: true }, [], 'x']) {
      expect(await set(nothing)).toMatchObject({
        status: 400,
        body: {
          error:
            flavor === 'gitlab'
              ? 'view_diffs_file_by_file, show_whitespace_in_diffs, pass_user_identities_to_ci_jwt, ' +
                'policy_advanced_editor are missing, at least one parameter must be provided'
              : 'view_diffs_file_by_file is missing, show_whitespace_in_diffs is missing, ' +
                'pass_user_identities_to_ci_jwt is missing',
        },
      })
    }
  })
})

describe('preferences API', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('returns exactly these fields, with defaults for new users', async () => {
    expect(await read()).toEqual(initial)
    expect(await read(sandbox.tokens.admin)).toEqual({ ...initial, id: 1, user_id: 1 })
  })

  it('stores preferences per user', async () => {
    const all = {
      view_diffs_file_by_file: true,
      show_whitespace_in_diffs: false,
      pass_user_identities_to_ci_jwt: true,
    }
    expect(await set(all)).toMatchObject({ status: 200, body: { ...initial, ...all } })
    expect(await read()).toEqual({ ...initial, ...all })
    expect(await read(sandbox.tokens.admin)).toMatchObject({ view_diffs_file_by_file: false })
  })

  it('accepts a form, with null as false', async () => {
    const body = new URLSearchParams({
      view_diffs_file_by_file: '1',
      show_whitespace_in_diffs: 'false',
      pass_user_identities_to_ci_jwt: 'true',
      unknown: 'x',
    })
    expect((await set(body)).body).toMatchObject({
      view_diffs_file_by_file: true,
      show_whitespace_in_diffs: false,
      pass_user_identities_to_ci_jwt: true,
    })
    const nulls = Object.fromEntries([...body.keys()].map((name) => [name, null]))
    expect((await set(nulls)).body).toMatchObject({ view_diffs_file_by_file: false })
  })

  it("rejects values that aren't booleans", async () => {
    const body = {
      view_diffs_file_by_file: 'perhaps',
      show_whitespace_in_diffs: [true],
      pass_user_identities_to_ci_jwt: { a: 1 },
    }
    expect(await set(body)).toMatchObject({ status: 400 })
    expect(await set({ ...body, show_whitespace_in_diffs: true })).toMatchObject({
      body: {
        error: 'view_diffs_file_by_file is invalid, pass_user_identities_to_ci_jwt is invalid',
      },
    })
    expect(await read()).toEqual(initial)
  })

  it('requires a token, with write access for changes', async () => {
    const token = sandbox.tokens.read_user
    expect((await sandbox.ask('GET', '/user/preferences', { token })).status).toBe(200)
    expect((await sandbox.ask('PUT', '/user/preferences', { token, body: {} })).status).toBe(403)
  })
})
