/** How long a word must be before a typo in it is tolerated. */
const minLetters = 4

/**
 * The IDs of users whose text contains all words. One word may have a typo: a letter that is wrong, missing, doubled, or swapped
 * with its neighbor. Digits must match exactly, because often only they tell users apart.
 */
export function searchSimilar(
  ids: Float64Array,
  texts: readonly string[],
  words: readonly string[],
): Float64Array {
  const tests = new Map(words.filter(hasEnoughLetters).map((word) => [word, similarWordTest(word)]))
  if (tests.size === 0) return new Float64Array()
  return ids.filter((_, index) => {
    const text = texts[index]!
    const missing = words.filter((word) => !text.includes(word))
    return missing.length === 1 && tests.get(missing[0]!)?.(text) === true
  })
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

  // A single typo leaves one half intact, or swaps the letters in the middle. This quickly rules out most users.
  const middle = Math.floor(word.length / 2)
  const [first, second] = [word.slice(0, middle), word.slice(middle)]
  const parts = [first, second, `${first.slice(0, -1)}${second[0]}`]

  return (text) => {
    if (!parts.some((part) => text.includes(part))) return false
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
