import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { SshKeyChanges, SshKeyRenewal } from '../../../../shared/operations/local-keys.ts'
import { localSshKeys } from '../../../../shared/operations/local-keys.ts'
import { FailureError } from '../../../platform/failure.ts'
import { textOf } from '../../../platform/messages.ts'
import { parseSshKey } from '../../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { json } from '../../../testing/http-server.ts'
import { SshKeys, ownSshKeys } from '../ssh.ts'
import { signedIn } from './testing/account-service.ts'
import { keygen, tempHome } from './testing/key-material.ts'
import { type KeysServer, onNext, startKeysServer } from '../testing/keys-server.ts'
import { importOne } from '../testing/import-one.ts'

const home = tempHome()
let line: string
let server: KeysServer
let gitlab: GitLabClient
let keys: SshKeys

beforeAll(() => (line = `${keygen(`${home.ssh}/id`)} Ada (localhost)`))
afterAll(() => home.remove())
beforeEach(async () => {
  server = await startKeysServer([
    { id: 5, title: 'Old', key: line, usage_type: 'auth', expires_at: '2098-01-01T00:00:00.000Z' },
  ])
  gitlab = await signedIn(server.url)
  keys = new SshKeys({ home: home.home, hostName: 'h', now: currentTime })
})
afterEach(() => server.stop())

const renew = async (changes: SshKeyChanges) =>
  localSshKeys.renew.output.parse(await keys.renew(gitlab, 5, { replace_used: true, ...changes }))
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => expect.fail('it succeeded'),
    (thrown: unknown) => thrown,
  )
  return (error as FailureError).failure
}
const sentWrites = () => server.asked().filter((one) => !one.startsWith('GET'))
const refuse = () =>
  onNext('POST', (response) => json(response, 400, { message: { title: ['is odd'] } }))
const lose = (method: string) => onNext(method, (response) => response.destroy())
const down = onNext('GET', (response) => json(response, 500, {}))

describe('SshKeys.renew', () => {
  it('deletes the key, then adds it again with the changes and all other fields', async () => {
    expect(await renew({ title: 'New' })).toMatchObject({
      outcome: 'renewed',
      key: { id: 6, title: 'New', usage_type: 'auth', expires_at: '2098-01-01T00:00:00.000Z' },
    })
    expect(sentWrites()).toEqual(['DELETE /user/keys/5', 'POST /user/keys'])
  })

  it('can remove the expiry', async () => {
    await renew({ expires_at: null })
    expect(server.keys).toEqual([{ id: 6, title: 'Old', key: line, usage_type: 'auth' }])
  })

  it('sends no request if nothing changed', async () => {
    expect(await renew({ title: 'Old', usage_type: 'auth' })).toMatchObject({
      outcome: 'unchanged',
    })
    expect(sentWrites()).toEqual([])
  })

  it.each([
    [{ expires_at: '2020-01-01' }, 'expires_at'],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
  ])('rejects %o before deleting anything', async (changes, field) => {
    const failure = await failureOf(keys.renew(gitlab, 5, changes))
    expect(failure).toMatchObject({ kind: 'invalid', fields: { [field]: [expect.anything()] } })
    expect(sentWrites()).toEqual([])
  })

  it("rejects a key that couldn't be added again in the same form", async () => {
    server.keys[0]!.key = 'ssh-ed25519 AAAA'
    expect(await failureOf(keys.renew(gitlab, 5, { title: 'New' }))).toMatchObject({
      kind: 'invalid',
    })
    expect(sentWrites()).toEqual([])
  })

  it('refuses a key that this computer uses, unless asked', async () => {
    const failure = await failureOf(keys.renew(gitlab, 5, { title: 'New' }))
    expect(failure).toMatchObject({ kind: 'conflict', reason: 'key-in-use' })
    expect(textOf(failure.message)).toBe(
      'Git and SSH on this computer can use this key: ~/.ssh/id.',
    )
    expect(sentWrites()).toEqual([])
    const withAgent = new SshKeys({
      ...{ home: tempHome().home, hostName: 'h', now: currentTime },
      agentKeys: async () => [{ agent: 'SSH agent', key: parseSshKey({ key: line })! }],
    })
    const refused = await failureOf(withAgent.renew(gitlab, 5, { title: 'New' }))
    expect(textOf(refused.message)).toBe(
      'Git and SSH on this computer can use this key: SSH agent.',
    )
    expect(await renew({ title: 'New' })).toMatchObject({ outcome: 'renewed' })
  })

  it('replaces a key of another computer without asking', async () => {
    const elsewhere = new SshKeys({ home: tempHome().home, hostName: 'h', now: currentTime })
    expect(await elsewhere.renew(gitlab, 5, { title: 'New' })).toMatchObject({ outcome: 'renewed' })
  })

  it('runs once if requested twice', async () => {
    const first = keys.renew(gitlab, 5, { title: 'New', replace_used: true })
    const second = failureOf(keys.renew(gitlab, 5, { title: 'New' }))
    expect(await second).toMatchObject({ kind: 'conflict' })
    expect(await first).toMatchObject({ outcome: 'renewed' })
    expect(sentWrites()).toHaveLength(2)
  })
})

describe('a failing change', () => {
  it('keeps the key if it could not be deleted', async () => {
    server.faults = [
      onNext('DELETE', (response) => json(response, 403, { message: '403 Forbidden' })),
    ]
    expect(
      await failureOf(keys.renew(gitlab, 5, { replace_used: true, title: 'New' })),
    ).toMatchObject({
      kind: 'forbidden',
    })
    expect(server.keys).toHaveLength(1)
  })

  it('restores the old key and reports the reason', async () => {
    server.faults = [refuse()]
    const failure = { kind: 'invalid', fields: { title: ['is odd'] } }
    expect(await renew({ title: 'New' })).toMatchObject({
      outcome: 'restored',
      key: { id: 6 },
      failure,
    })
    expect(server.keys).toEqual([
      {
        id: 6,
        title: 'Old',
        key: line,
        usage_type: 'auth',
        expires_at: '2098-01-01T00:00:00.000Z',
      },
    ])
  })

  it("keeps the key for another import if it can't be restored", async () => {
    server.faults = [refuse(), refuse()]
    const renewal = await renew({ title: 'New' })
    expect(renewal).toMatchObject({
      outcome: 'lost',
      backup: { title: 'Old', publicKey: line, usage_type: 'auth' },
      failure: { hint: expect.stringContaining('kept') },
    })
    expect(server.keys).toEqual([])
    const { backup } = renewal as Extract<SshKeyRenewal, { outcome: 'lost' }>
    const { localKeyId, title, usage_type, expires_at } = backup
    await keys.scan()
    const again = await importOne(keys, ownSshKeys(gitlab), {
      localKeyId,
      title,
      usage_type,
      expires_at: expires_at!,
    })
    expect(again).toMatchObject({ outcome: 'imported', key: { title: 'Old', key: line } })
  })
})

describe('a lost response', () => {
  it('to the deletion makes the change fail if the key still exists', async () => {
    server.faults = [lose('DELETE')]
    const failure = await failureOf(keys.renew(gitlab, 5, { replace_used: true, title: 'New' }))
    expect(failure).toMatchObject({ kind: 'unknown-outcome' })
    expect(sentWrites()).toEqual(['DELETE /user/keys/5'])
  })

  it('to the deletion continues the change if the key is gone', async () => {
    server.faults = [
      onNext('DELETE', (response) => {
        server.keys = []
        response.destroy()
      }),
    ]
    expect(await renew({ title: 'New' })).toMatchObject({ outcome: 'renewed' })
  })

  it('to the deletion keeps the key if the outcome is unknown', async () => {
    server.faults = [lose('DELETE')]
    server.faults.push((request, response) => {
      if (request.method !== 'GET' || !sentWrites().includes('DELETE /user/keys/5')) return false
      json(response, 500, {})
      return true
    })
    expect(await renew({ title: 'New' })).toMatchObject({
      outcome: 'unsure',
      backup: { publicKey: line },
    })
    expect(sentWrites()).toEqual(['DELETE /user/keys/5'])
  })

  it('to the addition is a success if the key exists', async () => {
    server.faults = [
      onNext('POST', (response, { body }) => {
        server.keys.push({ id: 7, ...JSON.parse(body) })
        response.destroy()
      }),
    ]
    expect(await renew({ title: 'New' })).toMatchObject({ outcome: 'renewed', key: { id: 7 } })
    expect(sentWrites()).toHaveLength(2)
  })

  it('to the addition restores the old key if the new one is missing', async () => {
    server.faults = [lose('POST')]
    expect(await renew({ title: 'New' })).toMatchObject({
      outcome: 'restored',
      key: { title: 'Old' },
    })
  })

  it('to the addition keeps the key if the list is unreadable', async () => {
    server.faults = [
      onNext('POST', (response) => {
        server.faults.push(down)
        response.destroy()
      }),
    ]
    expect(await renew({ title: 'New' })).toMatchObject({
      outcome: 'unsure',
      backup: { publicKey: line },
    })
    expect(sentWrites()).toEqual(['DELETE /user/keys/5', 'POST /user/keys'])
  })
})
