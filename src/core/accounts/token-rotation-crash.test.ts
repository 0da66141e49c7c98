import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RotationStage, fault, rotation } from './testing/rotation-stage.ts'

let stage: RotationStage
let old: string
let id: string
beforeEach(async () => {
  stage = await RotationStage.start()
  old = await stage.tokenOf(2)
  id = (await stage.signIn(old)).id
})
afterEach(() => stage.stop())

/** Starts a rotation, kills the process at a step, and restarts Latchkey. */
async function dieAt(step: string, at: 'before' | 'after'): Promise<void> {
  const find = fault(step, at, 'dies')
  let isRotating = false
  stage.faultAt = (name) => {
    // Ignores the earlier keychain probe, and GET /user requests sent for other reasons.
    isRotating ||= name === rotation
    return isRotating ? find(name) : undefined
  }
  void stage.latchkey.invoke('accounts.rotateToken', { id })
  await stage.death.promise
  stage.restart()
}

const read = () => stage.latchkey.value('user.get', {}, id)

async function expectOneWorkingSecret(): Promise<void> {
  await vi.waitUntil(() => stage.secrets.size === 1)
  expect(await stage.works([...stage.secrets.values()][0]!)).toBe(true)
  expect(await stage.account(id)).toMatchObject({ token: 'keychain', rotation: undefined })
}

describe('token rotation when the process dies', () => {
  it('keeps the old token if the rotation was not sent', async () => {
    await dieAt(rotation, 'before')
    await read()
    await expectOneWorkingSecret()
    expect([...stage.secrets.values()]).toEqual([old])
  })

  it.each([
    ['the new token was stored beside the old one', 'set new', 'after'],
    ['the new token was tried', 'GET /user', 'before'],
    ['the new token has worked', 'GET /user', 'after'],
    ['the new token took the place of the old one', 'set name', 'before'],
    ['the new token had taken the place of the old one', 'set name', 'after'],
    ['nothing was left beside it', 'remove new', 'before'],
    ['the copy beside it was removed', 'remove new', 'after'],
  ] as const)('keeps a working token when %s', async (_, step, at) => {
    await dieAt(step, at)
    await read()
    await stage.latchkey.value('attention.get', {}, id)
    expect(stage.sentAfterRotation(old)).toEqual([])
    stage.restart()
    await read()
    expect(stage.sentAfterRotation(old)).toEqual([])
    expect(await stage.works(old)).toBe(false)
    await stage.rotate(id)
    await expectOneWorkingSecret()
  })

  it.each([
    ['the response arrived', rotation, 'after'],
    ['the new token was stored', 'set new', 'before'],
  ] as const)('asks for a new token if the process dies before %s', async (_, step, at) => {
    await dieAt(step, at)
    const failure = await stage.latchkey.failure('user.get', {}, id)
    expect(failure).toMatchObject({ kind: 'unauthorized', reason: 'token-lost' })
    expect(stage.sentAfterRotation(old)).toEqual(['GET /user'])
    expect(await stage.account(id)).toMatchObject({ rotation: 'lost' })
    expect([...stage.secrets.values()]).toEqual([old])
  })
})

describe('restart with a new token stored next to the old one', () => {
  beforeEach(() => dieAt('set new', 'after'))
  const fresh = () => [...stage.secrets].find(([name]) => name.endsWith('(new)'))![1]

  it('never uses the old token while GitLab is unreachable', async () => {
    stage.faultAt = fault('GET /user', 'before', 'fails')
    expect(await stage.latchkey.failure('user.get', {}, id)).toMatchObject({ kind: 'offline' })
    expect(stage.sentAfterRotation(old)).toEqual([])
    expect(stage.secrets.size).toBe(2)
    stage.faultAt = () => undefined
    await read()
    await expectOneWorkingSecret()
  })

  it('sends no requests while the keychain is locked', async () => {
    stage.faultAt = fault('get new', 'before', 'fails')
    const before = stage.sent.length
    expect(await stage.latchkey.failure('user.get', {}, id)).toMatchObject({ kind: 'keychain' })
    expect(stage.sent).toHaveLength(before)
    stage.faultAt = () => undefined
    await read()
  })

  it('keeps both tokens if GitLab rejects the new one, and tries it again on refresh', async () => {
    const token = fresh()
    stage.answer = (sent) =>
      sent.token === token
        ? Response.json({ message: '401 Unauthorized' }, { status: 401 })
        : undefined
    expect(await stage.latchkey.failure('user.get', {}, id)).toMatchObject({ reason: 'token-lost' })
    expect([...stage.secrets.values()]).toEqual([old, token])
    stage.answer = undefined
    await stage.latchkey.value('accounts.refresh', { id })
    await read()
    await expectOneWorkingSecret()
  })

  it('uses the new token if the keychain cannot replace the old one', async () => {
    stage.faultAt = fault('set name', 'before', 'fails')
    await read()
    await read()
    expect(stage.sentAfterRotation(old)).toEqual([])
    expect(stage.secrets.size).toBe(2)
    stage.restart()
    await read()
    await expectOneWorkingSecret()
  })

  it('replaces both tokens with one entered by the user', async () => {
    const token = await stage.tokenOf(2)
    await stage.latchkey.value('accounts.replaceToken', { id, token })
    expect([...stage.secrets.values()]).toEqual([token])
    await read()
  })
})
