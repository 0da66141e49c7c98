export interface TextFile {
  filename: string
  text: string
}

/** A CSV file that other programs can import, and what it is of in a JSON file beside it. */
export function besideCsv(csv: TextFile, description: object): TextFile[] {
  const text = `${JSON.stringify(description, null, 2)}\n`
  return [csv, { filename: `${csv.filename}.json`, text }]
}

/** Rows as JSON, each in one line, with what they are of. */
export function toDescribedJson(
  description: object,
  name: string,
  rows: readonly string[],
): string {
  const body = JSON.stringify({ ...description, [name]: [] }, null, 2)
  if (rows.length === 0) return `${body}\n`
  const lines = rows.map((row) => `    ${row}`).join(',\n')
  return `${body.replace(/\[\]\n\}$/, () => `[\n${lines}\n  ]\n}`)}\n`
}
