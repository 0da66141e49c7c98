export interface TextFile {
  filename: string
  text: string
}

/** A CSV file that other programs can import, plus a JSON file next to it that describes its contents. */
export function besideCsv(csv: TextFile, description: object): TextFile[] {
  const text = `${JSON.stringify(description, null, 2)}\n`
  return [csv, { filename: `${csv.filename}.json`, text }]
}

/** Rows as JSON, one per line, with a description of what they contain. */
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
