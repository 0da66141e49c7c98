import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { ShownPlan } from '../../../shared/operations/identities.ts'
import type { AppliedChanges } from '../../../shared/operations/setup.ts'
import type { RepositoryScanEvent } from '../../../shared/operations/host.ts'
import type { RepositoryIdentity, RepositoryScan } from '../../../shared/operations/repositories.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { tempFolder } from '../../features/keys/ssh/testing/key-material.ts'

let folder: ReturnType<typeof tempFolder>
let app: TestLatchkey
let news: RepositoryScanEvent[]
beforeEach(() => {
  folder = tempFolder()
  folder.path = realpathSync(folder.path)
  news = []
  app = createTestLatchkey({ home: folder.path })
  app.on('repositoryScan', (event) => news.push(event))
  writeFileSync(join(folder.path, '.gitconfig'), '[user]\n\tname = Maya\n\temail = m@a.test\n')
  execFileSync('git', ['init', '-q', join(folder.path, 'work/one')])
})
afterEach(async () => {
  await app.close()
  folder.remove()
})

const scan = (folders: string[], account?: string) =>
  app.value<RepositoryScan>('repositories.scan', { folders }, account)

describe('repository operations', () => {
  it('read at most 20 folders from an edited file', async () => {
    const folders = Array.from({ length: 3000 }, (_, nth) => `~/${nth}`)
    writeFileSync(join(app.dataFolder, 'repository-folders.json'), JSON.stringify({ folders }))
    expect(await app.value('repositories.folders')).toEqual(folders.slice(0, 20))
  })

  it('scan folders, report progress, and identify the repositories found', async () => {
    for (let nth = 0; nth < 500; nth += 1)
      mkdirSync(join(folder.path, 'many', String(nth)), { recursive: true })
    expect(await scan(['~'])).toEqual({
      repositories: [{ path: '~/work/one', kind: 'clone' }],
      limits: [],
      problems: [],
    })
    expect(news).toEqual([{ repositories: expect.any(Number), folders: 500 }])
    const paths = ['~/work/one']
    expect(await app.value<RepositoryIdentity[]>('repositories.identities', { paths })).toEqual([
      {
        path: '~/work/one',
        name: { value: 'Maya', file: '~/.gitconfig', line: 2, scope: 'global' },
        email: { value: 'm@a.test', file: '~/.gitconfig', line: 3, scope: 'global' },
        signs: false,
        verdict: 'not-verified',
        problems: ['unsigned', 'no-account'],
      },
    ])
    expect(await app.value('repositories.identityTable')).toMatchObject([{ email: 'm@a.test' }])
  })

  it('cancel a scan on request or when a new one starts', async () => {
    const scans = [scan(['~']), scan(['~'])]
    await app.value('repositories.cancelScan')
    const limits = (await Promise.all(scans)).map((done) => done.limits)
    expect(limits).toEqual([['canceled'], ['canceled']])
  })

  it('keep the selected folders until all data is deleted', async () => {
    const outside = dirname(folder.path)
    await app.value('repositories.setFolders', { folders: ['~/work', outside] })
    const again = createTestLatchkey({ home: folder.path, dataFolder: app.dataFolder })
    expect(await again.value('repositories.folders')).toEqual(['~/work', outside])
    await again.value('device.forgetAll')
    expect(await again.value('repositories.folders')).toEqual([])
    await again.close()
  })

  it('fix a repository, undo the fix, and use the cached account if GitLab can’t be reached', async () => {
    const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    const { id } = await app.signIn(sandbox.url, sandbox.tokens.user)
    const repositoryPath = join(folder.path, 'work/one')
    const config = () => readFileSync(join(repositoryPath, '.git/config'), 'utf8')
    const remote = `${sandbox.url}/group/one.git`
    execFileSync('git', ['-C', repositoryPath, 'remote', 'add', 'origin', remote])
    const before = config()
    const { repositories } = await scan(['~'])
    expect(repositories[0]!.remote).toMatchObject({ url: remote, accounts: [id] })
    const identity = async () => {
      const paths = ['~/work/one']
      const found = await app.value<RepositoryIdentity[]>('repositories.identities', { paths })
      return found[0]!
    }
    expect((await identity()).problems).toEqual(['email-not-on-account', 'unsigned'])
    const fields = { scope: 'host', folders: [], name: 'Maya', email: 'm@b.test', signs: false }
    const saved = await app.value<ShownPlan>('identities.planSave', fields, id)
    expect(saved.affected).toMatchObject([{ path: '~/work/one', after: { email: 'm@b.test' } }])
    const target = { kind: 'repository', path: '~/work/one' }
    const shown = await app.value<ShownPlan>('repositories.planIdentity', { target }, id)
    expect(shown.changes.map(({ kind }) => kind)).toEqual(['repository-settings'])
    await app.value('identities.apply', { plan: shown.plan })
    expect((await identity()).problems).toEqual(['unsigned'])
    const knownAccountsPath = join(app.dataFolder, 'known-accounts.json')
    expect(readFileSync(knownAccountsPath, 'utf8')).toContain('maya.lindqvist@example.com')
    await sandbox.stop()
    expect(await identity()).toMatchObject({ account: id, problems: ['unsigned'] })
    const [changeSet] = await app.value<AppliedChanges[]>('setup.history')
    await app.value('setup.undo', { id: changeSet!.id, steps: [0] })
    expect(config()).toBe(before)
    expect((await identity()).problems).toEqual(['email-not-on-account', 'unsigned'])
    await app.value('accounts.signOut', { id })
    expect(existsSync(knownAccountsPath)).toBe(false)
  })

  it.each([['relative/path'], ['~maya/work'], ['~/work\nx'], ['']])(
    'reject %j as a folder',
    async (name) => {
      expect(await app.failure('repositories.scan', { folders: [name] })).toMatchObject({
        kind: 'invalid',
      })
    },
  )

  it("access only the demo's home folder and its subfolders in a demo", async () => {
    const { id } = await app.value<Account>('demo.start', { as: 'user' })
    const demoHome = join(app.dataFolder, 'demo/home')
    execFileSync('git', ['init', '-q', join(demoHome, 'project')])
    expect(await scan(['~', folder.path], id)).toEqual({
      repositories: [{ path: '~/project', kind: 'clone' }],
      limits: [],
      problems: [{ folder: folder.path, problem: 'not-in-home' }],
    })
    const refused = await app.failure('repositories.setFolders', { folders: [folder.path] }, id)
    expect(refused.fields?.folders).toEqual([
      `${folder.path} isn’t in the home folder of the demo.`,
    ])
    await app.value('repositories.setFolders', { folders: ['~'] }, id)
    expect(await app.value('repositories.folders')).toEqual([])
  })
})
