/** Letters that a word must have so that one of them may be wrong. */
const minLetters = 4

/**
 * The IDs whose texts contain all words but one, and instead of that one a similar word: with one letter wrong, missing, doubled or
 * swapped with its neighbor. Digits must be right, because they are all that tells some users apart.
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

/** Tells whether some word of a text begins with one that is similar to this word. */
function similarWordTest(word: string): (text: string) => boolean {
  /** What is left of the word from each of its letters on. */
  const rests = Array.from({ length: word.length + 3 }, (_, from) => word.slice(from))

  /** Whether a text goes on at an index as the word does, but for one mistake in the word. */
  function isSimilarAt(text: string, at: number): boolean {
    let same = 0
    while (same < word.length && text[at + same] === word[same]) same += 1
    const typed = word.charAt(same)
    const meant = text.charAt(at + same)
    const goesOn = (from: number, to: number) => text.startsWith(rests[from]!, at + to)
    const isWrong = goesOn(same + 1, same + 1) && isLetter(typed)
    const isMissing = goesOn(same, same + 1)
    const isSwapped =
      goesOn(same + 2, same + 2) &&
      isLetter(typed) &&
      typed === text[at + same + 1] &&
      meant === word[same + 1]
    if ((isWrong || isMissing || isSwapped) && isLetter(meant)) return true
    return word[same - 1] === typed && goesOn(same + 1, same) && isLetter(typed)
  }

  // One mistake leaves one of both halves right, or swaps the letters where they meet. This rules most texts out at once.
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

/** Texts are in lower case, and beyond ASCII nearly everything is a letter. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
}
