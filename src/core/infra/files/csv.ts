// What a spreadsheet takes for a formula, also in wide forms, or drops before it looks
// (https://owasp.org/www-community/attacks/CSV_Injection).
const formulaStart = /^[\s\u0000]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%]|^[\t\r\n]/

/**
 * Rows as RFC 4180 has them. A cell that could be taken for a formula gets an apostrophe in front, with which it is text.
 * Begins with a byte order mark, without which Excel reads UTF-8 wrongly.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${toCsvLines(rows)}`
}

/** More rows for what `toCsv` began. */
export function toCsvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

function formatCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
