/** How many typos a word of this length may have. */
const allowedTypos = (length: number) => (length < 4 ? 0 : length < 7 ? 1 : 2)

/** Words at least this long may be unfinished. */
const minUnfinished = 5
const maxLength = 40

/**
 * Counts wrong, missing, extra or swapped letters if `typed` is plausibly `word` or its beginning; undefined otherwise.
 * People rarely mistype the first letter, so it must be correct or swapped with the second.
 */
export function countTypos(typed: string, word: string): number | undefined {
  const allowed = allowedTypos(typed.length)
  const isShorter = typed.length > word.length + allowed
  if (allowed === 0 || isShorter || typed.length > maxLength || !hasSimilarStart(typed, word)) {
    return undefined
  }
  const isUnfinished = typed.length >= minUnfinished
  const count = editDistance(typed, word.slice(0, typed.length + allowed + 1), isUnfinished)
  return count <= allowed ? count : undefined
}

function hasSimilarStart([a, b]: string, [first, second]: string): boolean {
  return a === first || (a === second && b === first)
}

/**
 * The edit distance with swaps (optimal string alignment) between two strings or, with `toBeginning`, between the
 * first string and any prefix of the second.
 */
function editDistance(from: string, to: string, toBeginning: boolean): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwap ? beforeLast[column - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return toBeginning ? Math.min(...last) : last[to.length]!
}
