import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestComputer } from '../testing/computer.ts'
import { TwoAccounts, maya } from '../testing/two-accounts.ts'

describe.runIf(process.platform === 'linux')('whoami', () => {
  let home: TwoAccounts
  let computer: TestComputer
  beforeAll(async () => {
    home = await TwoAccounts.start()
    computer = home.computer
  })
  afterAll(() => home.stop())
  beforeEach(() => {
    home.reset()
    rmSync(accountsFile(), { recursive: true, force: true })
    computer.restart()
  })

  const accountsFile = () => join(computer.folder, 'known-accounts.json')

  const json = async (folder: string) => {
    const { code, said } = await home.whoami(folder, { isJson: true })
    return { code, ...(JSON.parse(said) as Record<string, unknown>) }
  }

  it.each(['', 'gitlab', 'http://', 'file:///etc', 'https://['])(
    'knows no accounts if one has the invalid instance %j',
    async (instance) => {
      const accounts = [{ id: 'a', username: 'maya', instance }]
      writeFileSync(accountsFile(), JSON.stringify({ accounts }))
      expect(await json('work/one')).toMatchObject({ code: 2, problems: ['no-accounts'] })
    },
  )

  it.each<[string, string, Record<string, string>]>([
    ['signed by an SSH key', 'work/one', {}],
    ['signed by GPG', 'private/two', { 'user.email': maya, 'commit.gpgsign': 'true' }],
    ['with another email', 'work/one', { 'user.email': 'x@y.z' }],
  ])('predicts the status of a commit that is %s', async (_, folder, settings) => {
    home.configure(folder, settings)
    const identity = await home.identityOf(folder)
    const testedCommit = await home.commit(folder)
    const answer = await json(folder)
    expect(answer).toMatchObject({
      code: testedCommit.isVerified ? 0 : 1,
      verdict: testedCommit.isVerified ? 'right' : 'wrong',
      path: `~/${folder}`,
      account: { instance: computer.sandbox.url, username: 'maya.lindqvist' },
      name: identity.name,
      email: identity.email,
      ...(identity.signingKey && { signingKey: identity.signingKey }),
      problems: identity.problems,
    })
  })

  it('prints each value with its origin, even from a subfolder', async () => {
    mkdirSync(computer.path('work/one/src/deep'), { recursive: true })
    await home.identityOf('work/one')
    const { code, said } = await home.whoami('work/one/src/deep')
    expect(code).toBe(0)
    expect(said.split('\n')).toEqual([
      'Path         ~/work/one',
      'Remote       git@127.0.0.1:group/one.git',
      `Account      @maya.lindqvist (${computer.sandbox.url})`,
      'Name         Maya Lindqvist · ~/.gitconfig:2',
      `Email        ${maya} · ~/.gitconfig-work:2`,
      expect.stringMatching(
        /^SSH key {6}~\/\.ssh\/id_work · SHA256:\S+ · On @maya\.lindqvist \(.+\) · .+config:\d+$/,
      ),
      expect.stringMatching(
        /^Signing key {2}~\/\.ssh\/id_work\.pub · SHA256:\S+ · ~\/\.gitconfig-work:3$/,
      ),
      'Verified',
    ])
    home.configure('work/one', { 'user.email': 'x@y.z' })
    expect((await home.whoami('work/one')).said).toMatch(
      /\nNot verified\n- x@y\.z isn’t on @maya\.lindqvist\.$/,
    )
  })

  it("reports the status as unknown without Latchkey's stored data", async () => {
    expect(await json('work/one')).toMatchObject({
      code: 2,
      verdict: 'unknown',
      problems: ['no-accounts'],
      email: { value: maya },
    })
    expect((await home.whoami('work/one')).said).toContain('Open Repositories in Latchkey once.')
    writeFileSync(accountsFile(), '{ "accounts": [{ "id": 1 }, "x"] }')
    expect(await json('work/one')).toMatchObject({ code: 2, problems: ['no-accounts'] })
    rmSync(accountsFile())
    mkdirSync(accountsFile())
    expect(await json('work/one')).toMatchObject({ code: 2, problems: ['no-accounts'] })
  })

  it('reports the status as unknown outside a repository or in an unreadable one', async () => {
    await home.identityOf('work/one')
    expect(await json('gone')).toMatchObject({ code: 2, problems: ['no-folder'] })
    expect(await json('work')).toMatchObject({ code: 2, problems: ['no-repository'] })
    writeFileSync(computer.path('work/one/.git/config'), '[nonsense')
    expect(await json('work/one')).toMatchObject({ code: 2, problems: ['unreadable'] })
  })

  it('works without contacting GitLab, and its data contains no secrets', async () => {
    await home.identityOf('work/one')
    const storedText = readFileSync(accountsFile(), 'utf8')
    expect(storedText).toContain(maya)
    const { tokens } = computer.sandbox
    for (const secret of [...Object.values(tokens), 'PRIVATE', 'ssh-ed25519'])
      expect(storedText).not.toContain(secret)
    const accounts = computer.signedInAccounts
    computer.signedInAccounts = []
    expect(await json('work/one')).toMatchObject({ code: 0, verdict: 'right' })
    computer.signedInAccounts = accounts
  })

  it("doesn't print terminal control characters", async () => {
    await home.identityOf('work/one')
    home.configure('work/one', { 'user.name': 'Maya \u001b[31m\u202e\u009b2J' })
    for (const isJson of [false, true]) {
      const { said } = await home.whoami('work/one', { isJson })
      expect(said).toContain('Maya ')
      expect(said.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }
    expect(await json('work/one')).toMatchObject({
      name: { value: expect.stringContaining('\u202e') },
    })
  })
})
