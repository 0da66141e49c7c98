import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface ServiceAccount {
  id: number
  username: string
  name: string
  email?: string
  unconfirmed_email?: string | null
}

let sandbox: TestSandbox
const create = async (body?: object, token = sandbox.tokens.admin) => {
  const answer = await sandbox.ask('POST', '/service_accounts', { token, body })
  return { status: answer.status, body: answer.body as ServiceAccount }
}
const ask = (query = '', token = sandbox.tokens.admin) =>
  sandbox.ask('GET', `/service_accounts?${query}`, { token })
const list = async (query?: string) => (await ask(query)).body as ServiceAccount[]
const refused = (reason: string) => ({
  status: 400,
  body: { message: `400 Bad request - ${reason}` },
})

describe.each<FlavorName>(['interface', 'gitlab'])(
  'service accounts API in flavor %s',
  (flavor) => {
    beforeEach(async () => {
      sandbox = await startTestSandbox({ flavor, mail: (message) => sandbox.mails.push(message) })
    })
    afterEach(() => sandbox.stop())

    const fields =
      flavor === 'gitlab'
        ? ['id', 'username', 'name', 'email', 'unconfirmed_email']
        : ['id', 'username', 'name']

    describe('POST /service_accounts', () => {
      it('defaults to the standard name and a generated username', async () => {
        const { status, body } = await create()
        expect(status).toBe(201)
        expect(Object.keys(body)).toEqual(fields)
        expect(body.name).toBe('Service account user')
        expect(body.username).toMatch(/^service_account_[0-9a-f]{32}$/)
        if (flavor === 'gitlab') {
          expect(body.email).toBe(`${body.username}@noreply.localhost`)
          expect(body.unconfirmed_email).toBeNull()
        }
        expect((await create()).body.username).not.toBe(body.username)
        expect(await list()).toContainEqual(body)
      })

      it('accepts an email only in the flavor that returns one', async () => {
        const { status, body } = await create({ username: 'posts', email: 'Posts@Example.com' })
        expect(status).toBe(201)
        if (flavor === 'interface') {
          expect(Object.keys(body)).toEqual(fields)
          expect(sandbox.mails).toEqual([])
        } else {
          expect(body.email).toMatch(/@noreply\.localhost$/)
          expect(body.unconfirmed_email).toBe('posts@example.com')
          expect(sandbox.mails).toHaveLength(1)
          const taken = await create({ email: 'maya.lindqvist@example.com' })
          expect(taken).toEqual(refused('Email has already been taken'))
          expect(await create({ email: 'nowhere' })).toEqual(refused('Email is invalid'))
        }
      })
    })

    describe('GET /service_accounts', () => {
      it('returns exactly these fields, newest first', async () => {
        const all = await list()
        expect(all.map(({ username }) => username)).toEqual([
          ...['old-importer', 'Nightly.Builds', 'service_account_6018816a18e515214e0c34c2b33523fc'],
          'deploy-bot',
        ])
        for (const one of all) expect(Object.keys(one)).toEqual(fields)
      })
    })
  },
)

describe('service accounts API', () => {
  beforeEach(async () => {
    sandbox = await startTestSandbox({ mail: (message) => sandbox.mails.push(message) })
  })
  afterEach(() => sandbox.stop())

  describe('POST /service_accounts', () => {
    it('accepts a name and a username', async () => {
      const { body } = await create({ name: 'Release robot 🤖', username: 'Release.Robot' })
      expect(body).toMatchObject({ name: 'Release robot 🤖', username: 'Release.Robot' })
      const ownView = await sandbox.ask('GET', `/user?sudo=${body.id}`, {
        token: sandbox.tokens.admin,
      })
      expect(ownView.body).toMatchObject({ username: 'Release.Robot', state: 'active', bot: true })
    })

    it('treats null as omitted', async () => {
      const { body } = await create({ name: null, username: null })
      expect(body.name).toBe('Service account user')
    })

    it("rejects values that aren't strings", async () => {
      expect(await create({ name: ['a'], username: { b: 1 } })).toEqual({
        status: 400,
        body: { error: 'name is invalid, username is invalid' },
      })
    })

    it('requires an administrator and has its own error message', async () => {
      expect(await create({}, sandbox.tokens.user)).toEqual({
        status: 403,
        body: { message: 'User does not have permission to create a service account.' },
      })
      expect(await create({}, '')).toEqual({ status: 401, body: { message: '401 Unauthorized' } })
      expect(await create({}, sandbox.tokens.read_user)).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      })
    })
  })

  describe('GET /service_accounts', () => {
    it('sorts as requested', async () => {
      const names = async (query: string) => (await list(query)).map(({ username }) => username)
      const byName = [
        ...['deploy-bot', 'Nightly.Builds', 'old-importer'],
        'service_account_6018816a18e515214e0c34c2b33523fc',
      ]
      expect(await names('order_by=username&sort=asc')).toEqual(byName)
      expect(await names('order_by=username')).toEqual(byName.toReversed())
      expect(await names('sort=asc')).toEqual((await names('order_by=id&sort=desc')).toReversed())
    })

    it('returns pages', async () => {
      for (let number = 0; number < 30; number++) await create({ username: `robot-${number}` })
      const first = await ask()
      expect(first.body).toHaveLength(20)
      expect(first.headers.get('x-total')).toBe('34')
      const second = await ask('page=2&sort=desc&order_by=username')
      expect(second.body).toHaveLength(14)
      expect(second.headers.get('x-next-page')).toBe('')
      expect(second.headers.get('link')).toContain(
        `<${sandbox.url}/api/v4/service_accounts?page=1&sort=desc&order_by=username&per_page=20>; rel="prev"`,
      )
    })

    it('rejects an unknown sort order', async () => {
      expect(await ask('order_by=name&sort=up&page=x')).toMatchObject({
        status: 400,
        body: {
          error:
            'order_by does not have a valid value, sort does not have a valid value, page is invalid',
        },
      })
    })

    it('requires an administrator', async () => {
      expect(await ask('', sandbox.tokens.user)).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden' },
      })
      expect(await ask('', '')).toMatchObject({ status: 401 })
    })
  })
})

describe('service accounts of a group or project', () => {
  const maya = 2
  const survey = 'tidewater-maps/coastal-survey'
  const at = (path: string) => `${path.replaceAll('/', '%2F')}/service_accounts`
  const statusOf = async (path: string, token = sandbox.tokens.user) =>
    (await sandbox.ask('GET', path, { token })).status
  const addMaya = (group: string, access_level: number) =>
    sandbox.asAdmin('POST', `/groups/${group.replaceAll('/', '%2F')}/members`, {
      user_id: maya,
      access_level,
    })
  const removeMaya = (group: number) =>
    sandbox.asAdmin('DELETE', `/groups/${group}/members/${maya}`)
  beforeEach(async () => {
    sandbox = await startTestSandbox({ flavor: 'gitlab' })
    await removeMaya(1)
  })
  afterEach(() => sandbox.stop())

  it('are listed by path or ID, with emails that are not confirmed yet', async () => {
    const builds = (await list()).find(({ username }) => username === 'Nightly.Builds')!
    const email = 'builds@tidewater.example'
    await sandbox.asAdmin('PUT', `/users/${builds.id}`, { email })
    for (const group of ['Tidewater-Maps', '1']) {
      const { body, headers } = await sandbox.asAdmin('GET', `/groups/${at(group)}`)
      expect(body).toEqual([{ ...builds, unconfirmed_email: email }])
      expect(headers.get('x-total')).toBe('1')
    }
    const ofProject = await sandbox.asAdmin('GET', `/projects/${at('1')}`)
    expect(ofProject.body).toMatchObject([{ username: 'old-importer' }])
  })

  it('are listed for owners of the group', async () => {
    const path = `/groups/${at('1')}`
    expect(await statusOf(path)).toBe(404)
    await addMaya('1', 40)
    expect(await statusOf(path)).toBe(403)
    await removeMaya(1)
    await addMaya('1', 50)
    expect(await statusOf(path)).toBe(200)
    // An owner also owns everything inside.
    expect(await statusOf(`/groups/${at(survey)}`)).toBe(200)
  })

  it('are listed for maintainers of the project', async () => {
    const path = `/projects/${at(`${survey}/soundings`)}`
    expect(await statusOf(path)).toBe(404)
    await addMaya('1', 30)
    expect(await statusOf(path)).toBe(403)
    await addMaya(survey, 40)
    expect(await statusOf(path)).toBe(200)
  })

  it('require a token and an existing group or project', async () => {
    expect(await statusOf(`/groups/${at('1')}`, '')).toBe(401)
    for (const [path, type] of [
      [`/groups/${at('999')}`, 'Group'],
      [`/projects/${at(`${survey}/nothing`)}`, 'Project'],
      [`/projects/${at('nowhere/soundings')}`, 'Project'],
    ] as const) {
      const { status, body } = await sandbox.asAdmin('GET', path)
      expect([status, body]).toEqual([404, { message: `404 ${type} Not Found` }])
    }
  })
})

describe('POST /service_accounts with an invalid value', () => {
  beforeAll(async () => {
    sandbox = await startTestSandbox({ mail: (message) => sandbox.mails.push(message) })
  })
  afterAll(() => sandbox.stop())

  it.each(['INES', 'ghost'])('rejects the taken username %s', async (username) => {
    const before = await list()
    expect(await create({ username })).toEqual(refused('Username has already been taken'))
    expect(await list()).toEqual(before)
  })

  it.each([
    [{ username: '' }, `Username can't be blank`],
    [{ name: '  ' }, `Name can't be blank`],
    [{ name: 'n'.repeat(256) }, 'Name is too long (maximum is 255 characters)'],
    [{ username: 'u'.repeat(256) }, 'Username is too long (maximum is 255 characters)'],
    [
      { username: '../admin' },
      `Username can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.`,
    ],
    [{ name: '', username: '' }, `Name can't be blank and Username can't be blank`],
  ])('rejects %o', async (body, reason) => {
    const before = await list()
    expect(await create(body)).toEqual(refused(reason))
    expect(await list()).toEqual(before)
  })
})
