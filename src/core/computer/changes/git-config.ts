import { createFailureError } from '../../platform/failures.ts'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { unfinishedPath, writeNewFile } from '../../platform/files/atomic-write.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'
import { runProgram } from '../../platform/run-program.ts'
import { TaskLimiter } from '../../platform/task-limiter.ts'
import { type GitEdit, canonicalName } from './git-edit.ts'
import { userFileLimit } from './recorded-changes.ts'
import { checkedPart } from './written-files.ts'

const options = {
  set: ['--replace-all'],
  add: ['--add'],
  remove: ['--fixed-value', '--unset-all'],
} as const

/**
 * Edits a copy of a configuration file with `git config` and returns the new content. Sections that aren't there yet are
 * appended at once, like git appends each, provided that git reads exactly their settings.
 */
export async function editGitConfig(
  path: string,
  before: Buffer | undefined,
  edits: readonly GitEdit[],
  environment: NodeJS.ProcessEnv,
): Promise<Buffer> {
  // Keeps the copy in the same folder because it may contain secrets.
  const copy = unfinishedPath(path)
  const git = async (...args: string[]) => {
    const command = ['config', '--file', copy, ...args]
    const run = await runProgram('git', command, { environment, timeMs: 10_000 })
    if (run.exitCode !== 0)
      throw createFailureError('setup.programFailed', {
        program: 'git',
        said: run.stderr.trim().slice(0, 200),
      })
    return run.stdout
  }
  for (const { name, value } of edits) {
    checkedPart('gitconfig', 'setting', name)
    checkedPart('gitconfig', name.endsWith('.email') ? 'email' : 'value', value)
  }
  const mayHave = sectionsIn(before)
  const areKept = edits.every(({ how }) => how !== 'remove')
  const added = areKept ? edits.filter(({ name }) => !mayHave(name)) : []
  const others = edits.filter((edit) => !added.includes(edit))
  const sections = sectionsWith(added)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeNewFile(copy, sections)
    if (added.length > 0) {
      const read = parseGitConfig(await git('--null', '--list'))
        .map(String)
        .toSorted()
      const planned = added.map(({ name, value }) => String([canonicalName(name), value]))
      if (!isDeepStrictEqual(read, planned.toSorted()))
        throw createFailureError('setup.programFailed', {
          program: 'git',
          said: added[0]!.name.slice(0, 200),
        })
    }
    if (before) {
      rmSync(copy)
      writeNewFile(copy, Buffer.concat([before, sections]))
      // Git refuses to edit a file that it can't read.
      if (others.length === 0) await git('--null', '--list')
    }
    for (const { name, value, how } of others) await git(...options[how], name, value)
    return readRegularFile(copy, userFileLimit)
  } finally {
    rmSync(copy, { force: true })
  }
}

/** A setting's section, as in `section.subsection.key`. */
function sectionOf(name: string): { section: string; subsection: string | undefined } {
  const [section = '', ...rest] = name.split('.')
  return { section, subsection: rest.length > 1 ? rest.slice(0, -1).join('.') : undefined }
}

/** Tells whether a file may have a setting's section. Unless its last line is complete, nothing can be appended. */
function sectionsIn(content: Buffer | undefined): (name: string) => boolean {
  const text = (content?.toString() ?? '').toLowerCase()
  const isComplete = /(^|[^\\\r]\n)$/.test(text)
  return (name) => {
    const { section, subsection } = sectionOf(name)
    return !isComplete || text.includes((subsection ?? `[${section}`).toLowerCase())
  }
}

/** New sections with these settings (git-config(1), “Syntax”). */
function sectionsWith(settings: readonly GitEdit[]): Buffer {
  const escaped = (text: string) => text.replace(/["\\]/g, '\\$&')
  const bySection = Map.groupBy(settings, ({ name }) => {
    const { section, subsection } = sectionOf(name)
    return subsection === undefined ? `[${section}]` : `[${section} "${escaped(subsection)}"]`
  })
  const lines = [...bySection].flatMap(([section, ofSection]) => [
    section,
    ...ofSection.map(({ name, value }) => {
      const quote = /[#;]|^ | $/.test(value) ? '"' : ''
      return `\t${name.split('.').at(-1)} = ${quote}${escaped(value)}${quote}`
    }),
  ])
  return Buffer.from(lines.map((line) => `${line}\n`).join(''))
}

/** The user's configuration chooses how many files are read. */
const limiter = new TaskLimiter()
/** How many included files to read for one answer; more than any real configuration has. */
export const includedFileLimit = 200

/**
 * A file's settings in order, optionally with those of included files. Empty if the file is missing or git can't read
 * it.
 */
export async function readGitConfigFile(
  path: string,
  environment: NodeJS.ProcessEnv,
  { includes = false } = {},
): Promise<GitSetting[]> {
  const options = includes ? ['--includes'] : []
  const args = ['config', '--file', path, ...options, '--null', '--list']
  // guard: config-processes
  const { stdout } = await limiter.take(() =>
    runProgram('git', args, { environment, timeMs: 10_000 }),
  )
  return parseGitConfig(stdout)
}

/**
 * A setting and its value. The name is lowercase except for the middle part, such as the URL in `url.<base>.insteadof`.
 */
export type GitSetting = readonly [name: string, value: string]

/**
 * Parses `git config --null --list`: name, line break, value. A name without a value is true, or empty if it is a text,
 * because git then refuses it.
 */
export function parseGitConfig(text: string): GitSetting[] {
  return text
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf('\n')
      // guard: missing-value
      if (at < 0) return [entry, textSetting.test(entry) ? '' : 'true']
      return [entry.slice(0, at), entry.slice(at + 1)]
    })
}

/** Settings that are shown, or determine where git pushes. */
const textSetting =
  /^(branch\..*\.(push)?remote|remote\.pushdefault|remote\..*\.((push)?url|vcs)|url\..*insteadof|core\.sshcommand|(user|author|committer)\.(name|email))$/s
