/** A measurement and its limit. */
export interface Result {
  /** What was measured, and how. */
  what: string
  value: number
  /** The unit of the value; a ratio if omitted. */
  unit?: string
  /** The values that it was computed from. */
  from: string
  /** The limit, if there is one. */
  wanted?: { atMost: number } | { atLeast: number }
}

/** Prints a line that `npm run bench` copies to docs/benchmarks.md. */
export function printResult(bench: string, { what, value, unit, from, wanted }: Result): void {
  const digits = unit === 'requests' ? 0 : unit === 'ms' && value >= 10 ? 1 : 2
  const measured = unit === undefined ? 'ratio ' : ''
  const shown = `${measured}${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`
  console.log(`bench: ${bench}, ${what}: ${shown} (${from})${wanted ? verdict(value, wanted) : ''}`)
}

function verdict(value: number, wanted: NonNullable<Result['wanted']>): string {
  const [words, isMet] =
    'atMost' in wanted
      ? [`at most ${wanted.atMost}`, value <= wanted.atMost]
      : [`at least ${wanted.atLeast}`, value >= wanted.atLeast]
  return `, ${words} wanted: ${isMet ? 'met' : 'missed'}`
}
