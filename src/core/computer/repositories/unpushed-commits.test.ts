import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UnpushedCommits } from '../../../shared/operations/repositories.ts'
import type { TestComputer } from '../testing/computer.ts'
import { TwoAccounts, maya } from '../testing/two-accounts.ts'

const before = '2020-02-02T02:02:02+02:00'

interface CommitOptions {
  email?: string
  committer?: string
  signs?: boolean
  file?: string
}

describe.runIf(process.platform === 'linux')('readUnpushedCommits', () => {
  let home: TwoAccounts
  let computer: TestComputer
  beforeAll(async () => {
    home = await TwoAccounts.start()
    computer = home.computer
  })
  afterAll(() => home.stop())
  beforeEach(() => home.reset())

  const git = (...args: string[]) => home.git('work/one', ...args).trim()

  /** Creates a commit, empty or with a file, optionally by another author. */
  function commit(
    subject: string,
    { email = '', committer = email, signs = true, file = '' }: CommitOptions = {},
  ) {
    if (file) {
      writeFileSync(computer.path(`work/one/${file}`), subject)
      git('add', file)
    }
    const author = email ? [`--author=Other <${email}>`] : []
    const as = committer ? ['-c', `committer.email=${committer}`] : []
    const options = ['-q', '--allow-empty', '--date', before, '-m', subject]
    git(...as, 'commit', ...options, ...author, ...(signs ? [] : ['--no-gpg-sign']))
  }

  /** Makes the current commit the upstream of the branch. */
  function push(branch = 'origin/main') {
    git('update-ref', `refs/remotes/${branch}`, 'HEAD')
    git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*')
    git('branch', '-q', `--set-upstream-to=${branch}`)
  }

  async function unpushed(): Promise<UnpushedCommits> {
    await home.ensureScanned()
    return computer.repositories.unpushed('~/work/one')
  }

  async function findings(comparing = unpushed()) {
    const comparison = await comparing
    if (comparison.state !== 'compared') expect.fail(comparison.state)
    return comparison.findings
  }

  const run = (command = '') => computer.run('sh', ['-c', command], computer.path('work/one'))

  /** Subject, emails, author date, number of parents, and whether the signature is good. */
  const log = () =>
    git('log', '--no-show-signature', '--format=%s|%ae|%ce|%aI|%p|%G?', '@{upstream}..')
      .split('\n')
      .map((line) => {
        const [subject, author, committer, date, parents, signature] = line.split('|')
        return { subject, author, committer, date, parents: parents!.split(' ').length, signature }
      })

  it('compares commits with the author git would use now', async () => {
    commit('Pushed', { email: 'old@x.test' })
    push()
    expect(await unpushed()).toEqual({
      state: 'compared',
      upstream: 'origin/main',
      count: 0,
      hasMore: false,
      findings: [],
    })
    commit('Right')
    commit('Wrong', { email: 'other@x.test' })
    commit('Wrong again', { email: 'other@x.test' })
    commit('Applied', { email: maya, committer: 'other@x.test' })
    commit('Unsigned', { signs: false })
    expect(await unpushed()).toMatchObject({
      count: 5,
      findings: [
        { kind: 'author', email: 'other@x.test', count: 2 },
        { kind: 'committer', email: 'other@x.test', count: 1 },
        { kind: 'unsigned', count: 1 },
      ],
    })
    home.configure('work/one', { 'user.email': 'OTHER@x.test', 'commit.gpgsign': 'false' })
    expect(await findings()).toMatchObject([{ kind: 'author', email: maya, count: 3 }])
  })

  it('returns a command that fixes them but keeps dates, merges and other authors', async () => {
    commit('Pushed')
    push()
    const branch = git('symbolic-ref', '--short', 'HEAD')
    commit('Wrong', { email: 'other@x.test', file: 'a' })
    git('checkout', '-q', '-b', 'side')
    commit('Wrong beside', { email: 'other@x.test', file: 'b' })
    git('checkout', '-q', branch)
    commit('fixup! Wrong', { email: 'colleague@x.test', committer: maya, file: 'c' })
    git('-c', 'user.email=other@x.test', 'merge', '-q', '--no-ff', '-m', 'Merge', 'side')
    home.configure('work/one', { 'rebase.autosquash': 'true', 'log.showSignature': 'true' })
    const [wrong] = (await findings()).filter(({ email }) => email === 'other@x.test')
    expect(wrong).toMatchObject({ kind: 'author', count: 3 })
    run(wrong!.command)
    const right = { author: maya, committer: maya, date: before, signature: 'G' }
    const [merge, ...others] = log()
    expect(merge).toEqual({ ...right, subject: 'Merge', date: expect.any(String), parents: 2 })
    expect(others.toSorted((a, b) => (a.subject! < b.subject! ? -1 : 1))).toEqual([
      { ...right, subject: 'Wrong', parents: 1 },
      { ...right, subject: 'Wrong beside', parents: 1 },
      { ...right, subject: 'fixup! Wrong', author: 'colleague@x.test', parents: 1 },
    ])
    expect(readFileSync(computer.path('work/one/b'), 'utf8')).toBe('Wrong beside')
    expect(await findings()).toMatchObject([{ email: 'colleague@x.test', count: 1 }])
  })

  it('returns a command that uses the settings of the branch', async () => {
    commit('Pushed')
    push()
    const branch = git('symbolic-ref', '--short', 'HEAD')
    const settings = '[user]\nemail = ours@x.test\nname = Ours $(touch ran)\n[commit]\ngpgSign\n'
    writeFileSync(computer.path('of-branch'), settings)
    home.configure('work/one', {
      'commit.gpgSign': 'false',
      [`includeIf.onbranch:${branch}.path`]: computer.path('of-branch'),
    })
    commit('Wrong', { email: maya, signs: false })
    const [wrong, unsigned] = await findings()
    expect([wrong, unsigned]).toMatchObject([{ kind: 'author', email: maya }, { kind: 'unsigned' }])
    run(wrong!.command)
    expect(git('log', '-1', '--format=%an|%ae|%ce')).toBe(
      'Ours $(touch ran)|ours@x.test|ours@x.test',
    )
    expect(existsSync(computer.path('work/one/ran'))).toBe(false)
    expect(await findings()).toEqual([])
  })

  it('returns a command that keeps their base if the upstream has moved', async () => {
    commit('Base')
    const base = git('rev-parse', 'HEAD')
    commit('Of somebody else', { file: 'a' })
    push()
    git('reset', '-q', '--hard', base)
    commit('Unsigned', { signs: false, file: 'a' })
    commit('Applied', { email: maya, committer: 'other@x.test' })
    const [committer, unsigned] = await findings()
    // Only the newest commit has another committer.
    expect(committer!.command).toBe(unsigned!.command!.replace(base, git('rev-parse', 'HEAD^')))
    run(unsigned!.command)
    expect(await findings()).toEqual([])
    expect(git('merge-base', 'HEAD', '@{upstream}')).toBe(base)
    expect(log().map(({ date, signature }) => [date, signature])).toEqual([
      [before, 'G'],
      [before, 'G'],
    ])
  })

  it('returns no commits if the branch, upstream, or repository is missing', async () => {
    expect(await unpushed()).toEqual({ state: 'no-upstream' })
    commit('First')
    git('remote', 'remove', 'origin')
    expect(await unpushed()).toEqual({ state: 'no-upstream' })
    git('checkout', '-q', '--detach')
    expect(await unpushed()).toEqual({ state: 'detached' })
    expect(await computer.repositories.unpushed('~/never-found')).toEqual({ state: 'not-read' })
  })

  it('counts commits up to a limit, newest first', async () => {
    commit('Pushed')
    push()
    const author = `author O <other@x.test> 1 +0000\ncommitter O <other@x.test> 1 +0000\n`
    const commits = Array.from({ length: 202 }, (_, nth) => {
      const from = nth === 0 ? 'from HEAD^0\n' : ''
      return `commit HEAD\n${author.split('\n')[1]}\ndata 1\nx\n${from}`
    })
    const branch = git('symbolic-ref', 'HEAD')
    const stream = commits.join('\n').replaceAll('commit HEAD', `commit ${branch}`)
    const file = computer.path('stream')
    writeFileSync(file, stream.replace('from HEAD^0', `from ${branch}^0`))
    run(`git fast-import --quiet < ${file}`)
    expect(await unpushed()).toMatchObject({
      count: 200,
      hasMore: true,
      findings: [
        { kind: 'author', count: 200 },
        { kind: 'unsigned', count: 200 },
      ],
    })
  })

  it("doesn't suggest a command in a bare repository, and works in a shallow clone", async () => {
    commit('Pushed')
    commit('Last pushed')
    const source = `file://${computer.path('work/one')}`
    computer.run('git', ['clone', '-q', '--depth', '1', source, computer.path('shallow')])
    home.git('shallow', 'commit', '-q', '--allow-empty', '--author', 'O <o@x.test>', '-m', 'x')
    push()
    commit('Wrong', { email: 'other@x.test' })
    home.configure('work/one', { 'core.bare': 'true' })
    computer.run('mv', [computer.path('work/one/.git'), computer.path('bare.git')])
    await home.scan()
    expect(await computer.repositories.unpushed('~/bare.git')).toMatchObject({
      findings: [{ kind: 'author', email: 'other@x.test', count: 1 }],
    })
    const { findings: ofBare } = (await computer.repositories.unpushed('~/bare.git')) as never
    expect(JSON.stringify(ofBare)).not.toContain('git rebase')
    expect(await computer.repositories.unpushed('~/shallow')).toMatchObject({
      count: 1,
      findings: [{ kind: 'author', email: 'o@x.test' }],
    })
  })

  describe('for a branch into which a published one was merged', () => {
    const other = { email: 'other@x.test' }
    const colleague = ['-c', 'user.name=Noor', '-c', 'user.email=noor@x.test', 'commit', '-q']

    /** Publishes `main` with commits of a colleague, and `feature`, on which main is then merged. */
    function mergePublished(): void {
      commit('Base')
      git('update-ref', 'refs/remotes/origin/main', 'HEAD')
      git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*')
      git('checkout', '-q', '-b', 'feature')
      commit('Feature', { file: 'a' })
      push('origin/feature')
      git('checkout', '-q', '--detach', 'origin/main')
      writeFileSync(computer.path('work/one/b'), 'b')
      git('add', 'b')
      git(...colleague, '-m', 'Colleague')
      git('update-ref', 'refs/remotes/origin/main', 'HEAD')
      git('checkout', '-q', 'feature')
    }

    it('counts only the merge, and rewrites nothing that is published', async () => {
      mergePublished()
      const published = git('rev-list', '--all', '--remotes').split('\n').length
      commit('Wrong', { ...other, file: 'c' })
      git('merge', '-q', '--no-edit', 'origin/main')
      commit('After')
      const comparing = unpushed()
      expect(await comparing).toMatchObject({ upstream: 'origin/feature', count: 3 })
      const [wrong] = await findings(comparing)
      expect(wrong).toMatchObject({ kind: 'author', email: 'other@x.test', count: 1 })
      run(wrong!.command)
      expect(await findings()).toEqual([])
      for (const branch of ['origin/main', 'origin/feature'])
        git('merge-base', '--is-ancestor', branch, 'HEAD')
      expect(git('rev-list', '--all', '--remotes').split('\n').length).toBe(published + 3)
    })

    it('offers nothing that takes over the commits of others', async () => {
      mergePublished()
      git('cherry-pick', 'origin/main')
      expect(await findings()).toEqual([{ kind: 'author', email: 'noor@x.test', count: 1 }])
      git('reset', '-q', '--hard', 'origin/feature')
      git(...colleague, '--allow-empty', '--no-gpg-sign', '-m', 'Fetched merge request')
      const fetched = git('rev-parse', 'HEAD')
      git('checkout', '-q', '--detach')
      for (const name of ['HEAD', 'refs/heads/feature'])
        git('reflog', 'expire', '--expire=all', name)
      git('checkout', '-q', 'feature')
      expect(git('rev-parse', 'HEAD')).toBe(fetched)
      expect(JSON.stringify(await findings())).not.toContain('git rebase')
    })
  })

  it('counts what no remote has, if the branch was pushed to another remote or never', async () => {
    commit('Base')
    push()
    git('config', 'remote.fork.url', 'git@127.0.0.1:maya/one.git')
    git('config', 'remote.fork.fetch', '+refs/heads/*:refs/remotes/fork/*')
    home.configure('work/one', { 'remote.pushDefault': 'fork', 'push.default': 'current' })
    git('checkout', '-q', '-b', 'topic', '--track', 'origin/main')
    commit('Pushed to the fork', { email: 'other@x.test' })
    expect(await unpushed()).toMatchObject({ upstream: 'fork/topic', count: 1 })
    git('update-ref', 'refs/remotes/fork/topic', 'HEAD')
    expect(await unpushed()).toMatchObject({ upstream: 'fork/topic', count: 0, findings: [] })
    git('checkout', '-q', '-b', 'never-pushed')
    commit('New', { email: 'other@x.test' })
    const base = git('rev-parse', 'HEAD^')
    const [wrong] = await findings()
    expect(wrong!.command).toMatch(new RegExp(`${base}$`))
  })
})
