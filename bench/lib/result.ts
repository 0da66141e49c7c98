/** A measurement, optionally compared with a floor or a peer. */
interface Measurement {
  /** What was measured, and under what conditions. */
  what: string
  value: number
  unit: string
  /** A floor or a peer, measured in the same run. */
  baseline?: { name: string; value: number }
  /** The highest allowed ratio to the floor or peer, or the highest allowed value if there is none. */
  atMost?: number
}

/** A row of the table in docs/benchmarks.md. */
export type Row = Record<'measurement' | 'result' | 'baseline' | 'bound' | 'met', string>

/** Prints a measurement, and sends it to `npm run bench`. */
export function report(bench: string, { what, value, unit, baseline, atMost }: Measurement): void {
  const boundedValue = baseline ? value / baseline.value : value
  const boundedUnit = baseline ? '×' : unit
  const row: Row = {
    measurement: what,
    result: `${formatQuantity(value, unit)}${baseline ? ` (${formatQuantity(boundedValue, '×')})` : ''}`,
    baseline: baseline ? `${baseline.name}: ${formatQuantity(baseline.value, unit)}` : '',
    bound: atMost === undefined ? '' : `at most ${formatQuantity(atMost, boundedUnit)}`,
    met: atMost === undefined ? '' : boundedValue <= atMost ? 'yes' : 'no',
  }
  const verdict = row.bound && `${row.bound}: ${row.met === 'yes' ? 'met' : 'missed'}`
  const cells = [row.result, row.baseline, verdict].filter((cell) => cell !== '')
  console.log(`bench: ${bench}, ${row.measurement}: ${cells.join(', ')}`)
  process.send?.(row)
}

/** Formats a value with three significant digits. */
function formatQuantity(value: number, unit: string): string {
  return `${formatNumber(Number(value.toPrecision(3)))} ${unit}`
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 6 })
}
