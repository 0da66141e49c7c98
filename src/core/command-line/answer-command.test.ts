import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import { currentTime } from '../../shared/rules/clock.ts'
import type { Notice } from '../../shared/operations/desktop.ts'
import { json, startServer } from '../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'
import { answerCommand } from './answer-command.ts'
import type { CommandAnswer, CommandRequest } from './command-request.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let user: Account
let admin: Account
const notices: Notice[] = []
beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab' })
  latchkey = createTestLatchkey()
  user = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
  admin = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  await latchkey.value('settings.set', { lastAccount: user.id })
  latchkey.on('notice', (notice) => notices.push(notice))
})
afterAll(async () => {
  await latchkey.close()
  await sandbox.stop()
})

type WithoutAccount<One> = One extends unknown ? Omit<One, 'account'> : never
type Request = WithoutAccount<CommandRequest>

const ask = (request: Request, account?: string): Promise<CommandAnswer> =>
  answerCommand({ latchkey }, { ...request, account })

const textOf = ({ lines }: CommandAnswer) => lines.map(({ text }) => text).join('\n')
const nameOf = ({ label, user, baseUrl }: Account) => ({
  label,
  username: user.username,
  instance: baseUrl,
})

describe('the status', () => {
  it('is set on the account shown last, with a notification, and shown and cleared', async () => {
    notices.length = 0
    const change = { message: 'Lunch', emoji: 'pizza', busy: true, clear: '45_minutes' } as const
    const set = await ask({ command: 'status', change })
    expect(set).toMatchObject({ exitCode: 0, notes: [] })
    const [first, second] = textOf(set).split('\n')
    expect(first).toBe(`${user.label}: 🍕 Lunch (busy)`)
    expect(second).toMatch(/^Clears at \d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(notices).toMatchObject([
      { text: '🍕 Lunch (busy)', visit: { screen: 'status', account: user.id } },
    ])
    const shown = await ask({ command: 'status' })
    expect(shown.document).toEqual({
      account: nameOf(user),
      emoji: 'pizza',
      message: 'Lunch',
      busy: true,
      clearsAt: expect.any(String),
    })
    const { clearsAt } = shown.document as { clearsAt: string }
    // GitLab alone would clear it after three hours.
    expect(Date.parse(clearsAt) - currentTime()).toBeLessThan(46 * 60_000)
    const cleared = await ask({ command: 'status', change: 'clear' })
    expect(textOf(cleared)).toBe(`${user.label}: No status`)
    expect(notices).toHaveLength(2)
    expect((await ask({ command: 'status' })).document).toMatchObject({
      message: '',
      clearsAt: null,
    })
    expect(notices).toHaveLength(2)
  })

  it('is set on the named account', async () => {
    const change = { message: 'On call', emoji: '', busy: false, clear: 'never' } as const
    const set = await ask({ command: 'status', change }, `@${admin.user.username.toUpperCase()}`)
    expect(set.document).toMatchObject({ account: nameOf(admin), message: 'On call' })
    const host = new URL(sandbox.url).host
    const shown = await ask({ command: 'status' }, `${admin.user.username}@${host}`)
    expect(shown.document).toMatchObject({ message: 'On call' })
  })

  it('is not set on an unknown account', async () => {
    expect(await ask({ command: 'status' }, 'nobody')).toMatchObject({
      exitCode: 2,
      lines: [],
      notes: [expect.stringMatching(/^There is no account nobody\. Accounts: /)],
    })
  })
})

describe('a command that reads', () => {
  it('lists accounts', async () => {
    const { exitCode, document, lines } = await ask({ command: 'accounts' })
    expect(exitCode).toBe(0)
    expect(lines[0]!.text).toMatch(/^\* {2}\S/)
    expect(document).toMatchObject({
      accounts: [
        { ...nameOf(user), isAdministrator: false, isCurrent: true, needsSignIn: false },
        { ...nameOf(admin), isAdministrator: true, isCurrent: false },
      ],
    })
  })

  it('lists attention items, and exits with 5', async () => {
    const answer = await ask({ command: 'attention' })
    expect(answer.exitCode).toBe(5)
    const { items } = answer.document as { items: { kind: string; title: string }[] }
    expect(items.length).toBeGreaterThan(1)
    expect(answer.lines).toHaveLength(items.length)
    expect(answer.document).toMatchObject({ failures: [] })
    const named = await ask({ command: 'attention' }, user.user.username)
    const { items: ofUser } = named.document as { items: { account: object }[] }
    expect(ofUser.every(({ account }) => 'username' in account)).toBe(true)
    expect(ofUser.length).toBeLessThan(items.length)
  })

  it('lists keys without secrets', async () => {
    const { document, exitCode } = await ask({ command: 'keys' }, user.user.username)
    const { keys } = document as { keys: { type: string; fingerprint: string }[] }
    expect(exitCode).toBe(0)
    expect(new Set(keys.map(({ type }) => type))).toEqual(new Set(['ssh', 'gpg']))
    expect(keys[0]).toEqual({
      account: nameOf(user),
      type: 'ssh',
      id: expect.any(Number),
      title: expect.any(String),
      fingerprint: expect.stringMatching(/^SHA256:/),
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: expect.anything(),
    })
  })

  it('lists tokens that expire within some days', async () => {
    const days = async (count: number) => {
      const answer = await ask({ command: 'tokens expiring', days: count })
      expect(answer.exitCode).toBe(0)
      return answer.document as { items: { kind: string; daysLeft: number }[] }
    }
    const { items } = await days(400)
    expect(items.length).toBeGreaterThan(1)
    expect(items.map(({ daysLeft }) => daysLeft)).toEqual(
      items.map(({ daysLeft }) => daysLeft).toSorted((a, b) => a - b),
    )
    const [first] = items
    expect((await days(first!.daysLeft - 1)).items).toEqual([])
    expect((await days(first!.daysLeft)).items[0]).toEqual(first)
  })

  it('exports all expiries as a calendar, or those within some days', async () => {
    const answer = await ask({ command: 'expiries', days: undefined, isCalendar: true })
    const { document } = await ask({ command: 'expiries', days: 99_999, isCalendar: false })
    const { items } = document as { items: { daysLeft: number }[] }
    const eventsIn = ({ lines }: CommandAnswer) =>
      lines.filter(({ text }) => text.startsWith('BEGIN:VEVENT')).length
    expect(eventsIn(answer)).toBe(items.length)
    const days = items[0]!.daysLeft
    const soon = await ask({ command: 'expiries', days, isCalendar: true })
    expect(eventsIn(soon)).toBe(items.filter(({ daysLeft }) => daysLeft <= days).length)
    expect(eventsIn(soon)).toBeLessThan(items.length)
    expect(answer.lines[0]!.text).toBe('BEGIN:VCALENDAR\r')
    expect(answer.lines.at(-1)!.text).toBe('END:VCALENDAR\r')
    expect(answer.lines.every(({ text }) => text.endsWith('\r'))).toBe(true)
  })
})

it('notes accounts without a list of tokens beside expiries and their calendar', async () => {
  const plain = await startSeededSandbox({ users: 0, flavor: 'interface' })
  const other = createTestLatchkey()
  onTestFinished(async () => {
    await other.close()
    await plain.stop()
  })
  const account = await other.signIn(plain.url, plain.tokens.user)
  for (const isCalendar of [false, true]) {
    const request = { command: 'expiries', account: undefined, days: 365, isCalendar }
    expect(await answerCommand({ latchkey: other }, request)).toMatchObject({
      document: { incomplete: [nameOf(account)] },
      notes: [`${account.label}: only tokens created in Latchkey are known.`],
    })
  }
})

it('differs between keys that never expire, have expired, and have an unknown expiry', async () => {
  const key = 'ssh-ed25519 AAAA'
  const lists: Record<string, object[]> = {
    '/user/keys': [
      { id: 1, title: 'Never', key, expires_at: null },
      { id: 2, title: 'Old', key, expires_at: '2020-01-31T00:00:00Z' },
      { id: 3, title: 'New', key, expires_at: '9000-01-31T00:00:00Z' },
      { id: 4, title: 'Unknown', key },
    ],
    '/user/gpg_keys': [{ id: 5, key: 'broken' }],
    '/user/emails': [],
  }
  const server = await startServer(({ url }, response) => {
    const path = new URL(url, 'http://localhost').pathname.replace('/api/v4', '')
    json(response, 200, lists[path] ?? { id: 1, username: 'ada', name: 'Ada', state: 'active' })
  })
  const other = createTestLatchkey()
  onTestFinished(async () => {
    await other.close()
    await server.stop()
  })
  await other.signIn(server.url, 'glpat-of-a-user')
  const answer = await answerCommand({ latchkey: other }, { command: 'keys', account: undefined })
  expect(answer).toMatchObject({ exitCode: 0, notes: [] })
  const texts = answer.lines.map(({ text }) => text.split(/ {2,}/).at(-1))
  expect(texts).toEqual([
    'never expires',
    'expired 2020-01-31',
    'expires 9000-01-31',
    'expiry unknown',
    'expiry unknown',
  ])
  const { keys } = JSON.parse(JSON.stringify(answer.document)) as { keys: object[] }
  expect(keys.map((listed) => 'expiresAt' in listed)).toEqual([true, true, true, false, false])
  expect(keys[0]).toMatchObject({ expiresAt: null })
})

describe('an administrator’s command', () => {
  const entries = async () =>
    (
      await latchkey.value<{ items: { action: string; object: string }[] }>(
        'auditLog.list',
        {},
        admin.id,
      )
    ).items.map(({ action, object }) => [action, object])

  it('finds users with the administrator’s account, and the audit log has it', async () => {
    const before = await entries()
    const { document, exitCode } = await ask({ command: 'users search', text: 'maya' })
    expect(exitCode).toBe(0)
    expect(document).toMatchObject({
      account: nameOf(admin),
      users: [{ username: 'maya.lindqvist', state: 'active' }],
      isComplete: true,
    })
    expect(await entries()).toEqual([['commandLine.searchUsers', 'maya'], ...before])
  })

  it('shows a user, and the audit log has it', async () => {
    const before = await entries()
    const { document, lines } = await ask({ command: 'user', name: 'maya.lindqvist' })
    const { user: shown } = document as { user: object }
    expect(shown).toMatchObject({ username: 'maya.lindqvist', createdAt: expect.any(String) })
    expect(Object.keys(shown).filter((field) => field.includes('_'))).toEqual([])
    expect(lines.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Username +maya\.lindqvist$/),
    )
    expect(await ask({ command: 'user', name: 'nobody.here' })).toMatchObject({
      exitCode: 1,
      notes: ['There is no user @nobody.here.'],
    })
    expect(await entries()).toEqual([
      ['commandLine.findUser', '@nobody.here'],
      ['commandLine.findUser', '@maya.lindqvist'],
      ...before,
    ])
  })

  it('is refused for another account', async () => {
    const answer = await ask({ command: 'users search', text: 'maya' }, user.user.username)
    expect(answer).toMatchObject({
      exitCode: 1,
      notes: [expect.stringContaining('isn’t an administrator')],
    })
  })
})

describe('open', () => {
  it('shows a screen of the account in the window', async () => {
    let shown = 0
    const answer = await answerCommand(
      { latchkey, showWindow: () => void (shown += 1) },
      { command: 'open', account: admin.user.username, screen: 'admin/queue' },
    )
    expect(answer).toMatchObject({ exitCode: 0, notes: [] })
    expect(shown).toBe(1)
    expect(await latchkey.value('desktop.takeVisit')).toEqual({
      visit: { path: 'admin/queue', account: admin.id },
    })
  })

  it('shows an administrator’s screen of an administrator, not of the account shown last', async () => {
    expect(await ask({ command: 'open', screen: 'admin/queue' })).toMatchObject({ exitCode: 0 })
    expect(await latchkey.value('desktop.takeVisit')).toEqual({
      visit: { path: 'admin/queue', account: admin.id },
    })
  })

  it('exits with 4 without an account, unless the screen needs none', async () => {
    const other = createTestLatchkey()
    onTestFinished(() => other.close())
    const open = (screen: string, account?: string) =>
      answerCommand({ latchkey: other }, { command: 'open', account, screen })
    for (const screen of ['status', 'admin/queue'])
      expect(await open(screen), screen).toMatchObject({ exitCode: 4 })
    expect(await open('settings', 'work')).toMatchObject({ exitCode: 4 })
    expect(await other.value('desktop.takeVisit')).toEqual({})
    expect(await open('settings')).toMatchObject({ exitCode: 0 })
    expect(await other.value('desktop.takeVisit')).toEqual({ visit: { path: 'settings' } })
  })

  it('leaves it to a page in a browser', async () => {
    const answer = await ask({ command: 'open', screen: 'keys' })
    expect(answer.notes).toEqual(['Latchkey’s page shows it in your browser.'])
    expect(await latchkey.value('desktop.takeVisit')).toEqual({
      visit: { path: 'keys', account: user.id },
    })
  })
})

describe('a command that can’t be answered', () => {
  it.each([
    ['unknown', { command: 'accounts.signOut' }],
    ['with another field', { command: 'keys', path: '/etc/passwd' }],
    ['with an unknown screen', { command: 'open', screen: 'sign-in' }],
    ['nothing', undefined],
  ])('is refused if it is %s', async (_, request) => {
    const answer = await answerCommand({ latchkey }, request)
    expect(answer).toMatchObject({ exitCode: 2, lines: [] })
    expect(answer.document).toBeUndefined()
  })

  it('exits with 3 while Latchkey is locked', async () => {
    await latchkey.value('lock.lock')
    expect(await ask({ command: 'accounts' })).toEqual({
      exitCode: 3,
      lines: [],
      notes: ['Latchkey is locked. Unlock it in its window.'],
    })
    await latchkey.value('lock.unlock')
    expect(await ask({ command: 'accounts' })).toMatchObject({ exitCode: 0 })
  })

  it('exits with 4 if an account needs to sign in, and answers reads from the cache', async () => {
    const other = createTestLatchkey()
    onTestFinished(() => other.close())
    const run = (request: Request) =>
      answerCommand({ latchkey: other }, { ...request, account: undefined })
    for (const command of ['accounts', 'attention', 'keys', 'status'] as const)
      expect(await run({ command }), command).toMatchObject({ exitCode: 4, lines: [] })
    const own = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    const { label } = await other.signIn(own.url, own.tokens.user)
    const only = await run({ command: 'status' })
    expect(only.exitCode).toBe(0)
    expect(textOf(only)).not.toContain(`${label}: `)
    const port = Number(new URL(own.url).port)
    await own.stop()
    expect(await run({ command: 'status' })).toMatchObject({
      exitCode: 0,
      document: { asOf: expect.stringMatching(/^\d{4}-/) },
      notes: [expect.stringContaining('Can’t reach GitLab')],
    })
    const change = 'clear'
    expect(await run({ command: 'status', change })).toMatchObject({ exitCode: 1, lines: [] })
    const fresh = await startSeededSandbox({ users: 0, flavor: 'gitlab', port, seed: 'other' })
    onTestFinished(() => fresh.stop())
    expect(await run({ command: 'status' })).toMatchObject({ exitCode: 4, lines: [] })
  })
})
