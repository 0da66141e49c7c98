import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RotationStage, rotation, trouble } from './testing/rotation-stage.ts'

let stage: RotationStage
let old: string
let id: string
beforeEach(async () => {
  stage = await RotationStage.start()
  old = await stage.tokenOf(2)
  id = (await stage.signIn(old)).id
})
afterEach(() => stage.stop())

/** Begins a rotation that ends at a step with the process, and starts Latchkey again. */
async function dieAt(step: string, at: 'before' | 'after'): Promise<void> {
  const find = trouble(step, at, 'dies')
  let isRotating = false
  stage.troubleAt = (name) => {
    // The keychain is probed before, and GET /user checks more than the new token.
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

describe('a process that ends', () => {
  it('before the rotation is sent keeps the old token', async () => {
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
  ] as const)('when %s loses nothing', async (_, step, at) => {
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
    ['the answer came', rotation, 'after'],
    ['the new token was stored', 'set new', 'before'],
  ] as const)('before %s says that a new token has to be created', async (_, step, at) => {
    await dieAt(step, at)
    const failure = await stage.latchkey.failure('user.get', {}, id)
    expect(failure).toMatchObject({ kind: 'unauthorized', reason: 'token-lost' })
    expect(stage.sentAfterRotation(old)).toEqual(['GET /user'])
    expect(await stage.account(id)).toMatchObject({ rotation: 'lost' })
    expect([...stage.secrets.values()]).toEqual([old])
  })
})

describe('a restart that finds a new token beside the old one', () => {
  beforeEach(() => dieAt('set new', 'after'))
  const fresh = () => [...stage.secrets].find(([name]) => name.endsWith('(new)'))![1]

  it('sends nothing with the old one while GitLab can’t be reached', async () => {
    stage.troubleAt = trouble('GET /user', 'before', 'fails')
    expect(await stage.latchkey.failure('user.get', {}, id)).toMatchObject({ kind: 'offline' })
    expect(stage.sentAfterRotation(old)).toEqual([])
    expect(stage.secrets.size).toBe(2)
    stage.troubleAt = () => undefined
    await read()
    await expectOneWorkingSecret()
  })

  it('sends nothing while the keychain is locked', async () => {
    stage.troubleAt = trouble('get new', 'before', 'fails')
    const before = stage.sent.length
    expect(await stage.latchkey.failure('user.get', {}, id)).toMatchObject({ kind: 'keychain' })
    expect(stage.sent).toHaveLength(before)
    stage.troubleAt = () => undefined
    await read()
  })

  it('keeps both and says so where GitLab refuses it, and tries it again on demand', async () => {
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

  it('works with it where the keychain does not let it take the place', async () => {
    stage.troubleAt = trouble('set name', 'before', 'fails')
    await read()
    await read()
    expect(stage.sentAfterRotation(old)).toEqual([])
    expect(stage.secrets.size).toBe(2)
    stage.restart()
    await read()
    await expectOneWorkingSecret()
  })

  it('lets a new token of a person replace both', async () => {
    const token = await stage.tokenOf(2)
    await stage.latchkey.value('accounts.replaceToken', { id, token })
    expect([...stage.secrets.values()]).toEqual([token])
    await read()
  })
})
