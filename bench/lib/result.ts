/** What was measured, and what is wanted of it. */
export interface Result {
  /** What was measured, with its circumstances. */
  what: string
  value: number
  /** What the value counts; a ratio where there is none. */
  unit?: string
  /** Of what it was made. */
  from: string
  /** The limit, where there is one. */
  wanted?: { atMost: number } | { atLeast: number }
}

/** Prints one line that `npm run bench` takes over to docs/benchmarks.md. */
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
