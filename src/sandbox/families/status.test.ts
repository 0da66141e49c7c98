import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearStatusAfter } from '../../shared/gitlab/current-user.ts'
import type { FlavorName } from '../flavors.ts'
import { noon, startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const noStatus = {
  emoji: null,
  availability: null,
  message: null,
  message_html: null,
  clear_status_at: null,
}

const busyDog = {
  emoji: 'dog',
  message: 'Out',
  availability: 'busy',
  clear_status_after: '30_minutes',
}
const busyDogView = {
  emoji: 'dog',
  availability: 'busy',
  message: 'Out',
  message_html: 'Out',
  clear_status_at: '2025-07-01T12:30:00.000Z',
}

describe('user status API', () => {
  let sandbox: TestSandbox
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())
  const change = (method: string, body?: unknown) =>
    sandbox.ask(method, '/user/status', { token: sandbox.tokens.user, body })
  const read = async () =>
    (await sandbox.ask('GET', '/user/status', { token: sandbox.tokens.user })).body

  it('returns these fields to all callers', async () => {
    expect(await change('PUT', busyDog)).toMatchObject({ status: 200, body: busyDogView })
    expect(await read()).toEqual(busyDogView)
    for (const who of ['2', 'maya.lindqvist', 'MAYA.lindqvist', 'maya%2Elindqvist']) {
      expect((await sandbox.ask('GET', `/users/${who}/status`)).body).toEqual(busyDogView)
    }
  })

  it('returns 404 for unknown users and nulls for users without a status', async () => {
    for (const who of ['nobody', '999999', '99999999999999999999', 'a%2Fb']) {
      expect(await sandbox.ask('GET', `/users/${who}/status`)).toMatchObject({
        status: 404,
        body: { message: '404 User Not Found' },
      })
    }
    expect((await sandbox.ask('GET', '/users/x/status')).body).toEqual(noStatus)
  })

  it.each([
    ['nothing', {}],
    ['nulls', { emoji: null, message: null, availability: null, clear_status_after: null }],
    ['empty texts', { emoji: '', message: '' }],
    ['only an expiry', { clear_status_after: '8_hours' }],
  ])('deletes the status on PUT with %s', async (_, body) => {
    const answer = await change('PUT', body)
    expect(answer).toMatchObject({ status: 200, body: null })
    expect(await read()).toEqual(noStatus)
  })

  it('deletes the status on PUT without a body', async () => {
    expect(await change('PUT')).toMatchObject({ status: 200, body: null })
    expect(await read()).toEqual(noStatus)
  })

  it('resets omitted fields on PUT', async () => {
    await change('PUT', busyDog)
    await change('PUT', { message: 'Back' })
    expect(await read()).toEqual({
      emoji: 'speech_balloon',
      availability: 'not_set',
      message: 'Back',
      message_html: 'Back',
      clear_status_at: null,
    })
  })

  it('accepts every clear_status_after duration', async () => {
    const units: Record<string, number> = { minutes: 1 / 60, hours: 1, day: 24, days: 24 }
    for (const after of clearStatusAfter) {
      const { body } = await change('PUT', { emoji: 'dog', clear_status_after: after })
      const { clear_status_at: end } = body as { clear_status_at: string }
      const [number, unit] = after.split('_') as [string, string]
      const hours = (Date.parse(end) - noon.getTime()) / 3_600_000
      expect([after, hours]).toEqual([after, Number(number) * units[unit]!])
    }
  })

  it.each(['PUT', 'PATCH'])('rejects invalid values on %s and keeps the status', async (method) => {
    await change('PUT', busyDog)
    const wrong = async (body: object) => {
      const answer = await change(method, body)
      expect(answer.status).toBe(400)
      expect(await read()).toEqual(busyDogView)
      return answer.body
    }
    expect(await wrong({ emoji: 'dog', clear_status_after: '2_days' })).toEqual({
      error: 'clear_status_after does not have a valid value',
    })
    expect(await wrong({ message: 'x'.repeat(101) })).toEqual({
      message: { message: ['is too long (maximum is 100 characters)'] },
    })
    for (const emoji of ['no_such_emoji', ':dog:', '🐶', 'constructor', 'Dog']) {
      expect(await wrong({ emoji })).toEqual({ message: { emoji: ['is not a valid emoji name'] } })
    }
    expect(await wrong({ emoji: 'nope', message: 'x'.repeat(101) })).toEqual({
      message: {
        emoji: ['is not a valid emoji name'],
        message: ['is too long (maximum is 100 characters)'],
      },
    })
    expect(await wrong({ emoji: ['dog'], message: { a: 1 } })).toEqual({
      error: 'emoji is invalid, message is invalid',
    })
  })

  it('limits the message to 100 characters, not bytes', async () => {
    const message = '🐕'.repeat(100)
    expect((await change('PUT', { message })).body).toMatchObject({ message })
    expect((await change('PUT', { message: `${message}🐕` })).status).toBe(400)
  })

  it('treats an unknown availability as not_set', async () => {
    const { body } = await change('PUT', { emoji: 'dog', availability: 'asleep' })
    expect(body).toMatchObject({ availability: 'not_set' })
  })

  it('renders emoji codes as emoji and everything else as text', async () => {
    const { body } = await change('PUT', { message: '<b>:dog:</b> :nope: "&"' })
    expect(body).toMatchObject({
      message: '<b>:dog:</b> :nope: "&"',
      message_html:
        '&lt;b&gt;<gl-emoji title="dog face" data-name="dog">🐶</gl-emoji>&lt;/b&gt; :nope: &quot;&amp;&quot;',
    })
  })

  it('keeps an expired status until the next full minute', async () => {
    sandbox.clock.now = new Date('2025-07-01T12:00:30.000Z')
    await change('PUT', busyDog)
    sandbox.clock.now = new Date('2025-07-01T12:30:10.000Z')
    expect(await read()).toMatchObject({ emoji: 'dog' })
    sandbox.clock.now = new Date('2025-07-01T12:30:59.000Z')
    expect(await read()).toMatchObject({ emoji: 'dog' })
    sandbox.clock.now = new Date('2025-07-01T12:31:00.000Z')
    expect(await read()).toEqual(noStatus)
  })

  it('requires a token for changes', async () => {
    for (const method of ['GET', 'PUT', 'PATCH']) {
      expect((await sandbox.ask(method, '/user/status')).status).toBe(401)
    }
  })
})

describe('PATCH /user/status', () => {
  let sandbox: TestSandbox
  const start = async (flavor: FlavorName) => {
    sandbox = await startTestSandbox({ flavor })
    await sandbox.ask('PUT', '/user/status', { token: sandbox.tokens.user, body: busyDog })
    return async (body: object) =>
      (await sandbox.ask('PATCH', '/user/status', { token: sandbox.tokens.user, body })).body
  }
  afterEach(() => sandbox.stop())

  it('keeps omitted fields in flavor interface', async () => {
    const patch = await start('interface')
    expect(await patch({ message: 'Still out' })).toEqual({
      ...busyDogView,
      message: 'Still out',
      message_html: 'Still out',
    })
    expect(await patch({ clear_status_after: null })).toMatchObject({
      emoji: 'dog',
      clear_status_at: null,
    })
    expect(await patch({ message: null })).toMatchObject({ emoji: 'dog', message: null })
    expect(await patch({ emoji: null })).toMatchObject({ emoji: 'speech_balloon' })
  })

  it('returns the status unchanged if no known field is sent in flavor interface', async () => {
    const patch = await start('interface')
    expect(await patch({ unknown: 1 })).toEqual(busyDogView)
  })

  it('resets emoji and availability but keeps message and expiry in flavor gitlab', async () => {
    const patch = await start('gitlab')
    expect(await patch({ message: 'Still out' })).toEqual({
      emoji: 'speech_balloon',
      availability: 'not_set',
      message: 'Still out',
      message_html: 'Still out',
      clear_status_at: busyDogView.clear_status_at,
    })
    expect(await patch({ emoji: 'cat' })).toMatchObject({ emoji: 'cat', message: 'Still out' })
  })

  it('deletes the status if only an expiry is sent in flavor gitlab', async () => {
    const patch = await start('gitlab')
    expect(await patch({ clear_status_after: '1_day' })).toBeNull()
    const { body } = await sandbox.ask('GET', '/users/2/status')
    expect(body).toEqual(noStatus)
  })

  it('keeps the status unchanged if no known field is sent in flavor gitlab', async () => {
    const patch = await start('gitlab')
    expect(await patch({ unknown: 1 })).toBeNull()
    expect((await sandbox.ask('GET', '/users/2/status')).body).toEqual(busyDogView)
  })
})
