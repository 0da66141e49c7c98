// Characters that spreadsheet programs treat as the start of a formula, even full-width, or skip before one
// (https://owasp.org/www-community/attacks/CSV_Injection). Includes leading apostrophes, so added ones can be told from
// existing ones.
const formulaStart = /^'*(?:[\s\u0000]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%]|[\t\r\n])/

// The same inside a cell: programs that expect semicolons or tabs, such as Excel in many languages, ignore its quotes and
// split it there and at line breaks.
const innerFormula = /([;\t\r\n][ "]*)('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%])/g

/**
 * Formats rows as RFC 4180. What looks like a formula is prefixed with an apostrophe, which makes it text. Starts with a byte
 * order mark, which Excel needs for UTF-8.
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
  const text = cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell
  return text.replace(innerFormula, (_, before: string, guards: string) => before + guards.slice(1))
}

function formatCell(text: string): string {
  // guard: inner-formula
  const inner = text.replace(innerFormula, "$1'$2")
  const safe = formulaStart.test(inner) ? `'${inner}` : inner
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
