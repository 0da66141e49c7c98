import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseGitConfig } from '../changes/git-config.ts'
import { ConfigLines, isSimpleConfig, parseConfigLines } from './config-lines.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function write(text: string): string {
  const file = join(folder, 'config')
  writeFileSync(file, text)
  return file
}

describe('parseConfigLines', () => {
  it.each([
    ['[user]\n\tname = Maya  \n\temail=maya@example.com # mine\n', [2, 3]],
    ['; first\n[user] name = "Maya # not a comment" ; but this\n', [2]],
    ['[Remote "Origin"]\nURL = "a \\"b\\" \\\\ c"\n[core]\nbare\n', [2, 4]],
    ['[url "git@x:"]\n insteadOf = a\\\n b\\tc\n\n[a.B]\nc-d =\n', [2, 6]],
    ['\uFEFF[user]\r\n\tname = Maya\r\n\temail = m@x  y ;z\r\n', [2, 3]],
    ['[a "b\\"c\\\\d"]\nx = 1\nx = 2\n', [2, 3]],
    ['[alias]\n\tx = "!f() { echo \\"a;b\\"; }; f"\n', [2]],
  ])('returns the same values as git: %j', (text, lines) => {
    const list = execFileSync('git', ['config', '--file', write(text), '--null', '--list'])
    const parsed = parseConfigLines(text)
    expect(parsed.map(({ name, value }) => [name, value])).toEqual(parseGitConfig(String(list)))
    expect(parsed.map(({ line }) => line)).toEqual(lines)
  })

  it('leaves long files to git', () => {
    const setting = '[branch "main"]\n\tremote = origin\n'
    expect(isSimpleConfig(setting)).toBe(true)
    expect(isSimpleConfig(setting.repeat(2000))).toBe(false)
  })

  it("finds the line of a setting's last value only if that value is in effect", () => {
    const file = write('[user]\n\temail = old@example.com\n[user]\n\temail = new@example.com\n')
    const lines = new ConfigLines()
    expect(lines.find(file, 'user.email', 'new@example.com')).toBe(4)
    expect(lines.find(file, 'user.email', 'old@example.com')).toBeUndefined()
    expect(lines.find(join(folder, 'none'), 'user.email', 'x')).toBeUndefined()
  })
})
