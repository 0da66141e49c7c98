import { expect, it } from 'vitest'
import { publicOnlyFailure } from './use-admin-view-failure.ts'

const baseUrl = 'https://gitlab.example'

it.each([
  [false, /because the token lacks the admin_mode scope\.$/],
  [undefined, /The token may lack the admin_mode scope\.$/],
])('says that the token lacks the scope only if that is known (%s)', (hasAdminMode, text) => {
  const failure = publicOnlyFailure({ baseUrl, hasAdminMode })
  expect(failure).toMatchObject({ reason: 'admin-mode', scopes: ['admin_mode'] })
  expect(failure.message).toMatch(text)
})

it('doesn’t blame a token that has the scope', () => {
  const failure = publicOnlyFailure({ baseUrl, hasAdminMode: true })
  expect(failure).toMatchObject({ kind: 'service-error' })
  expect(JSON.stringify(failure)).not.toMatch(/admin.?mode|token/i)
})
