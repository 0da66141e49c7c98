import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editGitConfig } from './git-config.ts'
import type { GitEdit } from './git-edit.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'latchkey-git-config-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const set = (name: string, value: string): GitEdit => ({ name, value, how: 'set' })
const add = (name: string, value: string): GitEdit => ({ name, value, how: 'add' })
const remove = (name: string, value: string): GitEdit => ({ name, value, how: 'remove' })

/** A git that records when it runs. */
function environment(): NodeJS.ProcessEnv {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const script = `#!/bin/sh\necho + >> '${path('starts')}'\nexec '${real}' "$@"\n`
  writeFileSync(path('git'), script, { mode: 0o755 })
  writeFileSync(path('starts'), '')
  return { PATH: `${folder}:${process.env.PATH}`, HOME: folder }
}

async function edited(before: string | undefined, edits: readonly GitEdit[]) {
  const content = before === undefined ? undefined : Buffer.from(before)
  const after = await editGitConfig(path('config'), content, edits, environment())
  return { text: after.toString(), starts: readFileSync(path('starts'), 'utf8').length / 2 }
}

/** The same edits, each made by git. */
function editedByGit(before: string, edits: readonly GitEdit[]): string {
  writeFileSync(path('config'), before)
  const options = {
    set: ['--replace-all'],
    add: ['--add'],
    remove: ['--fixed-value', '--unset-all'],
  }
  for (const { name, value, how } of edits)
    execFileSync('git', ['config', '--file', path('config'), ...options[how], name, value])
  const text = readFileSync(path('config'), 'utf8')
  rmSync(path('config'))
  return text
}

const editedFile = '[user]\n\temail = x@y.z\n[gpg]\n[commit]\n'
const clone = '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@git.example:g/p.git\n'
const identity = [
  set('user.email', 'maya@example.com'),
  set('gpg.format', 'ssh'),
  set('user.signingkey', '~/.ssh/id.pub'),
  set('commit.gpgsign', 'true'),
]
const conditions = ['gitdir:~/a "b"/', 'gitdir:~/C:\\d/', 'gitdir:~/e.f#g/'].map((condition) =>
  add(`includeIf.${condition}.path`, '~/x ; y'),
)

describe.runIf(process.platform === 'linux')('editGitConfig', () => {
  it.each<[string, string | undefined, readonly GitEdit[], number]>([
    ['a new file', undefined, [...identity, ...conditions], 1],
    ['new sections', clone, identity, 2],
    ['new sections with special characters', clone, conditions, 2],
    ['a new section and an existing one', `${clone}[USER]\n\tname = Maya\n`, identity, 3],
    ['existing sections', `${editedFile}`, identity, 4],
    [
      'a removed setting',
      editedFile,
      [remove('user.email', 'x@y.z'), add('user.email', 'a@b.c')],
      2,
    ],
    [
      'a file with an incomplete last line',
      `${clone}[alias]\n\tx = y\\`,
      conditions.slice(0, 1),
      1,
    ],
    ['a file with other line breaks', clone.replaceAll('\n', '\r\n'), identity, 4],
  ])(
    'writes like git and starts it as seldom as possible: %s',
    async (_, before, edits, starts) => {
      const { text, ...result } = await edited(before, edits)
      expect(text).toBe(editedByGit(before ?? '', edits))
      expect(result.starts).toBe(starts)
      expect(readdirSync(folder).toSorted()).toEqual(['git', 'starts'])
    },
  )

  it('fails with the reason of git if git can’t read the file', async () => {
    await expect(edited(`${clone}[\n`, identity)).rejects.toThrow(/git failed: .*bad config line 5/)
    expect(readdirSync(folder).toSorted()).toEqual(['git', 'starts'])
  })
})
