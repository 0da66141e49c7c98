import { toPlainLine } from '../../shared/rules/hidden-characters.ts'
import { nameLimit } from '../../shared/rules/limits.ts'
import { shorten } from '../../shared/rules/text-length.ts'
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

/** Without the end of a long text, to whose length all other rows would be padded. */
function cellText(text = ''): string {
  // guard: command-cell
  return plainText(shorten(text, nameLimit))
}

/** Rows in columns. Unknown cells are dashes. */
export function printTable(rows: readonly TableRow[]): OutputLine[] {
  const texts = rows.map(({ cells }) => cells.map((cell) => cellText(cell) || '–'))
  const widths = (texts[0] ?? []).map((_, at) =>
    // There may be more rows than a call can have arguments.
    texts.reduce((width, cells) => Math.max(width, [...(cells[at] ?? '')].length), 0),
  )
  return rows.map(({ tone }, row) => ({
    text: texts[row]!.map((text, at) => text + ' '.repeat(widths[at]! - [...text].length))
      .join('  ')
      .trimEnd(),
    ...(tone && { tone }),
  }))
}
