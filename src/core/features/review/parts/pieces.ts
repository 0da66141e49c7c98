import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { toCsv, toCsvLines } from '../../../platform/files/csv.ts'

/** A text in pieces of at most a thousand rows. */
export type Pieces = Iterable<string>

const rowsPerPiece = 1000

/** Rows as text, in pieces. */
export function* rowPieces<T>(rows: readonly T[], toText: (rows: T[]) => string): Pieces {
  for (let from = 0; from < rows.length; from += rowsPerPiece)
    yield toText(rows.slice(from, from + rowsPerPiece))
}

/** Rows as CSV, in pieces. */
export function* csvPieces<T>(
  head: readonly string[],
  rows: readonly T[],
  toCells: (row: T) => string[],
): Pieces {
  yield toCsv([head])
  yield* rowPieces(rows, (some) => toCsvLines(some.map(toCells)))
}

/** Uses pieces one by one, and lets others be answered meanwhile: hundreds of thousands of rows take seconds. */
export async function forEachPiece(pieces: Pieces, use: (piece: string) => void): Promise<void> {
  for (const piece of pieces) {
    use(piece)
    // guard: piece-turns
    await yieldToEventLoop()
  }
}

/** The whole text. */
export async function joinPieces(pieces: Pieces): Promise<string> {
  const all: string[] = []
  await forEachPiece(pieces, (piece) => all.push(piece))
  return all.join('')
}
