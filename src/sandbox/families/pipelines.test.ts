import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestSandbox, startTestSandbox } from '../testing/harness.ts'

interface Schedule {
  id: number
  description: string
  active: boolean
  owner: { id: number; username: string } | null
}

let sandbox: TestSandbox
const idOf = async (username: string) => {
  const { body } = await sandbox.asAdmin('GET', `/users?username=${username}`)
  return (body as { id: number }[])[0]!.id
}
/** The project with the leaver's schedules, and those of another user. */
const soundings = async () => {
  const { body } = await sandbox.asAdmin(
    'GET',
    `/users/${await idOf('long-gone')}/memberships?per_page=100`,
  )
  const all = body as { source_id: number; source_name: string }[]
  return all.find(({ source_name }) => source_name === 'soundings')!.source_id
}
const schedulesOf = async (project: number) =>
  (await sandbox.asAdmin('GET', `/projects/${project}/pipeline_schedules`)).body as Schedule[]
const ownersOf = async (project: number) =>
  (await schedulesOf(project)).map(({ owner, active }) => `${owner?.username} ${active}`)
const take = async (project: number, sudo?: string | number) => {
  const [{ id }] = (await schedulesOf(project)) as [Schedule]
  const path = `/projects/${project}/pipeline_schedules/${id}/take_ownership`
  return sandbox.asAdmin('POST', path, sudo === undefined ? {} : { sudo })
}

async function start(options: Parameters<typeof startTestSandbox>[0] = {}) {
  sandbox = await startTestSandbox({ flavor: 'gitlab', ...options })
}

describe('pipeline schedules API', () => {
  beforeEach(() => start())
  afterEach(() => sandbox.stop())

  it('makes the user who sends the request the owner', async () => {
    const project = await soundings()
    expect(await take(project, 'tomasz')).toMatchObject({
      status: 201,
      body: { owner: { username: 'tomasz' }, active: true },
    })
    expect(await ownersOf(project)).toEqual(['tomasz true', 'long-gone true', 'tomasz true'])
  })

  it('makes an administrator the owner without sudo', async () => {
    const project = await soundings()
    expect((await take(project)).body).toMatchObject({ owner: { username: 'ines' } })
  })

  it('rejects users below maintainer, strangers, and the owner', async () => {
    const project = await soundings()
    expect((await take(project, 'long-gone')).status).toBe(403)
    expect((await take(project, 'maya.lindqvist')).status).toBe(404)
    expect(await ownersOf(project)).toContain('long-gone true')
  })

  it.each(['block', 'ban', 'deactivate'] as const)(
    'turns off the schedules of a user after %s, and no others',
    async (event) => {
      const project = await soundings()
      const id = await idOf('long-gone')
      if (event === 'ban') await sandbox.asAdmin('POST', `/users/${id}/activate`)
      await sandbox.asAdmin('POST', `/users/${id}/${event}`)
      expect(new Set(await ownersOf(project))).toEqual(new Set(['long-gone false', 'tomasz true']))
    },
  )

  it('returns 404 for another project’s schedule', async () => {
    const [{ id }] = (await schedulesOf(await soundings())) as [Schedule]
    expect((await sandbox.asAdmin('GET', `/projects/1/pipeline_schedules/${id}`)).status).toBe(404)
  })
})

describe('runners API', () => {
  afterEach(() => sandbox.stop())

  it('lists who created each runner', async () => {
    await start()
    const { body } = await sandbox.asAdmin('GET', '/runners/all')
    expect(
      (body as { created_by: { username: string } }[]).map(({ created_by: by }) => by.username),
    ).toEqual(['ines', 'long-gone'])
  })

  it('returns no creators before version 18', async () => {
    await start({ version: '17' })
    const { body } = await sandbox.asAdmin('GET', '/runners/all')
    for (const runner of body as object[]) expect(runner).not.toHaveProperty('created_by')
  })
})

it('keeps schedules on when their owner is blocked before 18.11', async () => {
  await start({ version: '18' })
  const project = await soundings()
  await sandbox.asAdmin('POST', `/users/${await idOf('long-gone')}/block`)
  expect(await ownersOf(project)).toContain('long-gone true')
  await sandbox.stop()
})

it('has neither schedules nor runners with hasPipelines off', async () => {
  await start({ hasPipelines: false })
  expect(await sandbox.asAdmin('GET', '/projects/1/pipeline_schedules')).toMatchObject({
    status: 404,
    body: { error: '404 Not Found' },
  })
  expect((await sandbox.asAdmin('GET', '/runners/all')).status).toBe(404)
  await sandbox.stop()
})
