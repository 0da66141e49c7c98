import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands, shells } from '../../src/core/command-line/commands.ts'
import { completionScript } from '../../src/core/command-line/completions.ts'
import { testFolder } from '../../src/core/testing/folder.ts'
import { findCommand } from './chromium.ts'
import { generatedCommandFiles } from './command-files.ts'
import { manPage } from './man-page.ts'
import { project, readBuilderConfig } from './package/config.ts'

/** Runs a program and fails unless it ends well and prints nothing on stderr. */
function run(program: string, args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
  expect({ status, stderr }, `${program} ${stdout}`).toEqual({ status: 0, stderr: '' })
  return stdout
}

describe('the files for commands', () => {
  it.each(Object.entries(generatedCommandFiles()))('include an up-to-date %s', (path, text) => {
    expect(readFileSync(join(project, path), 'utf8')).toBe(text)
  })

  it('are those that deb and rpm install', () => {
    const { deb, rpm } = readBuilderConfig()
    for (const options of [deb, rpm]) {
      const sources = options!.fpm!.map((argument) => argument.split('=')[0]!)
      expect(sources.toSorted()).toEqual(Object.keys(generatedCommandFiles()).toSorted())
    }
  })
})

describe('the man page', () => {
  it('explains every command', () => {
    for (const { name } of commands) expect(manPage()).toContain(`\n.It Cm ${name}`)
  })

  it.skipIf(!findCommand('mandoc'))('passes mandoc -T lint (skipped without mandoc)', () => {
    expect(run('mandoc', ['-T', 'lint', '-W', 'style'], manPage())).toBe('')
  })
})

describe('the completions', () => {
  const complete: Record<(typeof shells)[number], (words: string[]) => string[]> = {
    bash: (words) =>
      run('bash', [
        '--norc',
        '-c',
        `${completionScript('bash')}
         COMP_WORDS=(latchkey "$@"); COMP_CWORD=$#
         _latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        ...words,
      ]).split('\n'),
    zsh: (words) =>
      run('zsh', [
        '-f',
        '-c',
        `compdef() { :; }; _describe() { print -l -- \${(P)2%%:*}; }; _files() { :; }
         ${completionScript('zsh')}
         words=(latchkey "$@"); CURRENT=\${#words}; _latchkey`,
        'zsh',
        ...words,
      ]).split('\n'),
    fish: (words) => {
      const file = join(testFolder(), 'latchkey.fish')
      writeFileSync(file, completionScript('fish'))
      const line = ['latchkey', ...words].join(' ')
      const script = `source ${file}; complete -C ${JSON.stringify(line)}`
      return run('fish', ['--no-config', '-c', script])
        .split('\n')
        .map((candidate) => candidate.split('\t')[0]!)
    },
  }

  describe.each(shells)('of %s', (shell) => {
    const isMissing = findCommand(shell) === undefined

    it.skipIf(isMissing)(`offer what may follow (skipped without ${shell})`, () => {
      const first = complete[shell]([''])
      expect(first).toEqual(expect.arrayContaining(['status', 'tokens', 'users', 'open', 'whoami']))
      expect(complete[shell](['tokens', ''])).toContain('expiring')
      expect(complete[shell](['users', 'search', '--'])).toContain('--account')
      expect(complete[shell](['status', '--b'])).toContain('--busy')
      expect(complete[shell](['keys', '--'])).not.toContain('--busy')
      expect(complete[shell](['open', 'admin/'])).toContain('admin/queue')
      expect(complete[shell](['completion', ''])).toEqual(expect.arrayContaining([...shells]))
    })
  })
})
