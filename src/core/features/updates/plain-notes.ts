import { replaceHidden } from '../../../shared/rules/hidden-characters.ts'
import { shorten } from '../../../shared/rules/text-length.ts'

/** electron-updater's release notes: Markdown or HTML, for one or more versions. */
export type RawReleaseNotes = string | readonly { version: string; note: string | null }[] | null

/** The maximum length in characters. */
const maxLength = 20_000

/** Doesn't begin inside a gap, so each gap is read only once. */
// guard: slow-notes
const trailingBlanks = /(?<![ \t])[ \t]+$/gm

/** Release notes as plain text, in linear time, because an update server may send anything. */
export function toPlainNotes(notes: RawReleaseNotes | undefined): string {
  if (!notes) return ''
  const text = typeof notes === 'string' ? toPlainText(notes) : joinNotes(notes)
  return shorten(text, maxLength)
}

function joinNotes(notes: readonly { version: string; note: string | null }[]): string {
  const all: string[] = []
  let source = 0
  for (const { version, note } of notes) {
    // guard: many-notes
    if (source > maxLength * 4) break
    source += version.length + (note?.length ?? 0)
    all.push(`${version}\n${toPlainText(note ?? '')}`.trim())
  }
  return all.join('\n\n')
}

function toPlainText(source: string): string {
  const text = source
    .slice(0, maxLength * 4)
    .replace(/<(script|style)\b(?:[\s\S]*?<\/\1\s*>|[\s\S]*)/gi, '')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<\/(p|h[1-6]|ul|ol|pre)\b[^<>]*>/gi, '\n\n')
    .replace(/<(br|\/div)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(
      /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi,
      (whole, name: string) => decodeEntity(name) ?? whole,
    )
  return replaceHidden(text, () => '')
    .replaceAll('\r', '')
    .replace(trailingBlanks, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()]
  const code = name[1]?.toLowerCase() === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
