import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type {
  AnswersPreview,
  ReviewItem,
  ReviewState,
  ReviewersPart,
} from '../../../../shared/operations/review.ts'
import { createMemorySecretStore } from '../../../platform/keychain/memory-secret-store.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'
import { readAll } from '../../directory/testing/sync.ts'
import { maxAnswerProblems } from './answers.ts'
import { verifyReviewPack } from './verify-pack.ts'

// Files that leave and come back: a reviewer, or somebody on the way, may change them.

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
let review: number
let home: string
/** The data folder with a review that has been read, which each test copies. */
let prepared: string
const keychain = createMemorySecretStore()
const fetch = createNodeFetch()
const scope = { subjects: ['memberships', 'serviceAccounts'] }

async function startReview(...usernames: string[]): Promise<number> {
  const ids = await Promise.all(usernames.map(idOf))
  const { id } = await call<ReviewState>('start', { selection: { kind: 'users', ids }, scope })
  await vi.waitUntil(async () => (await call<ReviewState>('state')).phase === 'done')
  return id!
}

let firstReview: number
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'latchkey-parts-'))
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  app = createTestLatchkey({ dataFolder: prepared, keychain })
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
  firstReview = await startReview('long-gone', 'maya.lindqvist', 'tomasz')
  await app.close()
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(prepared, { recursive: true })
})
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-parts-'))
  const dataFolder = join(home, 'data')
  cpSync(prepared, dataFolder, { recursive: true })
  const environment = { ...process.env, HOME: home }
  app = createTestLatchkey({ dataFolder, keychain, home, environment })
  review = firstReview
})
afterEach(async () => {
  await app.close()
  rmSync(home, { recursive: true })
})

// Split in two, so that the catalog test still finds unused messages with this name.
const call = <T>(name: string, input: object = {}) =>
  app.value<T>(['review', name].join('.'), input, me.id)
const failure = (name: string, input: object) =>
  app.failure(['review', name].join('.'), input, me.id)
async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': sandbox.tokens.admin, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
  return (await answer.json().catch(() => undefined)) as T
}
const idOf = async (username: string) =>
  (await request<{ id: number }[]>('GET', `/users?username=${username}`))[0]!.id
const paula = { name: 'Paula', email: 'paula@example.org' }
const toPaula = { by: 'reviewer', reviewer: paula }
const split = (how: object) => call<ReviewersPart[]>('split', { review, split: how })
const exported = async (part: string, format = 'html') =>
  (await call<{ text: string }[]>('exportPart', { review, part, format }))[0]!.text
const items = async (query: object = {}) =>
  (await call<{ items: ReviewItem[] }>('items', { review, limit: 200, ...query })).items

/** What the page of a part saves if everything is answered alike. */
async function answersOf(part: string, decision = 'keep') {
  const page = await exported(part)
  const data = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(page)![1]!
  const asked = [...page.matchAll(/data-item="([^"]*)"/g)].map(([, id]) => id!)
  const head = { format: 'latchkey-review-answers', version: 1, campaign: data('campaign') }
  const lines = asked.map((item) => JSON.stringify({ item, decision, note: 'Checked' }))
  const start = JSON.stringify({ ...head, part: data('part'), hash: data('hash') }, null, 1)
  return { asked, text: `${start.slice(0, -2)},\n "answers": [\n${lines.join(',\n')}\n]}\n` }
}
const files = (text: string, signature?: string) => [
  { name: 'answers.json', text },
  ...(signature === undefined ? [] : [{ name: 'answers.json.sig', text: signature }]),
]
const preview = (text: string, signature?: string) =>
  call<AnswersPreview>('previewAnswers', { review, files: files(text, signature) })
async function take(text: string, signature?: string) {
  const { hash } = await preview(text, signature)
  return call<{ changed: number }>('importAnswers', { review, files: files(text, signature), hash })
}

describe('splitting a review', () => {
  it('gives each item to exactly one part', async () => {
    const all = (await items()).map(({ id }) => id)
    for (const how of [toPaula, { by: 'owner' }]) {
      const parts = await split(how)
      const asked = await Promise.all(parts.map(async ({ id }) => (await answersOf(id)).asked))
      expect(asked.flat().toSorted()).toEqual(all.toSorted())
    }
  })

  it('goes by a CSV file with users and groups, of which the nearest decides', async () => {
    const text =
      'user,group,reviewer\nlong-gone,,ines@example.org\n,tidewater-maps,paula@example.org\n,tidewater-maps/coastal-survey,tomasz\n'
    const parts = await split({ by: 'map', text })
    const [first] = parts.filter(({ email }) => email === 'paula@example.org')
    for (const id of (await answersOf(first!.id)).asked) expect(id).not.toMatch(/:12$/)
    expect(parts.at(-1)).toMatchObject({ email: '' })
    expect(
      await failure('split', { review, split: { by: 'map', text: 'user,boss\na,b\n' } }),
    ).toMatchObject({
      message: expect.stringContaining('needs a column'),
    })
  })

  it('goes by a custom attribute of each user', async () => {
    const gone = await idOf('long-gone')
    await request('PUT', `/users/${gone}/custom_attributes/manager`, { value: 'boss@example.org' })
    const parts = await split({ by: 'attribute', attribute: 'manager' })
    expect(parts.map(({ email }) => email)).toEqual(['boss@example.org', ''])
  })
})

describe('the page of a part', () => {
  it('allows nothing but its own script and style, and has names as text', async () => {
    await request('PUT', `/users/${await idOf('tomasz')}`, {
      name: `<img src=x onerror=alert(1)>"\u202Etxt`,
    })
    review = await startReview('tomasz')
    const [part] = await split(toPaula)
    const page = await exported(part!.id)
    expect(page).toMatch(/Content-Security-Policy" content="default-src &#39;none&#39;/)
    expect(page).not.toContain('<img')
    expect(page).toContain('⟨U+202E⟩')
    expect(page.match(/<script>/g)).toHaveLength(1)
    expect(page).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/)
  })
})

describe('answers', () => {
  it('are taken over as the reviewer’s, from a file that somebody imported', async () => {
    const [part] = await split(toPaula)
    const { text, asked } = await answersOf(part!.id)
    expect(await preview(text)).toMatchObject({
      answers: { keep: asked.length },
      unanswered: 0,
      problems: [],
      outdated: [],
      signature: { state: 'unsigned' },
    })
    expect(await take(text)).toEqual({ changed: asked.length })
    const [item] = await items()
    expect(item!.decided).toMatchObject({
      decision: 'keep',
      note: 'Checked',
      by: 'paula@example.org',
      source: { importedBy: 'ines' },
    })
    expect(await call('parts', { review })).toMatchObject([
      { decided: asked.length, items: asked.length },
    ])
  })

  it('replace another reason, and count as the user’s own if they are a user of the review', async () => {
    const before = await items()
    const chosen = before.slice(0, 1).map(({ id }) => id)
    await call('decideItems', { review, items: chosen, decision: 'remove', note: 'Left' })
    await call('decideItems', { review, items: chosen, decision: null })
    const { email } = await request<{ email: string }>('GET', `/users/${await idOf('tomasz')}`)
    const [part] = await split({ by: 'reviewer', reviewer: { name: 'Tomasz', email } })
    const { text } = await answersOf(part!.id)
    await call('decideItems', { review, items: chosen, decision: 'remove', note: 'Left' })
    await take(text.replaceAll('"Checked"', '""'))
    const [item] = (await items()).filter(({ id }) => chosen.includes(id))
    expect(item!.decided).toMatchObject({ decision: 'keep', note: '', by: 'tomasz' })
  })

  it('are read from CSV, too', async () => {
    const [part] = await split(toPaula)
    const csv = (await exported(part!.id, 'csv')).replaceAll(/,,\r\n/g, ',remove,Left\r\n')
    const found = await preview(csv)
    expect(found.answers.remove).toBe(found.part.items)
  })

  it.each([
    [
      'an unknown item',
      (text: string) => text.replace(/"item":"account:\d+"/, '"item":"account:1"'),
      /^Line \d+: The item account:1 isn’t in this part/,
    ],
    [
      'two answers for an item',
      (text: string) => text.replace(/(\{"item".*\}),\n\{"item".*\}/, '$1,\n$1'),
      /^Line 9: The item .* has two answers/,
    ],
    [
      'an unknown decision',
      (text: string) => text.replace('"keep"', '"own"'),
      /^Line 8: This isn’t an answer/,
    ],
  ])('with %s are refused with the line, and nothing changes', async (_, change, expected) => {
    const [part] = await split(toPaula)
    const { text } = await answersOf(part!.id)
    const changed = change(text)
    expect(changed).not.toBe(text)
    const { hash, problems } = await preview(changed)
    expect(problems).toHaveLength(1)
    expect(await failure('importAnswers', { review, files: files(changed), hash })).toMatchObject({
      message: expect.stringMatching(expected),
    })
    expect(await items({ decided: 'keep' })).toEqual([])
  })

  it('with thousands of unknown items are refused with the first hundred', async () => {
    const [part] = await split(toPaula)
    const { text } = await answersOf(part!.id)
    const unknown = Array.from({ length: 3000 }, (_, nth) =>
      JSON.stringify({ item: `direct:Project:9:${nth}`, decision: 'keep' }),
    )
    const { problems } = await preview(
      text.replace('"answers": [', `"answers": [\n${unknown.join(',\n')},`),
    )
    expect(problems).toHaveLength(maxAnswerProblems)
  })

  it('to changed questions, of another review, or a second time are refused', async () => {
    const [part] = await split(toPaula)
    const { text } = await answersOf(part!.id)
    const input = (changed: string) => ({ review, files: files(changed) })
    expect(
      await failure('previewAnswers', input(text.replace(/"hash": "./, '"hash": "x'))),
    ).toMatchObject({
      message: expect.stringContaining('questions'),
    })
    expect(
      await failure('previewAnswers', input(text.replace(/"campaign": "./, '"campaign": "x'))),
    ).toMatchObject({
      message: expect.stringContaining('another review'),
    })
    await take(text)
    expect(await failure('previewAnswers', input(text))).toMatchObject({
      message: expect.stringContaining('already been imported'),
    })
  })

  it('about access that changed since are asked again', async () => {
    const [part] = await split(toPaula)
    const { text } = await answersOf(part!.id)
    const [one] = (await items({ kinds: ['direct'] })).filter(({ level }) => level === 30)
    const place = one!.source_type === 'Project' ? 'projects' : 'groups'
    await request('PUT', `/${place}/${one!.source}/members/${one!.user}`, { access_level: 40 })
    await call('readAgain', { review })
    await vi.waitUntil(async () => (await call<ReviewState>('state', { review })).phase === 'done')
    const found = await preview(text)
    expect(found.outdated.map(({ item }) => item)).toEqual([one!.id])
    await take(text)
    expect(await items({ decided: 'undecided' })).toMatchObject([{ id: one!.id, level: 40 }])
    const [next] = await split(toPaula)
    expect(next).toMatchObject({ items: 1 })
  })

  it('are verified with the keys that GitLab lists for the reviewer', async () => {
    const tomasz = await idOf('tomasz')
    const { email } = await request<{ email: string }>('GET', `/users/${tomasz}`)
    const key = join(home, 'reviewer')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    await request('POST', `/users/${tomasz}/keys`, {
      title: 'Laptop',
      key: readFileSync(`${key}.pub`, 'utf8'),
    })
    const [part] = await split({ by: 'reviewer', reviewer: { name: 'Tomasz', email } })
    const { text } = await answersOf(part!.id)
    const sign = (signed: string) => {
      const file = join(home, 'answers.json')
      writeFileSync(file, signed)
      rmSync(`${file}.sig`, { force: true })
      execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', 'latchkey-review', file])
      return readFileSync(`${file}.sig`, 'utf8')
    }
    const bad = await preview(text, sign(`${text} `))
    expect(bad.signature).toMatchObject({ state: 'invalid' })
    const refused = { review, files: files(text, sign(`${text} `)), hash: bad.hash }
    expect(await failure('importAnswers', refused)).toMatchObject({
      message: expect.stringContaining('couldn’t be verified'),
    })
    const good = sign(text)
    expect((await preview(text, good)).signature).toMatchObject({ state: 'valid' })
    await take(text, good)
    const [item] = await items({ decided: 'keep' })
    expect(item!.decided).toMatchObject({
      by: 'tomasz',
      source: { signedWith: expect.stringContaining('SHA256:') },
    })
  })
})

describe('the pack', () => {
  async function packed(signWith?: string) {
    const input = { review, ...(signWith !== undefined && { signWith }) }
    const [zip] = await call<{ text: string }[]>('pack', input)
    const folder = join(home, 'pack')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const [name, bytes] of Object.entries(unzipSync(Buffer.from(zip!.text, 'base64'))))
      writeFileSync(join(folder, name.split('/').at(-1)!), bytes)
    return folder
  }
  async function verified(folder: string) {
    const lines: string[] = []
    const code = await verifyReviewPack(folder, (line) => lines.push(line))
    return { code, text: lines.join('\n') }
  }

  it('says who had access, who decided, when, what changed, and whether it is complete', async () => {
    const [part] = await split(toPaula)
    await take((await answersOf(part!.id, 'remove')).text)
    await call('close', { review })
    const folder = await packed()
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    const all = await items()
    for (const { id } of all) expect(read('items.csv')).toContain(id)
    expect(read('decisions.csv').match(/,remove,/g)).toHaveLength(all.length)
    expect(read('decisions.csv')).toContain('paula@example.org')
    const collection = JSON.parse(read('collection.json')) as Record<string, unknown>
    expect(collection).toMatchObject({ users_total: 3, users_read: 3, users_read_in_part: 0 })
    const report = read('report.html')
    for (const text of [
      'Population',
      'Direct membership',
      'Inherited membership',
      'paula@example.org',
      'Not carried out',
      'Everything was read',
      'Not part of this review',
      '3 users who were chosen one by one, or by a filter',
      'Project tidewater-maps',
    ])
      expect(report).toContain(text)
    expect(await verified(folder)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Not signed'),
    })
  })

  it('is damaged if a file changes or is missing, and signed if a key was chosen', async () => {
    await call('close', { review })
    mkdirSync(join(home, '.ssh'))
    const key = join(home, '.ssh', 'id_ed25519')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const fingerprint = execFileSync('ssh-keygen', ['-lf', key], { encoding: 'utf8' }).split(
      ' ',
    )[1]!
    const folder = await packed(fingerprint)
    expect(await verified(folder)).toMatchObject({
      code: 0,
      text: expect.stringContaining(fingerprint),
    })
    expect((await verified(relative(process.cwd(), folder))).code).toBe(0)
    const file = join(folder, 'decisions.csv')
    writeFileSync(file, readFileSync(file, 'utf8').replace('undecided', 'keep'))
    expect(await verified(folder)).toMatchObject({
      code: 1,
      text: expect.stringContaining('decisions.csv'),
    })
    rmSync(file)
    expect((await verified(folder)).code).toBe(1)
    expect((await verified(join(home, 'nowhere'))).code).toBe(2)
  })
})
