import { toPlainLine } from '../../shared/rules/hidden-characters.ts'
import type { OutputLine } from './command-request.ts'

/** Text from a service in one line of a terminal: nothing in it controls the terminal or hides other text. */
export function plainText(text: string): string {
  // guard: command-text
  return toPlainLine(text)
}

interface TableRow {
  cells: readonly (string | undefined)[]
  tone?: OutputLine['tone']
}

/** Rows in columns. Unknown cells are dashes. */
export function printTable(rows: readonly TableRow[]): OutputLine[] {
  const texts = rows.map(({ cells }) => cells.map((cell) => plainText(cell ?? '') || '–'))
  const widths = (texts[0] ?? []).map((_, at) =>
    Math.max(...texts.map((cells) => [...(cells[at] ?? '')].length)),
  )
  return rows.map(({ tone }, row) => ({
    text: texts[row]!.map((text, at) => text + ' '.repeat(widths[at]! - [...text].length))
      .join('  ')
      .trimEnd(),
    ...(tone && { tone }),
  }))
}
