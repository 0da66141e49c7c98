import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type { TokenUse } from '../../../../shared/operations/own-tokens.ts'
import { refusalOf } from '../../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { type ManagedPolicy, noPolicy } from '../../../platform/policy/policy.ts'
import { json, startServer } from '../../../testing/http-server.ts'
import { type RotationStage, startRotationStage } from '../../tokens/testing/rotation-stage.ts'
import { writeScript } from './testing/git-home.ts'
import { type UsesHome, usesEnvironment, createHomeWithTokenUses } from './testing/uses-home.ts'

let home: string
let stage: RotationStage
let uses: UsesHome
let token: { id: number; token: string }

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-uses-'))
  stage = await startRotationStage({ home, environment: usesEnvironment(home) })
  token = await stage.createToken('CI')
  uses = createHomeWithTokenUses(home, stage.way.url, token.token)
})
afterEach(async () => {
  await stage.stop()
  rmSync(home, { recursive: true })
})

const find = () => stage.latchkey.value<TokenUse[]>('ownTokens.findUses', {}, stage.me.id)
const check = (id = token.id) =>
  stage.latchkey.value<TokenUse[]>('ownTokens.checkUses', { id }, stage.me.id)
const matches = (foundUses: readonly TokenUse[]) =>
  Object.fromEntries(foundUses.map(({ source, match }) => [source, match]))

interface RotationResult {
  token: { token: string }
  updated: { id: string; failure?: { message: string } }[]
  notUpdated: TokenUse[]
}
async function rotate(foundUses: readonly TokenUse[]): Promise<RotationResult> {
  const answer = await stage.rotate(
    token.id,
    foundUses.map(({ id }) => id),
  )
  if (!answer.ok) expect.fail(answer.failure.message)
  return answer.value as RotationResult
}

// The programs are shell scripts, which Windows can't run.
describe.skipIf(process.platform === 'win32')('TokenUses', () => {
  it('finds uses without sending a request or running a program', async () => {
    const requestCount = stage.way.requests.length
    const id = expect.any(String)
    const match = 'unchecked'
    expect(await find()).toEqual([
      { id, source: 'glab', path: '~/.config/glab-cli/config.yml', canUpdate: true, match },
      { id, source: 'git', canUpdate: true, match },
      { id, source: 'netrc', path: '~/.netrc', line: 3, canUpdate: false, match },
      { id, source: 'npmrc', path: '~/.npmrc', line: 1, canUpdate: false, match },
    ])
    expect(stage.way.requests).toHaveLength(requestCount)
    expect(existsSync(uses.programLog)).toBe(false)
  })

  it('doesn’t look for a rotated token on a computer whose files a policy forbids', async () => {
    expect((await rotate([])).notUpdated).toHaveLength(4)
    await stage.stop()
    const policy: ManagedPolicy = { ...noPolicy, values: { disabledFeatures: ['this-computer'] } }
    stage = await startRotationStage({ home, environment: usesEnvironment(home), policy })
    token = await stage.createToken('CI')
    uses = createHomeWithTokenUses(home, stage.way.url, stage.sandbox.tokens.user)
    expect((await rotate([])).notUpdated).toEqual([])
    const places = await stage.latchkey.value('accounts.tokenUses', { id: stage.me.id })
    expect(places).toEqual({ places: [], accounts: [] })
  })

  it('matches secrets to tokens with one request per secret', async () => {
    writeFileSync(uses.files.netrc, `machine ${new URL(stage.way.url).host} password glpat-nobodys`)
    const { token: other } = await stage.createToken('Other')
    const { host } = new URL(stage.way.url)
    writeFileSync(uses.files.npmrc, `//${host}/:_authToken=${other}\n`)
    const requestCount = stage.way.requests.length
    expect(matches(await check())).toEqual({
      glab: 'this',
      git: 'this',
      netrc: 'refused',
      npmrc: 'another',
    })
    const requests = stage.way.requests.slice(requestCount)
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(3).fill('GET /api/v4/personal_access_tokens/self'),
    )
    expect(new Set(requests.map(({ headers }) => headers['private-token'])).size).toBe(3)
  })

  it('reports tokens missing from Git and sources that can’t be queried', async () => {
    writeFileSync(uses.files.git, '')
    stage.way.mayRead = () => false
    expect(matches(await check())).toEqual({
      glab: 'failed',
      git: 'none',
      netrc: 'failed',
      npmrc: 'failed',
    })
  })

  it("finds only secrets for the instance's host and port", async () => {
    const { hostname, port } = new URL(stage.way.url)
    const other = `${hostname}:${Number(port) === 9 ? 10 : 9}`
    writeFileSync(uses.files.npmrc, `//${other}/:_authToken=${token.token}\n`)
    writeFileSync(uses.files.netrc, `machine ${other} password ${token.token}`)
    const config = readFileSync(uses.files.glab, 'utf8')
    writeFileSync(uses.files.glab, config.replace(`${hostname}:${port}`, other))
    expect((await find()).map(({ source }) => source)).toEqual(['git'])
    writeFileSync(uses.files.netrc, `machine ${hostname} password ${token.token}`)
    expect((await find()).map(({ source }) => source)).toEqual(['git', 'netrc'])
  })

  it.each([
    ['rejects every token', 403, { message: 'Unauthorized' }],
    ['requires a sign-in', 401, { message: 'Unauthorized' }],
    ['returns its own error', 401, { reason: 'no session' }],
  ])('does not report secrets as rejected if a gateway %s', async (_, status, body) => {
    const gate = await startServer(
      ({ url }, response) => {
        const isUser = url.startsWith('/api/v4/user')
        json(
          response,
          isUser ? 200 : status,
          isUser ? { id: 7, username: 'ada', name: 'Ada' } : body,
        )
      },
      { ownToken: false },
    )
    const ada = await stage.latchkey.signIn(gate.url, 'glpat-of-ada')
    createHomeWithTokenUses(home, gate.url, token.token)
    const foundUses = await stage.latchkey.value<TokenUse[]>(
      'ownTokens.checkUses',
      { id: 1 },
      ada.id,
    )
    expect(matches(foundUses)).toEqual({
      glab: 'failed',
      git: 'failed',
      netrc: 'failed',
      npmrc: 'failed',
    })
    await gate.stop()
  })

  it('reports a secret that glab may have in its keychain', async () => {
    const config = readFileSync(uses.files.glab, 'utf8')
    const inKeychain = config.replace(/ +token: .*/, '    token:\n    use_keyring: "true"')
    writeFileSync(uses.files.glab, inKeychain)
    const path = '~/.config/glab-cli/config.yml'
    const expected = { source: 'glab', path, canUpdate: false, match: 'failed' }
    expect((await find())[0]).toMatchObject(expected)
    expect((await check())[0]).toMatchObject(expected)
    writeFileSync(uses.files.glab, inKeychain.replace(/api_host: .*/, 'api_host: git.example.org'))
    expect((await find()).map(({ source }) => source)).toEqual(['git', 'netrc', 'npmrc'])
  })

  it("doesn't read files on the real computer for a demo account", async () => {
    const account = await stage.latchkey.value<Account>('demo.start', { as: 'user' })
    const { host } = new URL(account.baseUrl)
    writeFileSync(uses.files.netrc, `machine ${host} password ${token.token}`)
    writeFileSync(uses.files.npmrc, `//${host}/:_authToken=${token.token}`)
    const helper = writeScript(home, 'helper', [`echo asked >> ${uses.programLog}; exit 0`])
    writeFileSync(join(home, '.gitconfig'), `[credential]\n\thelper = ${helper}\n`)
    const foundUses = await stage.latchkey.value<TokenUse[]>(
      'ownTokens.checkUses',
      { id: 1 },
      account.id,
    )
    expect(matches(foundUses)).toEqual({ git: 'none' })
    expect(existsSync(uses.programLog)).toBe(false)
  })

  it('reports a file that can’t be read', async () => {
    rmSync(uses.files.netrc)
    execFileSync('mkfifo', [uses.files.netrc])
    rmSync(uses.files.npmrc)
    symlinkSync('/dev/zero', uses.files.npmrc)
    writeFileSync(uses.files.glab, 'x'.repeat(100_000))
    expect(matches(await find())).toEqual({
      glab: 'failed',
      git: 'unchecked',
      netrc: 'failed',
      npmrc: 'failed',
    })
  })
})

describe.skipIf(process.platform === 'win32')('a rotation', () => {
  const programs = (foundUses: readonly TokenUse[]) =>
    foundUses.filter(({ canUpdate }) => canUpdate)

  it("passes the new secret to glab and Git, and doesn't change other files", async () => {
    const netrc = readFileSync(uses.files.netrc, 'utf8')
    const { token: created, updated } = await rotate(programs(await check()))
    expect(updated.map(({ failure }) => failure)).toEqual([undefined, undefined])
    expect(readFileSync(uses.glabInput, 'utf8')).toBe(`${created.token}\n`)
    expect(readFileSync(uses.files.glab, 'utf8')).toContain('git_protocol: ssh')
    const stored = stage.way.url
      .replace('://', `://maya:${created.token}@`)
      .replace(/:(\d+)$/, '%3a$1')
    expect(readFileSync(uses.files.git, 'utf8').trim()).toBe(stored)
    expect(readFileSync(uses.files.netrc, 'utf8')).toBe(netrc)
    const ran = readFileSync(uses.programLog, 'utf8')
    expect(ran).toContain('auth login --hostname gitlab.example --stdin')
    expect(ran).not.toContain(created.token)
    expect(ran).not.toContain(token.token)
    expect(await stage.works(created.token)).toBe(true)
  })

  it('names the places that still have the old token, or may have it', async () => {
    const glab = (await check()).find(({ source }) => source === 'glab')!
    const { notUpdated } = await rotate([glab])
    expect(matches(notUpdated)).toEqual({ git: 'this', netrc: 'this', npmrc: 'this' })
  })

  it('searches for them if nobody did', async () => {
    const { notUpdated } = await rotate([])
    const sources = ['glab', 'git', 'netrc', 'npmrc']
    expect(matches(notUpdated)).toEqual(
      Object.fromEntries(sources.map((source) => [source, 'unchecked'])),
    )
    expect(existsSync(uses.programLog)).toBe(false)
  })

  it('names a place that a program refused to update', async () => {
    const foundUses = programs(await check())
    writeScript(join(home, 'bin'), 'glab', ['cat > /dev/null; exit 1'])
    const { notUpdated } = await rotate(foundUses)
    expect(matches(notUpdated)).toEqual({ glab: 'this', netrc: 'this', npmrc: 'this' })
  })

  it.each([
    ['fails', ['cat > /dev/null; exit 1'], /^glab didn’t accept/],
    ['does nothing', ['cat > /dev/null'], /^glab didn’t accept/],
  ])('returns the new secret and a warning if glab %s', async (_, lines, message) => {
    const foundUses = programs(await check())
    writeScript(join(home, 'bin'), 'glab', lines)
    const { token: created, updated } = await rotate(foundUses)
    expect(updated).toMatchObject([{ failure: { message: expect.stringMatching(message) } }, {}])
    expect(updated[1]).not.toHaveProperty('failure')
    expect(await stage.works(created.token)).toBe(true)
  })

  it('replaces only the secret of this account’s username in Git', async () => {
    const { username } = stage.me.user
    const store = (secret: string) =>
      ['somebody:glpat-of-another', `${username}:${secret}`, `zoe:${secret}-of-zoe`].map((user) =>
        stage.way.url.replace('://', `://${user}@`).replace(/:(\d+)$/, '%3a$1'),
      )
    writeFileSync(uses.files.git, `${store(token.token).join('\n')}\n`)
    const inGit = (await check()).filter(({ source }) => source === 'git')
    expect(inGit).toMatchObject([
      { username, match: 'this', canUpdate: true },
      { username: 'somebody', match: 'refused' },
    ])
    const { token: created } = await rotate(inGit.slice(0, 1))
    const stored = readFileSync(uses.files.git, 'utf8').trim().split('\n')
    const [somebody, , zoe] = store(token.token)
    expect(stored.toSorted()).toEqual([somebody, store(created.token)[1], zoe].toSorted())
  })

  it('leaves secrets for single repositories to the user', async () => {
    const config = readFileSync(join(home, '.gitconfig'), 'utf8')
    writeFileSync(join(home, '.gitconfig'), `${config}\tuseHttpPath = true\n`)
    const inGit = (await check()).filter(({ source }) => source === 'git')
    expect(inGit).toMatchObject([{ match: 'this', canUpdate: false }])
  })

  it("returns the new secret and a warning if Git doesn't store it", async () => {
    const foundUses = programs(await check()).filter(({ source }) => source === 'git')
    const helper = writeScript(home, 'helper', [
      `[ "$1" = get ] && printf 'username=maya\\npassword=${token.token}\\n'; exit 0`,
    ])
    writeFileSync(join(home, '.gitconfig'), `[credential]\n\thelper = ${helper}\n`)
    const { token: created, updated } = await rotate(foundUses)
    expect(updated).toMatchObject([
      { failure: { message: expect.stringMatching(/^Git’s credential helper didn’t store/) } },
    ])
    expect(await stage.works(created.token)).toBe(true)
  })

  it.each(['x\nhost=git.example.org\npassword=y', 'x y', ' x'])(
    'never passes %j to a program as a secret, and warns',
    async (secret) => {
      const before = readFileSync(uses.files.git, 'utf8')
      const foundUses = programs(await check())
      stage.way.loss = refusalOf(201, { id: 999, name: 'CI', token: secret })
      const { token: created, updated } = await rotate(foundUses)
      expect(created.token).toBe(secret)
      const failure = {
        message: 'The instance sent something that isn’t a token, so no program was given it.',
      }
      expect(updated).toMatchObject([{ failure }, { failure }])
      expect(readFileSync(uses.files.git, 'utf8')).toBe(before)
      expect(existsSync(uses.glabInput)).toBe(false)
    },
  )

  it("isn't sent if a use was not checked, has another token, or has changed since", async () => {
    const failure = { kind: 'conflict', reason: 'offer-gone' }
    const refused = async (foundUses: readonly TokenUse[]) => {
      const answer = await stage.rotate(
        token.id,
        foundUses.map(({ id }) => id),
      )
      expect(answer).toMatchObject({ ok: false, failure })
    }
    await refused(programs(await find()))
    const { id } = await stage.createToken('Other')
    await refused(programs(await check(id)))
    const foundUses = await check()
    await refused(foundUses.filter(({ canUpdate }) => !canUpdate))
    writeFileSync(uses.files.git, stage.way.url.replace('://', '://maya:another@'))
    await refused(programs(foundUses))
    await refused([{ ...foundUses[0]!, id: 'unknown' }])
    expect(stage.way.posts()).toBe(0)
  })
})
