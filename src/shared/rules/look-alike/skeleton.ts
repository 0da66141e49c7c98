import { confusables } from './confusables.ts'

/** The ASCII letters that each confusable character resembles, see Unicode UTS #39. */
const looks = new Map(
  Object.entries(confusables).flatMap(([letters, codes]) =>
    codes.split(' ').map((code) => [String.fromCodePoint(parseInt(code, 16)), letters] as const),
  ),
)

const ascii = /^[\x01-\x7f]*$/
const invisible = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu

/** A name's visual form, ignoring case. Names with the same skeleton are easily mistaken for each other. */
export function skeleton(name: string): string {
  // A fast path for most names.
  if (ascii.test(name)) return asciiSkeleton(name)
  const letters = withoutMarks(name).normalize('NFKD').replace(invisible, '')
  // guard: confusable-letters
  return Array.from(letters, (letter) => looks.get(letter) ?? letter.toLowerCase()).join('')
}

function asciiSkeleton(name: string): string {
  // guard: confusable-ascii
  return name.replace(/[1I|0m]/g, (letter) => looks.get(letter) ?? letter).toLowerCase()
}

/**
 * A name for comparison. Users whose names differ only in case or accents have the same name and aren't look-alikes.
 */
export function comparableName(name: string): string {
  if (ascii.test(name)) return name.toLowerCase()
  return withoutMarks(name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Longer than any real name. Some letters are decomposed into many. */
const comparedLength = 1000

/** The compared part of a name, without marks, because sorting many marks of one letter takes minutes. */
function withoutMarks(name: string): string {
  // guard: marks-before-skeleton
  return name.slice(0, comparedLength).toWellFormed().replace(/\p{M}/gu, '')
}
