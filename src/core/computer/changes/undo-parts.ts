import { readRegularFile } from '../../platform/files/regular-file.ts'
import type { GitFacts } from '../computer-facts.ts'
import { type GitSetting, editGitConfig } from './git-config.ts'
import { type GitEdit, canonicalName } from './git-edit.ts'
import {
  type ChangedFile,
  type WrittenPart,
  isOriginal,
  userFileLimit,
} from './recorded-changes.ts'

const isEdit = (part: WrittenPart): part is GitEdit => 'how' in part

/** Whether two changes of a file wrote the same setting or line, or that isn't known. */
export function overlaps(file: ChangedFile, other: ChangedFile): boolean {
  const names = (parts: readonly WrittenPart[]) =>
    parts.map((part) => (isEdit(part) ? canonicalName(part.name) : part.line))
  if (!file.parts || !other.parts) return true
  const otherNames = names(other.parts)
  return names(file.parts).some((name) => otherNames.includes(name))
}

/**
 * A file that was changed since, without what Latchkey wrote into it, and with the settings that this replaced. A
 * setting that has another value by now keeps it. Undefined if the parts or the replaced settings aren't known.
 */
export async function withoutParts(
  { path, backup, original, parts }: ChangedFile,
  { configFile, environment }: GitFacts,
): Promise<Buffer | undefined> {
  if (!parts || (backup !== undefined && !isOriginal(backup, original))) return undefined
  const current = readRegularFile(path, userFileLimit)
  const edits = parts.filter(isEdit)
  if (edits.length === 0) {
    const lines = parts.flatMap((part) => (isEdit(part) ? [] : part.line))
    return lines.reduce(withoutLine, current)
  }
  const [now, before] = await Promise.all([
    configFile(path),
    backup === undefined ? [] : configFile(backup),
  ])
  const reversed = edits.toReversed().flatMap((edit) => reverse(edit, now, before))
  return reversed.length === 0 ? current : editGitConfig(path, current, reversed, environment)
}

function reverse(
  { name, value, how }: GitEdit,
  now: readonly GitSetting[],
  before: readonly GitSetting[],
): GitEdit[] {
  const valuesIn = (settings: readonly GitSetting[]) =>
    settings.filter(([other]) => other === canonicalName(name)).map(([, other]) => other)
  const [current, originals] = [valuesIn(now), valuesIn(before)]
  const isThere = current.includes(value)
  const wasThere = originals.includes(value)
  if (how === 'add') return isThere && !wasThere ? [{ name, value, how: 'remove' }] : []
  if (how === 'remove') return !isThere && wasThere ? [{ name, value, how: 'add' }] : []
  if (current.length !== 1 || !isThere) return []
  const [first, ...others] = originals.map((original) => ({ name, value: original }))
  if (!first) return [{ name, value, how: 'remove' }]
  return [{ ...first, how: 'set' }, ...others.map((other) => ({ ...other, how: 'add' as const }))]
}

function withoutLine(content: Buffer, line: string): Buffer {
  const lines = content.toString('latin1').split('\n')
  const at = lines.indexOf(Buffer.from(line).toString('latin1'))
  return at < 0 ? content : Buffer.from(lines.toSpliced(at, 1).join('\n'), 'latin1')
}
