import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type { TokenPlace } from '../../../../shared/operations/accounts.ts'
import type { FoundTokens as Found } from '../../../../shared/operations/found-tokens.ts'
import type { SecretStore } from '../../../platform/keychain/secret-store.ts'
import { serviceAbsentError } from '../../../platform/keychain/keychain-error.ts'
import { dateIn } from '../../../testing/dates.ts'
import { startServer } from '../../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'
import { storeCredentials, writeScript } from './testing/git-home.ts'

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await startSeededSandbox({ users: 20 })))
afterAll(() => sandbox.stop())

let home: string
let latchkey: TestLatchkey
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'latchkey-found-'))))
afterEach(async () => {
  await latchkey.close()
  rmSync(home, { recursive: true })
})

/** Every response from Latchkey. */
let answers: string[]
function start(variables: NodeJS.ProcessEnv = {}): void {
  const environment = { PATH: process.env.PATH, ...variables }
  latchkey = createTestLatchkey({ home, environment })
  answers = []
}

async function call<T>(name: string, input?: unknown): Promise<T> {
  const value = await latchkey.value<T>(name, input)
  answers.push(JSON.stringify(value))
  return value
}
async function failureOf(name: string, input: unknown) {
  const failure = await latchkey.failure(name, input)
  answers.push(JSON.stringify(failure))
  return failure
}

const list = (baseUrl?: string) => call<Found>('foundTokens.list', { baseUrl })
const offerOf = (found: Found, source: TokenPlace['source']) =>
  found.offers.find((offer) => offer.source === source)!

function writeGlab(token: string, host = new URL(sandbox.url).host, user = 'maya'): void {
  const folder = join(home, '.config/glab-cli')
  mkdirSync(folder, { recursive: true })
  const lines = [
    `token: !!null ${token}`,
    'api_protocol: http',
    `api_host: ${host}`,
    `user: ${user}`,
  ]
  const text = `hosts:\n    gitlab.example:\n${lines.map((line) => `        ${line}\n`).join('')}`
  writeFileSync(join(folder, 'config.yml'), text)
}
const gitUrl = (token: string) => sandbox.url.replace('://', `://maya:${token}@`)

/** Expects the token to be absent from all of Latchkey's responses, logs and files. */
function expectSecret(token: string): void {
  expect([...answers, ...latchkey.kept()].filter((text) => text.includes(token))).toEqual([])
}

describe('tokens on this computer', () => {
  it('are named after a rotation if they still have the old token', async () => {
    const instance = await startSeededSandbox({ users: 20, flavor: 'gitlab' })
    const { token } = (await (
      await fetch(`${instance.url}/api/v4/users/2/personal_access_tokens`, {
        method: 'POST',
        headers: { 'private-token': instance.tokens.admin, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Git', scopes: ['api'], expires_at: dateIn(10) }),
      })
    ).json()) as { token: string }
    storeCredentials(home, [instance.url.replace('://', `://maya:${token}@`)])
    start({ GITLAB_TOKEN: token, GITLAB_HOST: instance.url })
    const offer = offerOf(await list(instance.url), 'git')
    const { id } = await call<Account>('foundTokens.use', { id: offer.id })
    const places = [{ source: 'environment', place: 'GITLAB_TOKEN' }, { source: 'git' }]
    const rotated = await call('accounts.rotateToken', { id, expires_at: dateIn(90) })
    expect(rotated).toMatchObject({ id, oldTokenUses: { places, accounts: [] } })
    expect(await call('accounts.tokenUses', { id })).toEqual({ places: [], accounts: [] })
    expectSecret(token)
    await instance.stop()
  })

  it('include the searched locations if none are found', async () => {
    start()
    expect(await list(sandbox.url)).toMatchObject({
      offers: [{ source: 'git', baseUrl: sandbox.url }],
      unusable: [],
      places: ['~/.config/glab-cli/config.yml', 'GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN'],
    })
    expect(await list()).toMatchObject({ offers: [], git: 'no-url' })
    expect(await list('not a URL')).toMatchObject({ offers: [], git: 'no-url' })
  })

  it('are offered from Git only if it is installed', async () => {
    start({ PATH: home })
    expect(await list(sandbox.url)).toMatchObject({ offers: [], git: 'absent' })
  })

  it('can be used to sign in from glab’s file', async () => {
    const token = sandbox.tokens.user
    writeGlab(token)
    start()
    const offer = offerOf(await list(), 'glab')
    expect(offer).toEqual({
      id: expect.any(String),
      source: 'glab',
      baseUrl: sandbox.url,
      place: '~/.config/glab-cli/config.yml',
      username: 'maya',
      needsHttpConsent: false,
    })
    const account = await call<Account>('foundTokens.use', { id: offer.id, firstSteps: true })
    expect(account).toMatchObject({ baseUrl: sandbox.url, token: 'keychain', canWrite: true })
    expect(account.firstSteps).toHaveLength(4)
    expect(await latchkey.value('user.get', {}, account.id)).toMatchObject({ id: account.user.id })
    expectSecret(token)
  })

  it('can be used from a variable, with the host in another variable', async () => {
    const token = sandbox.tokens.user
    start({ GITLAB_TOKEN: token, GITLAB_ACCESS_TOKEN: token, GITLAB_HOST: sandbox.url })
    const { offers } = await list()
    expect(offers).toMatchObject([
      { source: 'environment', place: 'GITLAB_TOKEN', baseUrl: sandbox.url },
    ])
    await call('foundTokens.use', { id: offers[0]!.id })
    expectSecret(token)
  })

  it.each(['glab', 'environment'] as const)(
    'can be used from %s for an instance below /help, and are found again',
    async (source) => {
      const folder = '/help/gitlab'
      const server = await startServer(async ({ url, headers }, response) => {
        if (!url.startsWith(`${folder}/api/v4/`)) return void response.writeHead(404).end()
        const answer = await fetch(sandbox.url + url.slice(folder.length), {
          headers: { 'PRIVATE-TOKEN': String(headers['private-token']) },
        })
        const type = answer.headers.get('content-type') ?? 'text/plain'
        response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
      })
      const baseUrl = server.url + folder
      const token = sandbox.tokens.user
      const write = (username?: string) =>
        source === 'glab' && writeGlab(token, new URL(server.url).host + folder, username)
      write()
      const variables =
        source === 'environment' ? { GITLAB_TOKEN: token, GITLAB_HOST: baseUrl } : {}
      const environment = { PATH: process.env.PATH, ...variables }
      const dataFolder = mkdtempSync(join(home, 'data-'))
      const absent = async () => Promise.reject(serviceAbsentError())
      const describe = async () => ({ state: 'absent' as const, name: '', message: '' })
      const keychain: SecretStore = { describe, get: absent, set: absent, remove: absent }
      answers = []
      latchkey = createTestLatchkey({ home, environment, dataFolder, keychain })
      const offer = offerOf(await list(), source)
      const { id, user } = await call<Account>('foundTokens.use', { id: offer.id })
      expect(await call('accounts.list')).toMatchObject({ accounts: [{ id, baseUrl }] })
      write(user.username)
      await latchkey.close()
      latchkey = createTestLatchkey({ home, environment, dataFolder, keychain })
      expect(await call('foundTokens.missing', {})).toMatchObject([{ id, places: [{ source }] }])
      expect(await call('foundTokens.restore', {})).toMatchObject({ restored: [{ id, baseUrl }] })
      await server.stop()
    },
  )

  it('are for gitlab.com by default if they are in a variable, and unusable ones are detected', async () => {
    start({ GITLAB_ACCESS_TOKEN: 'glpat-one', OAUTH_TOKEN: 'gloas-two', GITLAB_TOKEN: 'a b' })
    const { offers, unusable } = await list()
    expect(offers).toMatchObject([{ place: 'GITLAB_ACCESS_TOKEN', baseUrl: 'https://gitlab.com' }])
    expect(unusable).toEqual([
      { source: 'environment', name: 'GITLAB_TOKEN', reason: 'malformed' },
      { source: 'environment', name: 'OAUTH_TOKEN', reason: 'oauth' },
    ])
    await latchkey.close()
    start({ GITLAB_TOKEN: 'glpat-one', GITLAB_URI: 'ftp://gitlab.com' })
    expect(await list()).toMatchObject({
      offers: [],
      unusable: [{ source: 'environment', name: 'GITLAB_URI', reason: 'url' }],
    })
  })
})

// The helpers are shell scripts, which Windows can't run.
describe.skipIf(process.platform === 'win32')("git's token", () => {
  it('signs in without passing the token in an argument or a variable', async () => {
    const token = sandbox.tokens.user
    storeCredentials(home, [gitUrl(token)])
    const log = join(home, 'programs')
    const bin = join(home, 'bin')
    mkdirSync(bin)
    const git = `PATH="${process.env.PATH}" exec git "$@"`
    writeScript(bin, 'git', [`(echo "$@"; env) >> ${log}`, git])
    start({ PATH: [bin, process.env.PATH].join(delimiter), GITLAB_TOKEN: token })
    const offer = offerOf(await list(sandbox.url), 'git')
    expect(offer).not.toHaveProperty('username')
    // Nothing runs until an offer is selected.
    expect(() => readFileSync(log)).toThrow('ENOENT')
    await call('foundTokens.use', { id: offer.id })
    expect(readFileSync(log, 'utf8')).toContain('credential fill')
    expect(readFileSync(log, 'utf8')).not.toContain(token)
    expectSecret(token)
  })

  it.each(['Hunter2-is-a-password', 'pass%20word'])(
    'is rejected if it may be a password: %s',
    async (password) => {
      storeCredentials(home, [gitUrl(password)])
      start()
      const { id } = offerOf(await list(sandbox.url), 'git')
      expect(await failureOf('foundTokens.use', { id })).toMatchObject({
        kind: 'unauthorized',
        message: expect.stringMatching(
          /^Git’s credentials for .+ aren’t a personal access token\.$/,
        ),
      })
      expectSecret(decodeURIComponent(password))
    },
  )

  it('is reported if missing', async () => {
    storeCredentials(home, [])
    start()
    const { id } = offerOf(await list(sandbox.url), 'git')
    expect(await failureOf('foundTokens.use', { id })).toMatchObject({
      message: `Git has no credentials for ${new URL(sandbox.url).host}.`,
    })
  })
})

describe('using a found token', () => {
  it('asks for consent before sending a token unencrypted', async () => {
    const { port } = new URL(sandbox.url)
    writeGlab(sandbox.tokens.user, `localhost:${port}`)
    start()
    const { id, needsHttpConsent } = offerOf(await list(), 'glab')
    expect(needsHttpConsent).toBe(true)
    expect(await failureOf('foundTokens.use', { id })).toMatchObject({ reason: 'insecure' })
    await call('foundTokens.use', { id, allowHttp: true })
  })

  it('asks for consent before replacing a token with more scopes', async () => {
    writeGlab(sandbox.tokens.read_user)
    start()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const offer = offerOf(await list(), 'glab')
    const input = { id: offer.id }
    expect(await failureOf('foundTokens.use', input)).toMatchObject({ reason: 'narrower-token' })
    const replaced = await call<Account>('foundTokens.use', { ...input, allowFewerScopes: true })
    expect(replaced).toMatchObject({ id, canWrite: false })
  })

  it.each([
    ['expired', 'token-expired'],
    ['revoked', 'token-revoked'],
  ] as const)('rejects a token that is %s', async (name, reason) => {
    writeGlab(sandbox.tokens[name])
    start()
    const { id } = offerOf(await list(), 'glab')
    expect(await failureOf('foundTokens.use', { id })).toMatchObject({ reason })
    expectSecret(sandbox.tokens[name])
  })

  it('reports a file that was changed or deleted after it was listed', async () => {
    writeGlab(sandbox.tokens.user)
    start()
    const { id } = offerOf(await list(), 'glab')
    rmSync(join(home, '.config'), { recursive: true })
    expect(await failureOf('foundTokens.use', { id })).toMatchObject({
      reason: 'offer-gone',
      message: '~/.config/glab-cli/config.yml has changed since you looked.',
    })
  })
})

describe('tokens on this computer after a restart without a keychain', () => {
  const locked = async () => Promise.reject(serviceAbsentError())
  const keychain: SecretStore = {
    describe: async () => ({ state: 'absent', name: 'keychain', message: 'There is none.' }),
    get: locked,
    set: locked,
    remove: locked,
  }
  /** Restarts Latchkey with the same data. */
  function restart(environment: NodeJS.ProcessEnv): void {
    const dataFolder = join(home, 'data')
    mkdirSync(dataFolder, { recursive: true })
    latchkey = createTestLatchkey({ home, dataFolder, keychain, environment })
    answers = []
  }

  it('restores all accounts’ tokens in one call, each for its own user', async () => {
    const { PATH } = process.env
    const other = await startSeededSandbox({ users: 20, seed: 2 })
    restart({ PATH })
    const first = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const second = await latchkey.signIn(other.url, other.tokens.user)
    const third = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    await latchkey.close()
    writeGlab(sandbox.tokens.user, new URL(sandbox.url).host, first.user.username)
    restart({ PATH, GITLAB_TOKEN: other.tokens.user, GITLAB_HOST: other.url })
    const glab = { source: 'glab', place: '~/.config/glab-cli/config.yml' }
    expect(await call('foundTokens.missing', {})).toEqual([
      { id: first.id, places: [glab] },
      { id: second.id, places: [{ source: 'environment', place: 'GITLAB_TOKEN' }] },
      { id: third.id, places: [] },
    ])
    expect(await call('foundTokens.restore', {})).toMatchObject({
      restored: [
        { id: first.id, token: 'session' },
        { id: second.id, token: 'session' },
      ],
      failed: [],
    })
    expect(await call('foundTokens.missing', {})).toEqual([{ id: third.id, places: [] }])
    expectSecret(sandbox.tokens.user)
    expectSecret(other.tokens.user)
    await other.stop()
  })

  it('never restores another user’s token', async () => {
    const { PATH } = process.env
    restart({ PATH })
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    await latchkey.close()
    restart({ PATH, GITLAB_TOKEN: sandbox.tokens.user, GITLAB_HOST: sandbox.url })
    const { restored, failed } = await call<{ restored: []; failed: { message: string }[] }>(
      'foundTokens.restore',
      {},
    )
    expect(restored).toEqual([])
    expect(failed).toEqual([{ id, message: expect.stringContaining('belongs to @') }])
  })

  it('queries Git only for accounts whose token came from it', async () => {
    storeCredentials(home, [gitUrl(sandbox.tokens.user)])
    const environment = { PATH: process.env.PATH }
    restart(environment)
    const offer = offerOf(await list(sandbox.url), 'git')
    const { id } = await call<Account>('foundTokens.use', { id: offer.id })
    expect(await call('accounts.tokenUses', { id })).toEqual({
      places: [{ source: 'git' }],
      accounts: [],
    })
    await latchkey.close()
    restart(environment)
    expect(await call('foundTokens.missing', {})).toEqual([{ id, places: [{ source: 'git' }] }])
    expect(await call('foundTokens.restore', {})).toMatchObject({ restored: [{ id }] })
    expect(await call('accounts.tokenUses', { id })).toMatchObject({ places: [{ source: 'git' }] })
    await call('accounts.replaceToken', { id, token: sandbox.tokens.user })
    expect(await call('accounts.tokenUses', { id })).toMatchObject({ places: [] })
  })

  it('lists the programs affected when a token is revoked', async () => {
    writeGlab(sandbox.tokens.user)
    start({ GITLAB_TOKEN: sandbox.tokens.user, GITLAB_ACCESS_TOKEN: 'glpat-another' })
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    expect(await call('accounts.tokenUses', { id })).toMatchObject({
      places: [
        { source: 'glab', place: '~/.config/glab-cli/config.yml' },
        { source: 'environment', place: 'GITLAB_TOKEN' },
      ],
    })
    expectSecret(sandbox.tokens.user)
  })
})
