// Characters that spreadsheet programs treat as the start of a formula, even full-width, or skip before one
// (https://owasp.org/www-community/attacks/CSV_Injection). Includes leading apostrophes, so added ones can be told from
// existing ones.
const formulaStart = /^'*(?:[\s\u0000]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%]|[\t\r\n])/

/**
 * Formats rows as RFC 4180. A cell that looks like a formula is prefixed with an apostrophe, which makes it text. Starts with a
 * byte order mark, which Excel needs for UTF-8.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${toCsvLines(rows)}`
}

/** Formats rows to append to `toCsv`'s output. */
export function toCsvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

/** Restores the value that was passed to `toCsv`. */
export function withoutFormulaGuard(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell
}

function formatCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
