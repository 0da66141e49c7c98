/** Whether proofs run in full (`npm run lab -- proof`), or with the small counts of `npm test`. */
export const isFull = process.env.LATCHKEY_PROOF === 'full'

/** All cases in a full proof, or else this many, evenly spread. */
export function casesOf<Case>(all: readonly Case[], count: number): readonly Case[] {
  if (isFull) return all
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, at) => at % step === 0).slice(0, count)
}
