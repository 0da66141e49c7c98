import type { SearchedRow } from './directory-store.ts'
import { type Pattern, endsWith, findIn, patternOf, signWords, signsOf } from './text-pattern.ts'

const encoder = new TextEncoder()
/** More words of bits than these tell hardly more. */
const mostLooked = 4

/**
 * What people are searched by, in memory: the folded texts one after the other, and for each some words of bits that tell most of
 * those apart who cannot match. What follows the last @ of an address is kept once for all who share it, because most words
 * that are in everybody's text are there. A hundred thousand people take about twenty-five megabytes.
 */
export class TextIndex {
  readonly #places = new Map<number, number>()
  readonly #tails: string[] = ['']
  readonly #numberOfTail = new Map([['', 0]])
  readonly #ownSigns = new Uint32Array(signWords)
  #scratch = new Uint8Array(4096)
  #from = new Uint32Array(1024)
  #to = new Uint32Array(1024)
  #tailOf = new Uint32Array(1024)
  /** One array for each word of bits, because a search looks at few of them. */
  #signs = Array.from({ length: signWords }, () => new Uint32Array(1024))
  #bytes = new Uint8Array(64 * 1024)
  // Nobody is at the first place, which nothing finds.
  #count = 1
  #end = 0

  /** Where somebody is in what `match` answers; 0 for who is not there. */
  placeOf(id: number): number {
    return this.#places.get(id) ?? 0
  }

  set({ id, name_key: name, username_key: username, email_key: email }: SearchedRow): void {
    const at = email === null ? -1 : email.lastIndexOf('@')
    const head = `${name}\n${username}\n${at < 0 ? (email ?? '') : email!.slice(0, at)}`
    const bytes = this.#encoded(head)
    const place = this.#places.get(id) ?? this.#newPlace(id)
    // What became longer goes to the end; what it leaves behind is little.
    if (this.#to[place]! - this.#from[place]! < bytes.length) {
      this.#makeRoom(bytes.length)
      this.#from[place] = this.#end
      this.#end += bytes.length
    }
    this.#bytes.set(bytes, this.#from[place])
    this.#to[place] = this.#from[place]! + bytes.length
    this.#tailOf[place] = at < 0 ? 0 : this.#tail(email!.slice(at))
    const signs = signsOf(bytes, this.#ownSigns)
    for (let word = 0; word < signWords; word += 1) this.#signs[word]![place] = signs[word]!
  }

  delete(id: number): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.#places.delete(id)
    this.#to[place] = this.#from[place]!
    this.#tailOf[place] = 0
    for (const signs of this.#signs) signs[place] = 0
  }

  /**
   * For each place 1 where all words are parts of the text, else 0. Words are folded and hold no blanks. `among`: only of the
   * places that an earlier answer marks, which is left as it is.
   */
  match(words: readonly string[], among?: Uint8Array): Uint8Array {
    const found = among?.slice() ?? new Uint8Array(this.#count).fill(1)
    for (const word of words) this.#narrow(found, patternOf(word))
    return found
  }

  // Without branches where everybody passes: which way they go is as good as chance, and costs more than all else.

  #narrow(found: Uint8Array, pattern: Pattern): void {
    const tailOf = this.#tailOf
    const maybe = this.#withSigns(pattern.signs)
    const { whole, begun, end } = this.#inTails(pattern.word)
    if (pattern.isExact) {
      for (let place = 0; place < found.length; place += 1) {
        found[place]! &= maybe[place]! | whole[tailOf[place]!]!
      }
      return
    }
    // 1 for who is found by the tail, 2 and 4 for who may be found by a look at the text.
    for (let place = 0; place < found.length; place += 1) {
      const tail = tailOf[place]!
      found[place] = -found[place]! & (whole[tail]! | (maybe[place]! << 1) | (begun[tail]! << 2))
    }
    for (let place = 0; place < found.length; place += 1) {
      if (found[place]! > 1) found[place] = this.#look(place, found[place]!, pattern, end) ? 1 : 0
    }
  }

  #look(place: number, told: number, pattern: Pattern, end: Uint8Array): boolean {
    const from = this.#from[place]!
    const to = this.#to[place]!
    return (
      (told & 1) === 1 ||
      ((told & 2) === 2 && findIn(this.#bytes, from, to, pattern)) ||
      ((told & 4) === 4 && endsWith(this.#bytes, from, to, end))
    )
  }

  /** Which tails hold a word, and which begin with what of it follows its last @, where the rest must end what is before. */
  #inTails(word: string): { whole: Uint8Array; begun: Uint8Array; end: Uint8Array } {
    const at = word.lastIndexOf('@')
    const marks = (test: (tail: string) => boolean) =>
      Uint8Array.from(this.#tails, (tail) => Number(test(tail)))
    return {
      whole: marks((tail) => tail.includes(word)),
      begun: marks((tail) => at > 0 && tail.startsWith(word.slice(at))),
      end: encoder.encode(word.slice(0, Math.max(0, at))),
    }
  }

  /** For each place 1 where a text may have all of these bits. */
  #withSigns(wanted: Uint32Array): Uint8Array {
    const maybe = new Uint8Array(this.#count).fill(1)
    const looked = [...wanted.entries()].filter(([, bits]) => bits !== 0).slice(0, mostLooked)
    for (const [word, bits] of looked) {
      const signs = this.#signs[word]!
      for (let place = 0; place < maybe.length; place += 1) {
        const missing = bits & ~signs[place]!
        maybe[place]! &= ((missing | -missing) >>> 31) ^ 1
      }
    }
    return maybe
  }

  /** The bytes of a text, until the next one is encoded. */
  #encoded(text: string): Uint8Array {
    // A letter takes three bytes at most.
    if (text.length * 3 > this.#scratch.length) this.#scratch = new Uint8Array(text.length * 3)
    return this.#scratch.subarray(0, encoder.encodeInto(text, this.#scratch).written)
  }

  #tail(text: string): number {
    const known = this.#numberOfTail.get(text)
    if (known !== undefined) return known
    this.#numberOfTail.set(text, this.#tails.length)
    return this.#tails.push(text) - 1
  }

  #newPlace(id: number): number {
    const place = this.#count
    this.#count += 1
    if (place === this.#from.length) {
      this.#from = grown(this.#from, place * 2)
      this.#to = grown(this.#to, place * 2)
      this.#tailOf = grown(this.#tailOf, place * 2)
      this.#signs = this.#signs.map((signs) => grown(signs, place * 2))
    }
    this.#places.set(id, place)
    return place
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const more = new Uint8Array((this.#bytes.length + bytes) * 2)
    more.set(this.#bytes)
    this.#bytes = more
  }
}

function grown(words: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length)
  more.set(words)
  return more
}
