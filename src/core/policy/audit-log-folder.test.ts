import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Account } from '../../shared/operations/accounts.ts'
import type { HostEvents } from '../../shared/operations/host.ts'
import type { QueuedAction } from '../../shared/operations/queue.ts'
import { testFolder } from '../testing/folder.ts'
import { ManagedStage, managed } from './testing/managed-stage.ts'

const linesIn = (folder: string) =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  )
const remark = (stage: ManagedStage, account: Account, note: string) =>
  stage.app.value('customAttributes.set', { id: 3, attribute: 'team', value: note }, account.id)

describe('the folder for audit logs', () => {
  it('gets a line of JSON for each entry, as an export has it', async () => {
    const folder = testFolder()
    const stage = await ManagedStage.start(managed({ auditLogFolder: folder }))
    const account = await stage.signIn()
    await remark(stage, account, 'Docs')
    const { id } = await stage.enqueuePaused(account, 'block', 'sunny')
    await stage.app.value('jobs.resumeAll', {}, account.id)
    const get = () => stage.app.value<QueuedAction>('queue.get', { id }, account.id)
    await vi.waitUntil(async () => (await get()).state === 'done')
    const lines = linesIn(folder)
    expect(lines).toMatchObject([
      { action: 'customAttributes.set', actor: 'ines', instance: stage.sandbox.url },
      { action: 'block', target: 'sunny', reason: 'Left', outcome: 'done' },
    ])
    const { files } = await stage.app.value<{ files: { text: string }[] }>(
      'auditLog.export',
      { format: 'json', filter: {} },
      account.id,
    )
    const { entries } = JSON.parse(files[0]!.text) as { entries: object[] }
    expect(lines.toReversed()).toEqual(entries)
  })

  it.skipIf(process.platform === 'win32')('is read by nobody else', async () => {
    const folder = testFolder()
    const stage = await ManagedStage.start(managed({ auditLogFolder: folder }))
    await remark(stage, await stage.signIn(), 'Docs')
    const [name] = readdirSync(folder)
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600)
  })

  it('gets nothing of the demo, and no secrets', async () => {
    const folder = testFolder()
    const stage = await ManagedStage.start(managed({ auditLogFolder: folder }))
    const demo = await stage.app.value<Account>('demo.start', { as: 'admin' })
    await remark(stage, demo, 'Docs')
    expect(readdirSync(folder)).toEqual([])
    const account = await stage.signIn()
    const token = { user_id: 3, name: 'CI', scopes: ['api'], reason: 'Pipeline' }
    const created = await stage.app.value<{ token: string }>(
      'adminTokens.createPersonal',
      token,
      account.id,
    )
    expect(linesIn(folder)).toMatchObject([{ reason: 'Pipeline' }])
    expect(JSON.stringify(linesIn(folder))).not.toContain(created.token)
  })

  it('stops nothing if it is missing, and is reported once each time', async () => {
    const folder = join(testFolder(), 'audit')
    const stage = await ManagedStage.start(managed({ auditLogFolder: folder }))
    const unsaved: HostEvents['unsaved'][] = []
    stage.app.on('unsaved', (failure) => unsaved.push(failure))
    const account = await stage.signIn()
    for (const note of ['Docs', 'Legal']) await remark(stage, account, note)
    expect(unsaved).toMatchObject([{ message: expect.stringContaining(folder) }])
    mkdirSync(folder)
    await remark(stage, account, 'Sales')
    expect(linesIn(folder)).toHaveLength(1)
    expect(unsaved).toHaveLength(1)
  })
})
