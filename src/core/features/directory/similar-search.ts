import type { SqlCondition } from '../user-conditions.ts'
import type { SearchableUser } from './directory-store.ts'
import { contains, join } from './search.ts'

/** How long a word must be before a typo in it is tolerated. */
const minLetters = 4

/** A search that tolerates a typo. */
export interface SimilarSearch {
  /** Met by all similar users, and by few others. */
  condition: SqlCondition
  isSimilar(user: SearchableUser): boolean
}

/**
 * Finds users whose text contains all words. One word may have a typo: a letter that is wrong, missing, doubled, or swapped
 * with its neighbor. Digits must match exactly, because often only they tell users apart. Undefined if all words are too
 * short.
 */
export function similarSearch(words: readonly string[]): SimilarSearch | undefined {
  const tests = new Map(words.filter(hasEnoughLetters).map((word) => [word, similarWordTest(word)]))
  if (tests.size === 0) return undefined
  const conditions = words.map((word) => join([word, ...intactParts(word)].map(contains), ' OR '))
  return {
    condition: join(conditions, ' AND '),
    isSimilar({ text }) {
      const missing = words.filter((word) => !text.includes(word))
      return missing.length === 1 && tests.get(missing[0]!)?.(text) === true
    },
  }
}

/** A single typo leaves one half intact, or swaps the letters in the middle. */
function intactParts(word: string): string[] {
  const middle = Math.floor(word.length / 2)
  const [first, second] = [word.slice(0, middle), word.slice(middle)]
  return [first, second, `${first.slice(0, -1)}${second[0]}`].filter((part) => part !== '')
}

function hasEnoughLetters(word: string): boolean {
  return [...word].filter(isLetter).length >= minLetters
}

/** Returns a function that checks whether any word in a string starts with something similar to this word. */
function similarWordTest(word: string): (text: string) => boolean {
  /** All suffixes of the word. */
  const suffixes = Array.from({ length: word.length + 3 }, (_, from) => word.slice(from))

  /** Whether the text at this index continues like the word, except for one typo. */
  function isSimilarAt(text: string, at: number): boolean {
    let common = 0
    while (common < word.length && text[at + common] === word[common]) common += 1
    const wordChar = word.charAt(common)
    const textChar = text.charAt(at + common)
    const continuesAt = (from: number, to: number) => text.startsWith(suffixes[from]!, at + to)
    const isWrong = continuesAt(common + 1, common + 1) && isLetter(wordChar)
    const isMissing = continuesAt(common, common + 1)
    const isSwapped =
      continuesAt(common + 2, common + 2) &&
      isLetter(wordChar) &&
      wordChar === text[at + common + 1] &&
      textChar === word[common + 1]
    if ((isWrong || isMissing || isSwapped) && isLetter(textChar)) return true
    return word[common - 1] === wordChar && continuesAt(common + 1, common) && isLetter(wordChar)
  }

  return (text) => {
    let wasInWord = false
    for (let at = 0; at < text.length; at += 1) {
      const isInWord = isWordCharacter(text.charCodeAt(at))
      if (isInWord && !wasInWord && isSimilarAt(text, at)) return true
      wasInWord = isInWord
    }
    return false
  }
}

const letter = /\p{L}/u

function isLetter(character: string): boolean {
  return letter.test(character)
}

/** Searchable text is lowercase, and nearly all non-ASCII characters are letters. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
}
