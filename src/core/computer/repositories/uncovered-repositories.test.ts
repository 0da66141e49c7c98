import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IdentityTarget } from '../../../shared/operations/repositories.ts'
import { TwoAccounts, maya } from '../testing/two-accounts.ts'

describe.runIf(process.platform === 'linux')('planIdentity, for several repositories', () => {
  let home: TwoAccounts
  beforeAll(async () => {
    home = await TwoAccounts.start()
  })
  afterAll(() => home.stop())
  beforeEach(() => home.reset())

  /** Applies the identity, and returns the repositories that the plan named and those that kept another email. */
  async function apply(target: IdentityTarget, meant: string[]) {
    const { repositories, identities, gitlab } = home.computer
    await home.scan()
    const plan = await repositories.planIdentity(gitlab, target)
    const results = await identities.apply(plan.plan)
    expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([])
    const kept: string[] = []
    for (const name of meant)
      if ((await home.commit(name)).email !== plan.email) kept.push(`~/${name}`)
    return { named: plan.uncovered, kept }
  }

  it('names the ones with an SSH alias or a rewritten URL', async () => {
    const { computer } = home
    computer.sshLines.push('Host alias', '  HostName 127.0.0.1')
    computer.restart()
    home.clone('alias', 'git@alias:group/a.git')
    home.clone('short', 'lab:group/b.git')
    home.clone('plain', 'git@127.0.0.1:group/c.git')
    computer.run('git', ['config', '--global', 'url.git@127.0.0.1:.insteadOf', 'lab:'])
    const { named, kept } = await apply({ kind: 'host' }, ['alias', 'short', 'plain'])
    expect(kept).toEqual(['~/alias', '~/short'])
    expect(named).toEqual(expect.arrayContaining(kept))
    expect(named).not.toContain('~/plain')
  })

  it('names worktrees of repositories outside of the folder, and separate Git folders', async () => {
    const { computer } = home
    home.clone('elsewhere/main', 'git@127.0.0.1:group/a.git')
    home.git('elsewhere/main', 'commit', '-q', '--allow-empty', '-m', 'Start')
    mkdirSync(computer.path('folder'))
    home.git('elsewhere/main', 'worktree', 'add', '-q', computer.path('folder/tree'))
    home.git('', 'init', '-q', '--separate-git-dir=gits', computer.path('folder/separate'))
    home.clone('folder/plain', 'git@127.0.0.1:group/b.git')
    const meant = ['folder/tree', 'folder/separate', 'folder/plain']
    const { named, kept } = await apply({ kind: 'folder', folder: '~/folder' }, meant)
    expect(kept.toSorted()).toEqual(['~/folder/separate', '~/folder/tree'])
    expect(named?.toSorted()).toEqual(kept.toSorted())
  })

  it('names the ones whose own settings decide about the author or committer', async () => {
    const { computer } = home
    const own = {
      author: { 'author.email': 'x@y.test' },
      committer: { 'committer.email': 'x@y.test' },
      // The identity overrides both.
      overridden: { 'user.email': 'x@y.test' },
      same: { 'author.email': ` ${maya}`, 'committer.name': '' },
    }
    for (const name of ['author.email', 'committer.email'])
      computer.run('git', ['config', '--global', name, 'x@y.test'])
    for (const [name, settings] of Object.entries(own)) {
      home.clone(`folder/${name}`, 'git@127.0.0.1:group/a.git')
      home.configure(`folder/${name}`, settings)
    }
    const meant = Object.keys(own).map((name) => `folder/${name}`)
    const { named, kept } = await apply({ kind: 'folder', folder: '~/folder' }, meant)
    expect(named?.toSorted()).toEqual(['~/folder/author', '~/folder/committer'])
    expect(kept).toEqual(['~/folder/author'])
  })

  it('names the ones with their own email, and runs nothing of theirs', async () => {
    const { computer } = home
    home.clone('folder/own', 'git@127.0.0.1:group/a.git')
    home.clone('folder/same', 'git@127.0.0.1:group/b.git')
    home.configure('folder/own', { 'user.email': 'x@y.test' })
    home.configure('folder/same', { 'user.email': maya })
    const ran = computer.path('ran')
    writeFileSync(computer.path('program'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 })
    home.configure('folder/own', { 'core.fsmonitor': computer.path('program') })
    await home.scan()
    const target = { kind: 'folder', folder: '~/folder' } as const
    const plan = await computer.repositories.planIdentity(computer.gitlab, target)
    expect(plan.uncovered).toEqual(['~/folder/own'])
    expect(existsSync(ran)).toBe(false)
  })
})
