// What a spreadsheet takes for a formula, also in full-width forms, or skips before one
// (https://owasp.org/www-community/attacks/CSV_Injection); with apostrophes before it, so that ours can be told from others.
const formulaStart = /^'*(?:[\s\u0000]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%]|[\t\r\n])/

/**
 * Rows in the format of RFC 4180. A cell that looks like a formula gets an apostrophe in front, so that it is text.
 * Begins with a byte order mark, because Excel needs it for UTF-8.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${toCsvLines(rows)}`
}

/** More rows for the output of `toCsv`. */
export function toCsvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

/** A cell as it was given to `toCsv`. */
export function withoutFormulaGuard(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell
}

function formatCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
