import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OwnTokens } from '../../../shared/operations/own-tokens.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { accountFolder } from '../../accounts/account-folders.ts'
import { dateIn } from '../../testing/dates.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { startServer } from '../../testing/http-server.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { type RotationStage, startRotationStage } from './testing/rotation-stage.ts'

let stage: RotationStage
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
async function start(...options: Parameters<typeof startRotationStage>): Promise<void> {
  stage = await startRotationStage(...options)
  ends.push(() => stage.stop())
}

const list = () => stage.latchkey.value<OwnTokens>('ownTokens.list', {}, stage.me.id)
const entryOf = async (id: number) => (await list()).tokens.find((token) => token.id === id)
const rotateFailure = async (id: number) => {
  const answer = await stage.rotate(id)
  return answer.ok ? expect.fail('It was rotated.') : answer.failure
}

describe('ownTokens.rotate', () => {
  it('returns the new secret once, and keeps the name and scopes', async () => {
    await start()
    const { id, token } = await stage.createToken('CI')
    const answer = await stage.rotate(id)
    expect(answer).toMatchObject({
      ok: true,
      value: { outcome: 'rotated', token: { name: 'CI', expires_at: dateIn(90) }, updated: [] },
    })
    const { token: created } = (answer as { value: { token: { id: number; token: string } } }).value
    expect([await stage.works(token), await stage.works(created.token)]).toEqual([false, true])
    expect(await entryOf(id)).toMatchObject({ state: 'inactive', wasRotated: false })
    expect(await entryOf(created.id)).toMatchObject({ state: 'active', wasRotated: false })
    expect(stage.latchkey.kept().filter((text) => text.includes(created.token))).toEqual([])
  })

  it('rejects Latchkey’s own token, an inactive one, and a past date', async () => {
    await start()
    const { tokens } = await list()
    const latchkeyToken = tokens.find(({ isSignInToken }) => isSignInToken)!
    expect(await rotateFailure(latchkeyToken.id)).toMatchObject({
      message: 'Latchkey itself is signed in with this token.',
    })
    const inactive = tokens.find(({ state }) => state === 'inactive')!
    expect(await rotateFailure(inactive.id)).toMatchObject({
      message: 'This token no longer works, so it can’t be rotated.',
    })
    const { id } = await stage.createToken('CI')
    const input = { id, expires_at: dateIn(0), uses: [] }
    expect(await stage.latchkey.failure('ownTokens.rotate', input, stage.me.id)).toMatchObject({
      kind: 'invalid',
      fields: { expires_at: ['must be later than today'] },
    })
    expect(stage.way.posts()).toBe(0)
  })

  it('sends one request for two simultaneous calls', async () => {
    await start()
    const { id } = await stage.createToken('CI')
    const answers = await Promise.all([stage.rotate(id), stage.rotate(id)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(stage.rotationsOf(id)).toBe(1)
  })

  it('sends no request if it can’t record the attempt first', async () => {
    await start()
    const { id } = await stage.createToken('CI')
    await list()
    mkdirSync(join(accountFolder(stage.latchkey.dataFolder, stage.me.id), 'created-tokens.json'))
    expect(await rotateFailure(id)).toHaveProperty('message')
    expect(stage.rotationsOf(id)).toBe(0)
  })

  it('allows a retry after a request that was never sent', async () => {
    const send = createNodeFetch()
    const silentServer = await startServer(() => undefined)
    await silentServer.stop()
    let isRefused = true
    await start({
      fetch(input, init) {
        const { pathname } = new URL(input instanceof Request ? input.url : input)
        const isRotation = pathname.endsWith('/rotate') && isRefused
        return send(isRotation ? silentServer.url : input, init)
      },
    })
    const { id } = await stage.createToken('CI')
    expect(await rotateFailure(id)).toMatchObject({ kind: 'offline', reason: 'nothing-answers' })
    expect(await entryOf(id)).toMatchObject({ state: 'active', wasRotated: false })
    isRefused = false
    expect(await stage.rotate(id)).toMatchObject({ value: { outcome: 'rotated' } })
  })

  it('lists every token that may be the successor after a lost response', async () => {
    await start()
    const { id } = await stage.createToken('CI')
    stage.way.loss = 'reset-after'
    stage.way.beforePost = () => stage.createToken('CI')
    const answer = await stage.rotate(id)
    expect(answer).toMatchObject({
      ok: true,
      value: {
        outcome: 'secret-lost',
        successors: [
          { name: 'CI', isSignInToken: false },
          { name: 'CI', state: 'active' },
        ],
      },
    })
  })

  it('reports an earlier rotation with a lost response instead of a dead token', async () => {
    await start()
    const { id } = await stage.createToken('CI')
    stage.way.loss = 'reset-after'
    expect(await stage.rotate(id)).toMatchObject({ value: { outcome: 'secret-lost' } })
    stage.way.loss = 'none'
    expect(await entryOf(id)).toMatchObject({ state: 'inactive', wasRotated: true })
    expect(await rotateFailure(id)).toMatchObject({
      message: 'A rotation of this token was sent before, so it isn’t sent again.',
      hint: expect.stringContaining('successor'),
    })
  })

  it('reports an unknown outcome if the old token is dead and has no successor', async () => {
    await start()
    const { id } = await stage.createToken('CI')
    stage.way.loss = 'reset-before'
    stage.way.beforePost = async () => {
      const url = `${stage.sandbox.url}/api/v4/personal_access_tokens/${id}`
      const headers = { 'private-token': stage.sandbox.tokens.admin }
      await fetch(url, { method: 'DELETE', headers })
    }
    expect(await rotateFailure(id)).toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringMatching(/The token no longer works, and no successor was found\.$/),
    })
  })

  it('reports an unknown outcome if the old token is dead and an entry of the list is unreadable', async () => {
    const send = createNodeFetch()
    let isSent = false
    await start({
      async fetch(input, init) {
        const { pathname } = new URL(input instanceof Request ? input.url : input)
        const response = await send(input, init)
        if (!isSent || !pathname.endsWith('/personal_access_tokens')) return response
        return Response.json([...((await response.json()) as object[]), { id: 'unreadable' }])
      },
    })
    const { id } = await stage.createToken('CI')
    stage.way.loss = 'reset-before'
    stage.way.beforePost = async () => {
      isSent = true
      const url = `${stage.sandbox.url}/api/v4/personal_access_tokens/${id}`
      const headers = { 'private-token': stage.sandbox.tokens.admin }
      await fetch(url, { method: 'DELETE', headers })
    }
    expect(await rotateFailure(id)).toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringMatching(/It isn’t known whether the token was rotated\.$/),
    })
  })

  it('never sends the same token again if the app has quit since', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-rotation-'))
    ends.push(() => rmSync(dataFolder, { recursive: true }))
    const keychain = createMemorySecretStore()
    await start({ dataFolder, keychain })
    const { id } = await stage.createToken('CI')
    const { promise, resolve } = Promise.withResolvers<void>()
    stage.way.beforePost = () => promise
    const lost = stage.rotate(id)
    await vi.waitUntil(() => stage.rotationsOf(id) === 1)
    // Kills the first process, so that it doesn't save anything else.
    const next = createTestLatchkey({ dataFolder, keychain })
    ends.push(() => next.close())
    const { tokens } = await next.value<OwnTokens>('ownTokens.list', {}, stage.me.id)
    expect(tokens.find((token) => token.id === id)).toMatchObject({
      state: 'active',
      wasRotated: true,
    })
    const input = { id, expires_at: dateIn(90), uses: [] }
    expect(await next.failure('ownTokens.rotate', input, stage.me.id)).toMatchObject({
      kind: 'conflict',
      message: 'A rotation of this token was sent before, so it isn’t sent again.',
    })
    expect(stage.rotationsOf(id)).toBe(1)
    resolve()
    await lost
  })
})
