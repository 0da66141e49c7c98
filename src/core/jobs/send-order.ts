// The rule that decides whose item is sent next. A place is a request that may be in flight. Pure: the rule knows neither
// the database nor the time.
//
// 1. Single actions come first, then the run that somebody put first, then runs of up to 50 users, then larger ones.
// 2. Every class keeps every fourth place: a class gets the next one if it was passed over three times, or if it has less
//    than a quarter of the places in use. So a flood of small runs never stops a large one.
// 3. Runs of one class take turns: next is the one that has the fewest places, then the one whose last turn is longest ago.

/** In order of precedence. */
export const sendClasses = ['single', 'first', 'small', 'large'] as const
export type SendClass = (typeof sendClasses)[number]

/** The largest number of users in a small run. */
export const smallRunUsers = 50
/** Each class keeps one of this many places. */
const share = 4
/** How often a class without a place is passed over at most: until it is due, and then by other classes that are due. */
export const maxPassed = share - 1 + (sendClasses.length - 2)

/** Something that has items to send: a run, or the single actions of a kind. */
export interface Contender {
  /** The run's ID, or the kind of the single actions. */
  key: number | string
  class: SendClass
}

/** The contenders for the next place, and the contender that each place in use belongs to. */
export interface Places<Waiting extends Contender = Contender> {
  waiting: readonly Waiting[]
  inUse: readonly Contender[]
}

/** The order in which an account's contenders get places. */
export class SendOrder {
  /** The number of places that others got while a class waited without one. */
  #passed = new Map<SendClass, number>()
  /** When a contender's last turn was, or when it joined, counted in places given. */
  #turns = new Map<Contender['key'], number>()
  #given = 0

  /** The waiting contenders in the order in which they may take the next place. */
  rank<Waiting extends Contender>(places: Places<Waiting>): Waiting[] {
    this.#keepTurns(places)
    const { waiting, inUse } = places
    const quarter = Math.floor((inUse.length + 1) / share)
    const passedOver = sendClasses.filter(
      (name) => hasNone(name, places) && (this.#passed.get(name) ?? 0) >= share - 1,
    )
    const belowShare = sendClasses.filter((name) => countIn(name, inUse) < quarter)
    // Among classes that were passed over, the largest runs are first, which makes every fourth place theirs.
    const precedence = [...passedOver.reverse(), ...belowShare, ...sendClasses]
    return waiting.toSorted(
      (a, b) =>
        precedence.indexOf(a.class) - precedence.indexOf(b.class) ||
        countOf(a.key, inUse) - countOf(b.key, inUse) ||
        this.#turns.get(a.key)! - this.#turns.get(b.key)!,
    )
  }

  /** Records that a contender took the next place. */
  take({ key, class: taken }: Contender, places: Places): void {
    this.#given += 1
    this.#turns.set(key, this.#given)
    for (const name of sendClasses) {
      const isPassed = name !== taken && hasNone(name, places)
      this.#passed.set(name, isPassed ? (this.#passed.get(name) ?? 0) + 1 : 0)
    }
  }

  /** The number of places that others get before this contender, if nothing else changes. */
  placesBefore(key: Contender['key'], { waiting, inUse }: Places): number {
    const order = new SendOrder()
    order.#passed = new Map(this.#passed)
    order.#turns = new Map(this.#turns)
    order.#given = this.#given
    const ongoing = [...inUse]
    for (let count = 0; ; count += 1) {
      ongoing.shift()
      const places = { waiting, inUse: ongoing }
      const [next] = order.rank(places)
      if (!next || next.key === key) return count
      order.take(next, places)
      ongoing.push(next)
    }
  }

  /** A contender that has nothing to send any more loses its turn. A new one joins at the end. */
  #keepTurns({ waiting, inUse }: Places): void {
    this.#turns = new Map(
      [...inUse, ...waiting].map(({ key }) => [key, this.#turns.get(key) ?? this.#given]),
    )
  }
}

function countOf(key: Contender['key'], contenders: readonly Contender[]): number {
  return contenders.filter((contender) => contender.key === key).length
}

function countIn(name: SendClass, contenders: readonly Contender[]): number {
  return contenders.filter((contender) => contender.class === name).length
}

/** Whether a contender of this class waits without having any place. */
function hasNone(name: SendClass, { waiting, inUse }: Places): boolean {
  return waiting.some(
    ({ key, class: ofContender }) => ofContender === name && countOf(key, inUse) === 0,
  )
}
