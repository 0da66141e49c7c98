import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfigLines } from './config-lines.ts'
import { isSurePush, pushTarget, rewriting } from './push-target.ts'

describe('pushTarget', () => {
  let root: string
  let usual: string
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', join(root, 'clone'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: root,
        LC_ALL: 'C',
        GIT_CONFIG_NOSYSTEM: '1',
        ...{ GIT_AUTHOR_NAME: 'Maya', GIT_AUTHOR_EMAIL: 'maya@example.com' },
        ...{ GIT_COMMITTER_NAME: 'Maya', GIT_COMMITTER_EMAIL: 'maya@example.com' },
      },
    })
  const configFile = () => join(root, 'clone/.git/config')

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-push-')))
    for (const name of ['a', 'b', 'c', 'x/a'])
      spawnSync('git', ['init', '-q', '--bare', join(root, name)])
    spawnSync('git', ['init', '-q', '-b', 'main', join(root, 'clone')])
    git('commit', '-q', '--allow-empty', '-m', 'First')
    usual = `${readFileSync(configFile(), 'utf8')}[push]\n\tdefault = current\n`
  })
  afterAll(() => rmSync(root, { recursive: true }))

  const origin = '[remote "origin"]\nurl = ROOT/a\n'
  const fork = '[remote "fork"]\nurl = ROOT/b\n'
  it.each([
    ['origin', origin],
    ['origin with pushurl', `${origin}pushurl = ROOT/b\n`],
    ['origin with two push URLs', `${origin}pushurl = ROOT/b\npushurl = ROOT/c\n`],
    ['origin with two URLs', `${origin}url = ROOT/b\n`],
    ['remote.pushDefault', `${origin}${fork}[remote]\npushDefault = fork\n`],
    ['pushRemote', `${origin}${fork}[branch "main"]\npushRemote = fork\n`],
    [
      'pushRemote before pushDefault',
      `${origin}${fork}[remote]\npushDefault = fork\n[branch "main"]\npushRemote = origin\n`,
    ],
    ['the branch’s remote', `${origin}${fork}[branch "main"]\nremote = fork\n`],
    [
      'pushDefault before the branch’s remote',
      `${origin}${fork}[remote]\npushDefault = origin\n[branch "main"]\nremote = fork\n`,
    ],
    ['another branch’s remote', `${origin}${fork}[branch "other"]\npushRemote = fork\n`],
    ['the only remote', fork],
    ['one of two remotes without origin', `${fork}[remote "team"]\nurl = ROOT/c\n`],
    ['a remote without URL next to another', `${fork}[remote "team"]\nprune = true\n`],
    ['a URL as pushRemote', `${origin}[branch "main"]\npushRemote = ROOT/c\n`],
    ['the repository itself', `${origin}[branch "main"]\nremote = .\nmerge = refs/heads/main\n`],
    ['insteadOf', `${origin}[url "ROOT/b"]\ninsteadOf = ROOT/a\n`],
    ['pushInsteadOf', `${origin}[url "ROOT/b"]\npushInsteadOf = ROOT/a\n`],
    [
      'pushInsteadOf before insteadOf',
      `${origin}[url "ROOT/b"]\npushInsteadOf = ROOT/a\n[url "ROOT/c"]\ninsteadOf = ROOT/a\n`,
    ],
    [
      'pushurl, to which pushInsteadOf doesn’t apply',
      `${origin}pushurl = ROOT/a\n[url "ROOT/b"]\npushInsteadOf = ROOT/a\n`,
    ],
    [
      'pushurl, to which insteadOf applies',
      `${origin}pushurl = ROOT/c\n[url "ROOT/b"]\ninsteadOf = ROOT/c\n`,
    ],
    [
      'two URLs, one with pushInsteadOf',
      `${origin}url = ROOT/c\n[url "ROOT/b"]\npushInsteadOf = ROOT/c\n`,
    ],
    [
      'the longest prefix',
      `${origin}[url "ROOT/x/"]\ninsteadOf = ROOT/\n[url "ROOT/"]\ninsteadOf = RO\n`,
    ],
    [
      'the first of equal prefixes',
      `${origin}[url "ROOT/b"]\ninsteadOf = nothing\n[url "ROOT/c"]\ninsteadOf = ROOT/a\n[url "ROOT/b"]\ninsteadOf = ROOT/a\n`,
    ],
    [
      'a rewritten pushRemote',
      `${origin}[branch "main"]\npushRemote = go:a\n[url "ROOT/"]\ninsteadOf = go:\n`,
    ],
  ])('names the URL that git pushes to: %s', (_, text) => {
    const config = text.replaceAll('ROOT', root)
    writeFileSync(configFile(), `${usual}${config}`)
    const { stdout, stderr } = git('push', '--dry-run', '--porcelain')
    const urls = Array.from(stdout.matchAll(/^To (.+)$/gm), ([, url]) => url)
    const target = pushTarget(parseConfigLines(readFileSync(configFile(), 'utf8')), 'main')
    // Without a target, git refuses to push, and a repository is shown with its first remote.
    if (/No configured push destination/.test(stderr)) expect(target?.name).toBe('fork')
    else expect(target?.urls).toEqual(urls)
  })

  it('ignores settings of branches if HEAD is detached', () => {
    const text = `${origin}${fork}[branch "main"]\npushRemote = fork\n`
    expect(pushTarget(parseConfigLines(text), undefined)?.name).toBe('origin')
    expect(pushTarget([], 'main')).toBeUndefined()
  })

  it('keeps at most 20 URLs of a remote', () => {
    const text = `[remote "origin"]\n${'url = a\n'.repeat(2000)}[url "b"]\n${'insteadOf = a\n'.repeat(2000)}`
    expect(pushTarget(parseConfigLines(text), 'main')?.urls).toEqual(Array(20).fill('b'))
  })

  it('is unsure whether an empty URL discards those before it, as git does since 2.46', () => {
    const settings = parseConfigLines('[remote "origin"]\nurl = a\nurl =\nurl = b\n')
    expect(isSurePush(settings)).toBe(false)
    expect(pushTarget(settings, 'main')?.urls).toEqual(['a', 'b'])
    expect(isSurePush(parseConfigLines(origin))).toBe(true)
  })
})

describe('rewriting', () => {
  it('applies the longest matching prefix', () => {
    const settings = [
      { name: 'url.git@work:.insteadof', value: 'git@gitlab.com:' },
      { name: 'url.git@team:.insteadof', value: 'git@gitlab.com:team/' },
    ]
    const rewrite = rewriting(settings)
    expect(rewrite('git@gitlab.com:a/b.git')).toBe('git@work:a/b.git')
    expect(rewrite('git@gitlab.com:team/b.git')).toBe('git@team:b.git')
    expect(rewrite('git@elsewhere:a.git')).toBe('git@elsewhere:a.git')
  })
})
