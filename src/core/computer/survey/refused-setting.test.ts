import { spawnSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TaskLimiter } from '../../platform/task-limiter.ts'
import {
  type RepositorySettings,
  readRepositorySettings,
} from '../repositories/repository-settings.ts'
import { TwoAccounts, globalConfig } from '../testing/two-accounts.ts'

/** Settings, and values that git accepts or refuses. Undefined is a setting without a value. */
const values: Record<string, (string | undefined)[]> = {
  'commit.gpgSign': ['bogus', 'no', '', 'TRUE ', '1.5'],
  'commit.template': [undefined, '~nobody-here/template'],
  'commit.cleanup': [undefined, 'bogus', 'Strip', 'strip', 'scissors', ''],
  'push.default': ['bogus', 'Simple', 'simple', 'nothing', 'tracking', undefined],
  'push.followTags': ['bogus', 'on', undefined],
  'push.gpgSign': ['bogus', 'if-asked'],
  'user.useConfigOnly': ['bogus', 'false', undefined],
  'user.signingKey': [undefined, ''],
  'user.name': [undefined],
  'gpg.minTrustLevel': ['bogus', 'Fully', undefined],
  'gpg.format': ['SSH', 'ssh', undefined, ''],
  'gpg.ssh.allowedSignersFile': [undefined],
  'core.commentChar': ['ab', '', ';', 'auto'],
  'core.compression': ['99', '9', '-2', 'bogus'],
  'core.excludesFile': ['~nobody-here/ignored', '/none'],
  'core.abbrev': ['1', 'auto', 'bogus', '4'],
  'core.editor': [undefined],
  'color.ui': ['bogus', 'always'],
  'color.status.added': ['bogus', 'red bold', undefined],
  'column.ui': ['bogus', 'plain'],
  'status.showUntrackedFiles': ['bogus', 'all'],
  'advice.detachedHead': ['bogus'],
  'index.version': ['bogus'],
  'remote.pushDefault': [undefined],
  'remote.fork.url': [undefined],
  'branch.main.merge': [undefined],
  'branch.autoSetupMerge': ['bogus', 'simple'],
  'unknown.setting': ['bogus', undefined],
}
const cases = Object.entries(values).flatMap(([name, all]) => all.map((value) => ({ name, value })))
type Case = (typeof cases)[number]

describe.runIf(process.platform === 'linux')('a setting that git may refuse', () => {
  let home: TwoAccounts
  let server: string
  beforeAll(async () => {
    home = await TwoAccounts.start()
    server = join(home.computer.folder, 'server.git')
    spawnSync('git', ['init', '-q', '--bare', server])
    home.reset()
  })
  afterAll(() => home.stop())

  const { PATH } = process.env
  const file = () => home.computer.path('.gitconfig')

  /** Puts settings before the others, so that some of them override these. */
  function set(...settings: Case[]): void {
    const lines = settings.map(({ name, value }) => {
      const [, section = '', sub, key = ''] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(name)!
      const header = sub === undefined ? section : `${section} "${sub}"`
      return `[${header}]\n\t${value === undefined ? key : `${key} = "${value}"`}\n`
    })
    writeFileSync(file(), `# Comment\n${lines.join('')}${globalConfig}`)
  }

  /** Whether git refuses to commit or push, for each of these. */
  function refusedByGit(all: readonly (readonly Case[])[]): boolean[] {
    const commands = all.map((settings, at) => {
      set(...settings)
      renameSync(file(), `${file()}-${at}`)
      return [
        `GIT_CONFIG_GLOBAL='${file()}-${at}'`,
        'git commit -q --allow-empty --no-gpg-sign -m x &&',
        `GIT_CONFIG_GLOBAL='${file()}-${at}'`,
        `git push --dry-run '${server}' HEAD:refs/heads/x`,
      ].join(' ')
    })
    const script = commands.map((command) => `{ ${command}; } >&2; echo $?`).join('\n')
    // In one shell, which starts git faster than a large process does.
    const { stdout } = spawnSync('sh', ['-c', script], {
      cwd: home.computer.path('work/one'),
      env: { PATH, HOME: home.computer.home },
      encoding: 'utf8',
    })
    return stdout
      .trim()
      .split('\n')
      .map((status) => status !== '0')
  }

  async function read() {
    const path = home.computer.path('work/one')
    const options = { environment: { PATH, HOME: home.computer.home }, limiter: new TaskLimiter() }
    const settings = await readRepositorySettings({ path, gitFolder: join(path, '.git') }, options)
    return settings as RepositorySettings
  }

  it('is reported exactly if git refuses it', async () => {
    const isRefused = refusedByGit(cases.map((one) => [one]))
    const refused = cases.filter((_, at) => isRefused[at])
    const accepted = cases.filter((_, at) => !isRefused[at])
    expect([refused.length, accepted.length]).toEqual([
      expect.toSatisfy((count) => count > 20),
      expect.toSatisfy((count) => count > 20),
    ])
    for (const { name, value } of refused) {
      set({ name, value })
      expect(await read(), `${name} = ${value}`).toMatchObject({
        refused: { setting: name.toLowerCase(), file: file(), line: 3 },
      })
    }
    expect(refusedByGit([accepted])).toEqual([false])
    set(...accepted)
    const { refused: found, missing } = await read()
    expect([found, missing]).toEqual([undefined, undefined])
  })

  it('is reported if a repository overrides it', async () => {
    home.reset()
    set({ name: 'commit.gpgSign', value: 'bogus' })
    home.configure('work/one', { 'commit.gpgSign': 'true' })
    expect(() => home.git('work/one', 'commit', '--allow-empty', '-m', 'x')).toThrow(/bogus/)
    expect(await home.identityOf('work/one')).toMatchObject({
      verdict: 'not-verified',
      problems: ['format-invalid'],
      refused: {
        setting: 'commit.gpgsign',
        said: "bad boolean config value 'bogus' for 'commit.gpgsign'",
        file: '~/.gitconfig',
        line: 3,
      },
    })
  })

  it('doesn’t hide the repository that has it', async () => {
    home.reset()
    home.configure('work/one', { 'push.default': 'bogus' })
    const { repositories } = await home.scan()
    const repository = repositories.find(({ path }) => path === '~/work/one')
    expect(repository).toMatchObject({ remote: { url: 'git@127.0.0.1:group/one.git' } })
    expect(repository).not.toHaveProperty('problem')
    expect(await home.identityOf('work/one')).toMatchObject({
      name: { value: 'Maya Lindqvist' },
      remote: { url: 'git@127.0.0.1:group/one.git' },
      refused: { setting: 'push.default', file: '~/work/one/.git/config' },
    })
  })

  it.each([
    ['commit.gpgSign', 'bogus', 'commit-fails'],
    ['user.signingKey', undefined, 'commit-fails'],
    ['push.default', 'bogus', 'commit-fails'],
    ['push.followTags', 'bogus', 'push-fails'],
  ])('is named on this computer: %s = %j', async (name, value, finding) => {
    set({ name, value })
    expect(await home.computer.check('identity')).toMatchObject({
      finding,
      values: { setting: name.toLowerCase(), file: '~/.gitconfig', line: 3 },
    })
    const signing = await home.computer.check('signing')
    if (finding === 'push-fails') expect(signing).not.toMatchObject({ finding: 'signing-fails' })
    else
      expect(signing).toMatchObject({
        finding: 'signing-fails',
        values: { setting: name.toLowerCase(), line: 3 },
      })
  })
})
