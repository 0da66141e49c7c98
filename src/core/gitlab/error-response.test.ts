import { associations } from '../../shared/gitlab/associations.ts'
import { describe, expect, it } from 'vitest'
import { type Failure, isUnreachable, mayHaveHappened } from '../../shared/rules/failure.ts'
import { formatFailure } from '../platform/failure.ts'
import { statusEndpoints, user } from '../../shared/gitlab/current-user.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { moderation } from '../../shared/gitlab/moderation.ts'
import { personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import { failedWriteOutcome } from '../jobs/write-outcome.ts'
import { failureFromResponse } from './error-response.ts'
import type { Target } from './target.ts'
import { things } from './testing/client.ts'

const target: Target = { baseUrl: 'https://git.example.org', token: 't', isAdmin: true }

function failure(
  endpoint: AnyEndpoint,
  code: number,
  body: unknown,
  type?: string,
  more?: Record<string, string>,
  from = target,
): Failure {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const contentType = type ?? (typeof body === 'string' ? 'text/plain' : 'application/json')
  const headers = new Headers({ 'content-type': contentType, ...more })
  return formatFailure(
    failureFromResponse(from, endpoint, { status: code, headers, text, body: Buffer.from(text) }, 0)
      .failure,
  )
}

it.each([
  [422, { message: 'Legacy personal access tokens are disabled on this instance.' }],
  [403, { message: '403 Forbidden - Only fine-grained tokens can be created.' }],
  [400, { error: 'granular_scopes is missing' }],
])(
  'shows why an instance rejects a new token, and advises a fine-grained one: %i',
  (status, body) => {
    const { createFor } = personalAccessTokens
    const refused = failure(createFor, status, body)
    expect(refused.message).toMatch(/Legacy personal|Only fine-grained|Granular scopes/)
    expect(refused.hint).toMatch(/^This instance may allow only fine-grained tokens\./)
    expect(failure(things.get, status, body).hint ?? '').not.toContain('fine-grained')
  },
)

it('shows why GitLab doesn’t approve a user, such as for lack of seats', () => {
  const text = 'There are not enough seats left in your subscription'
  const refused = failure(moderation.approve, 403, { message: `403 Forbidden - ${text}.` })
  expect(refused).toMatchObject({ kind: 'forbidden', message: `${text}.` })
})

it('names leak detection as a reason for a revoked token', () => {
  const body = { error: 'invalid_token', error_description: 'Token was revoked.' }
  expect(failure(things.get, 401, body)).toMatchObject({
    reason: 'token-revoked',
    hint: expect.stringContaining('finds in public projects'),
  })
})

describe('rejection for a missing DPoP proof', () => {
  it.each([401, 403])('advises against another token with status %s', (status) => {
    const text = 'DPoP validation error: DPoP header is missing'
    const refused = failure(things.get, status, { error: 'dpop_error', error_description: text })
    expect(refused).toMatchObject({ kind: 'forbidden', reason: 'account-unusable' })
    expect(refused.message).toContain('DPoP')
    expect(refused.hint).toMatch(/^Another token won’t help/)
  })
})

describe('error body', () => {
  it.each([
    [404, { message: '404 User Not Found' }, { kind: 'not-found', message: 'User Not Found.' }],
    [
      400,
      { message: '400 Bad request - no such thing' },
      { kind: 'invalid', message: 'No such thing.' },
    ],
    [
      400,
      { message: { email: ['has already been taken'] } },
      {
        kind: 'invalid',
        message: 'Email has already been taken.',
        fields: { email: ['has already been taken'] },
      },
    ],
    [
      400,
      { message: { user: { bio: ['is too long', 'is odd'] } } },
      { kind: 'invalid', fields: { 'user.bio': ['is too long', 'is odd'] } },
    ],
    [
      422,
      { message: "Scopes can't be blank" },
      { kind: 'invalid', message: "Scopes can't be blank." },
    ],
    [
      400,
      { error: 'name is missing, scopes is missing' },
      { kind: 'invalid', fields: { name: ['is missing'], scopes: ['is missing'] } },
    ],
    [405, { error: 'Keyset pagination is not yet available' }, { kind: 'invalid' }],
    [409, { message: 'User does not have a pending request' }, { kind: 'conflict' }],
    [412, { message: '412 Precondition Failed' }, { kind: 'conflict' }],
    [400, { message: ['one', 'two'] }, { kind: 'invalid', message: 'One and two.' }],
    [400, { message: 7 }, { kind: 'invalid', message: 'git.example.org refused this (400).' }],
    [500, { message: '500 Internal Server Error' }, { kind: 'service-error' }],
    [429, 'Retry later', { kind: 'rate-limited' }],
    [429, { message: { error: 'requested too many times' } }, { kind: 'rate-limited' }],
    [400, '', { kind: 'invalid', message: 'git.example.org refused this (400).' }],
  ])('becomes a failure: %i %j', (code, body, expected) => {
    expect(failure(things.add, code, body)).toMatchObject({ ...expected, status: code })
  })

  it.each([400, 405, 422])("doesn't get a hint beyond the reason for a %i", (code) => {
    expect(failure(things.add, code, { message: 'This can’t be done.' }).hint).toBeUndefined()
  })

  it('is attributed to another service if it is HTML', () => {
    expect(failure(things.get, 404, '<html>not here</html>', 'text/html')).toMatchObject({
      kind: 'not-the-service',
    })
    expect(failure(things.get, 502, '<html>Bad gateway</html>', 'text/html')).toMatchObject({
      kind: 'service-error',
      message: 'git.example.org returned an error (502).',
    })
  })
})

describe('401', () => {
  const invalid = (text: string) => ({ error: 'invalid_token', error_description: text })

  it('distinguishes expired, revoked, and unknown tokens', () => {
    const reasons = [
      invalid('Token is expired. You can either do re-authorization or token refresh.'),
      invalid('Token was revoked. You have to re-authorize from the user.'),
      { message: '401 Unauthorized' },
    ].map((body) => failure(user.get, 401, body).reason)
    expect(reasons).toEqual(['token-expired', 'token-revoked', 'token-unknown'])
  })

  it('forwards other GitLab messages', () => {
    const body = invalid('Token is an impersonation token but impersonation was disabled.')
    expect(failure(user.get, 401, body).message).toContain('impersonation was disabled')
  })

  const { list, get, revoke, rotate, self, rotateSelf, revokeSelf } = personalAccessTokens
  it.each([list, get, revoke, rotate])(
    'doesn’t blame the account’s token when $method $path concerns another token',
    (endpoint) => {
      expect(failure(endpoint, 401, { message: '401 Unauthorized' })).toMatchObject({
        kind: 'forbidden',
        status: 401,
        message: expect.stringMatching(
          / git\.example\.org says that it isn’t one of yours, or no longer exists\.$/,
        ),
      })
      expect(failure(endpoint, 401, { code: 'blocked' }).kind).toBe('not-the-service')
      expect(failure(endpoint, 401, invalid('Token is expired.')).reason).toBe('token-expired')
    },
  )

  it.each([self, rotateSelf, revokeSelf])(
    'blames the token when $method $path concerns the token itself',
    (endpoint) => {
      expect(failure(endpoint, 401, { message: '401 Unauthorized' })).toMatchObject({
        kind: 'unauthorized',
        reason: 'token-unknown',
      })
    },
  )
})

describe('403', () => {
  it('reports the missing scope', () => {
    const body = {
      error: 'insufficient_scope',
      error_description:
        'The request requires higher privileges than provided by the access token.',
      scope: 'api read_user',
    }
    expect(failure(user.get, 403, body)).toMatchObject({
      reason: 'insufficient-scope',
      message: 'The token for git.example.org needs the api or read_user scope.',
      scopes: ['api', 'read_user'],
    })
  })

  it('concerns the account on GET /user', () => {
    const body = { message: '403 Forbidden - Your account has been blocked.' }
    expect(failure(user.get, 403, body)).toMatchObject({
      reason: 'account-unusable',
      message: 'This account can’t sign in to git.example.org: Your account has been blocked.',
    })
  })

  it('suggests Admin Mode to an administrator if an admin endpoint gives no reason', () => {
    const bare = { message: '403 Forbidden' }
    expect(failure(things.moderate, 403, bare).reason).toBe('admin-mode')
    expect(failure(things.moderate, 403, { message: 'You cannot ban blocked users.' })).toEqual(
      expect.objectContaining({ message: 'You cannot ban blocked users.' }),
    )
    expect(failure(statusEndpoints.set, 403, bare).reason).toBeUndefined()
    const sudo = { message: '403 Forbidden - Must be admin to use sudo' }
    expect(failure(user.get, 403, sudo).reason).toBe('admin-mode')
  })

  it('says that the token lacks the scope only if that is known', () => {
    const bare = { message: '403 Forbidden' }
    const refused = (hasAdminMode: boolean | undefined) =>
      failure(things.moderate, 403, bare, undefined, {}, { ...target, hasAdminMode })
    expect(refused(false).message).toBe('This token lacks the admin_mode scope.')
    expect(refused(undefined).message).toMatch(/ may lack the admin_mode scope\.$/)
    expect(refused(true)).toEqual({
      kind: 'forbidden',
      status: 403,
      message: 'GitLab refused this without a reason (403).',
    })
    const sudo = { message: '403 Forbidden - Must be admin to use sudo' }
    expect(failure(user.get, 403, sudo, undefined, {}, { ...target, hasAdminMode: true })).toEqual(
      expect.objectContaining({ reason: 'account-unusable' }),
    )
  })

  it('adds no guess to GitLab’s own reason', () => {
    const body = { message: 'You cannot ban blocked users.' }
    expect(failure(things.moderate, 403, body).hint).toBeUndefined()
  })

  it("doesn't mention Admin Mode if it may concern a group's last owner", () => {
    const bare = { message: '403 Forbidden' }
    expect(failure(associations.removeGroupMember, 403, bare)).toMatchObject({ kind: 'forbidden' })
    expect(failure(associations.removeGroupMember, 403, bare).reason).toBeUndefined()
  })
})

describe('read-only instance', () => {
  const texts = [
    [403, 'You cannot perform write operations on a read-only instance'],
    [403, 'You cannot do writing operations on a read-only GitLab instance'],
    [403, 'You cannot do writing operations on a secondary GitLab Geo instance'],
    [503, 'GitLab Maintenance: system is in maintenance mode'],
    [503, 'You cannot perform write operations on a read-only instance'],
  ] as const

  it.each(texts)(
    'is recognized in the %i “%s”, and not taken for a missing right',
    (status, text) => {
      const refused = failure(things.moderate, status, { message: text })
      expect(refused).toMatchObject({
        kind: 'service-error',
        reason: 'read-only-instance',
        message: `git.example.org accepts no changes at the moment: ${text}.`,
      })
      expect(refused.hint).toBe('Try again later.')
      expect(mayHaveHappened(refused)).toBe(false)
      expect(isUnreachable(refused)).toBe(false)
      expect(failedWriteOutcome(refused)).toBe('not-done')
    },
  )

  it('says when GitLab asked to try again', () => {
    const body = { message: texts[3][1] }
    const refused = failure(things.moderate, 503, body, undefined, { 'retry-after': '120' })
    expect(refused.retryAt).toBe(120_000)
    expect(failure(things.moderate, 503, body).retryAt).toBeUndefined()
  })

  it('is recognized if a change that isn’t JSON is sent to the start page', () => {
    const redirect = (location: string, status = 301) =>
      failure(user.setAvatar, status, '', 'text/html', { location })
    expect(redirect('https://git.example.org/').reason).toBe('read-only-instance')
    expect(redirect('/').reason).toBe('read-only-instance')
    for (const location of ['https://git.example.org/users/sign_in', 'https://sso.example.org/'])
      expect(redirect(location)).toMatchObject({ kind: 'refused-redirect' })
    expect(redirect('/', 302).kind).toBe('refused-redirect')
  })

  it.each([
    ['a read', things.get, 503, { message: texts[3][1] }],
    ['another 403', things.moderate, 403, { message: '403 Forbidden - This key is read-only' }],
    ['a 503 without a reason', things.moderate, 503, { message: '503 Service Unavailable' }],
    ['a gateway', things.moderate, 503, { message: texts[3][1], code: 'maintenance' }],
  ])('isn’t assumed for %s', (_, endpoint, status, body) => {
    expect(failure(endpoint, status, body).reason).toBeUndefined()
  })
})
