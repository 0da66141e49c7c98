import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { signedIn } from '../local-keys/testing/account-service.ts'
import { json, startServer } from '../testing/http-server.ts'
import { Activities } from './activities.ts'
import { csvOf } from '../csv.ts'

describe.each(['interface', 'gitlab'] as const)('on the %s flavour', (flavour) => {
  let sandbox: Sandbox
  beforeAll(async () => (sandbox = await startSandbox({ users: 400, flavour })))
  afterAll(() => sandbox.stop())

  it('all pages are read, oldest first, since six months ago or since a day', async () => {
    const admin = await signedIn(sandbox.url, sandbox.tokens.admin)
    const activities = new Activities(Date.now)
    const { from, entries } = await activities.list(admin, {})
    expect(entries.length).toBeGreaterThan(100)
    expect(new Set(entries.map(({ username }) => username)).size).toBe(entries.length)
    const days = entries.map(({ last_activity_on }) => last_activity_on!)
    expect(days).toEqual(days.toSorted())
    expect(days[0]! >= from).toBe(true)
    const since = days.at(-1)!
    const last = await activities.list(admin, { from: since })
    expect(last).toEqual({
      from: since,
      entries: entries.filter((entry) => entry.last_activity_on === since),
    })
    const { filename, text } = await activities.csv(admin, { from: since })
    expect(filename).toBe(`activities-since-${since}.csv`)
    expect(text.split('\r\n')).toEqual([
      '\uFEFFusername,last_activity_on',
      ...last.entries.map(({ username }) => `${username},${since}`),
      '',
    ])
  })
})

it.each([
  ['2026-08-31T12:00:00Z', '2026-02-28'],
  ['2024-08-30T12:00:00Z', '2024-02-29'],
  ['2026-05-31T23:59:59Z', '2025-11-30'],
  ['2026-01-15T00:00:00Z', '2025-07-15'],
])('six months before %s is %s', async (now, from) => {
  const server = await startServer((request, response) =>
    request.url.endsWith('/user')
      ? json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      : json(response, 200, []),
  )
  const me = await signedIn(server.url)
  expect((await new Activities(() => Date.parse(now)).list(me, {})).from).toBe(from)
  await server.stop()
})

it('asks by the month and gives what is since the day', async () => {
  const server = await startServer((request, response) =>
    request.url.endsWith('/user')
      ? json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      : json(response, 200, [
          { username: 'early', last_activity_on: '2026-02-27', last_activity_at: '2026-02-27' },
          { username: 'late', last_activity_on: '2026-02-28', last_activity_at: '2026-02-28' },
        ]),
  )
  const me = await signedIn(server.url)
  const { entries } = await new Activities(Date.now).list(me, { from: '2026-02-28' })
  expect(server.requests.at(-1)!.url).toContain('from=2026-02-01')
  expect(entries.map(({ username }) => username)).toEqual(['late'])
  await server.stop()
})

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  [' =1', "' =1"],
  ['＝1+1', "'＝1+1"],
  ['a;b', '"a;b"'],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
  ['2026-01-31', '2026-01-31'],
])('the cell %j becomes %j', (text, cell) => {
  expect(csvOf([['first', text]])).toBe(`\uFEFFfirst,${cell}\r\n`)
})
