import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { TokenUse } from '../../../shared/operations/own-tokens.ts'
import { dateIn } from '../../testing/dates.ts'
import {
  type UsesHome,
  createHomeWithTokenUses,
  usesEnvironment,
} from '../accounts/found-tokens/testing/uses-home.ts'
import { type RotationStage, startRotationStage } from './testing/rotation-stage.ts'

let home: string
let stage: RotationStage
let files: UsesHome['files']
let old: { id: number; token: string }

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-hand-over-'))
  stage = await startRotationStage({ home, environment: usesEnvironment(home) })
  old = await stage.createToken('CI')
  ;({ files } = createHomeWithTokenUses(home, stage.way.url, old.token))
})
afterEach(async () => {
  await stage.stop()
  rmSync(home, { recursive: true })
})

/** The places that have the old token and can get another, by program. */
async function checkedUses(account = stage.me.id): Promise<Record<string, string>> {
  const uses = await stage.latchkey.value<TokenUse[]>(
    'ownTokens.checkUses',
    { id: old.id },
    account,
  )
  return Object.fromEntries(
    uses
      .filter(({ match, canUpdate }) => match === 'this' && canUpdate)
      .map((use) => [use.source, use.id]),
  )
}

const secretsIn = (...names: ('git' | 'glab')[]) =>
  names.map((name) => /glpat-[\w.-]+/.exec(readFileSync(files[name], 'utf8'))?.[0])
const writes = () => stage.way.requests.filter(({ method }) => method !== 'GET')

// The programs are shell scripts, which Windows can't run.
describe.skipIf(process.platform === 'win32')('ownTokens.handOver', () => {
  it('passes a typed token to git and glab, and stores it nowhere else', async () => {
    const { git, glab } = await checkedUses()
    const { token } = await stage.createToken('New')
    const input = { id: old.id, uses: [git!, glab!], from: { token } }
    expect(await stage.latchkey.value('ownTokens.handOver', input, stage.me.id)).toEqual({
      updated: [{ id: git }, { id: glab }],
    })
    expect(secretsIn('git', 'glab')).toEqual([token, token])
    expect(stage.latchkey.kept().filter((text) => text.includes(token))).toEqual([])
    expect(await checkedUses()).toEqual({})
    expect(await stage.works(old.token)).toBe(true)
  })

  it.each<[string, () => Promise<string>, string]>([
    [
      'another user’s token',
      () => Promise.resolve(stage.sandbox.tokens.admin),
      'This token isn’t yours, or isn’t a personal access token.',
    ],
    [
      'the old token',
      () => Promise.resolve(old.token),
      'This is the old token. Paste the new one.',
    ],
    [
      'the token that Latchkey is signed in with',
      () => Promise.resolve(stage.sandbox.tokens.user),
      'Latchkey itself is signed in with this token.',
    ],
    ['an unknown token', () => Promise.resolve('glpat-unknown'), expect.any(String)],
  ])('rejects %s, and changes nothing', async (_, token, message) => {
    const { git, glab } = await checkedUses()
    const input = { id: old.id, uses: [git!, glab!], from: { token: await token() } }
    const failure = await stage.latchkey.failure('ownTokens.handOver', input, stage.me.id)
    expect(failure.message).toEqual(message)
    expect(secretsIn('git', 'glab')).toEqual([old.token, old.token])
  })

  it('creates nothing if a place has changed since it was checked', async () => {
    const admin = await stage.latchkey.signIn(stage.way.url, stage.sandbox.tokens.admin)
    const { git } = await checkedUses(admin.id)
    writeFileSync(files.git, readFileSync(files.git, 'utf8').replace(old.token, 'glpat-changed'))
    const input = { id: old.id, uses: [git!], from: { expires_at: dateIn(90) } }
    expect(await stage.latchkey.failure('ownTokens.handOver', input, admin.id)).toMatchObject({
      kind: 'conflict',
    })
    expect(writes()).toEqual([])
  })

  it.each<[string[], string, string[]]>([
    [['git'], 'Git', ['read_repository', 'write_repository']],
    [['git', 'glab'], 'Git + glab', ['api', 'write_repository']],
  ])('creates an administrator’s token for %j, and logs it', async (programs, name, scopes) => {
    const admin = await stage.latchkey.signIn(stage.way.url, stage.sandbox.tokens.admin)
    const uses = await checkedUses(admin.id)
    const input = {
      id: old.id,
      uses: programs.map((program) => uses[program]!),
      from: { expires_at: dateIn(90) },
    }
    const answer = await stage.latchkey.value('ownTokens.handOver', input, admin.id)
    expect(answer).toEqual({ updated: input.uses.map((id) => ({ id })) })
    const [secret] = secretsIn('git')
    expect(secret).not.toBe(old.token)
    expect(await stage.tokensNamed(name, admin.user.id)).toMatchObject([
      { scopes, expires_at: dateIn(90) },
    ])
    const { items } = await stage.latchkey.value<{ items: AuditLogEntry[] }>(
      'auditLog.list',
      {},
      admin.id,
    )
    expect(items[0]).toMatchObject({ action: 'personalAccessTokens.createFor' })
    expect(stage.latchkey.kept().filter((text) => text.includes(secret!))).toEqual([])
  })

  it('creates no token for other users', async () => {
    const { git } = await checkedUses()
    const input = { id: old.id, uses: [git!], from: { expires_at: dateIn(90) } }
    expect(await stage.latchkey.failure('ownTokens.handOver', input, stage.me.id)).toMatchObject({
      kind: 'forbidden',
    })
    expect(writes()).toEqual([])
  })
})
