import type { ReviewState } from '../../../shared/operations/review.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { ReviewedOwner } from '../reviewed-owner.ts'
import type { FoundKey } from './review-store.ts'
import type { Reviews } from './reviews.ts'

/** What a review knows about a key. */
interface KeyInReview {
  /** The review's ID. */
  review: number
  /** When the key's owner was read; if the key isn't in the review, when that ended. */
  asOf: number
  found?: FoundKey
}

/** How many users are read from a review's file at a time. */
const ownerBatchSize = 500

/** What reviews that have ended know, for other features. */
export class EndedReviews {
  readonly #options: { reviews: Reviews; runs: Pick<BackgroundJobs, 'get'> }

  constructor(options: { reviews: Reviews; runs: Pick<BackgroundJobs, 'get'> }) {
    this.#options = options
  }

  /** What the newest review that has ended knows about a key; undefined if there is none. */
  findKey(account: string, fingerprint: string): KeyInReview | undefined {
    const id = this.#endedReviews(account).at(-1)?.id
    if (id === undefined) return undefined
    const { created, ended = created } = this.#options.runs.get(account, id)
    const found = this.#options.reviews.collected(account, id).findKey(fingerprint)
    return found ? { review: id, asOf: found.readAt ?? ended, found } : { review: id, asOf: ended }
  }

  /** Changes with every review that ends or is removed. */
  signature(account: string): string {
    return this.#endedReviews(account)
      .map(({ id, read, incomplete }) => `${id}:${read}:${incomplete}`)
      .join(' ')
  }

  /** What all ended reviews have read about users, oldest review first, in batches. */
  *readOwners(account: string): Iterable<ReviewedOwner[]> {
    for (const { id } of this.#endedReviews(account)) {
      const store = this.#options.reviews.collected(account, id)
      for (let after: number | undefined = -Infinity; after !== undefined;) {
        const owners: ReviewedOwner[] = store.ownersAfter(after, ownerBatchSize)
        if (owners.length > 0) yield owners
        after = owners.at(-1)?.user
      }
    }
  }

  #endedReviews(account: string): ReviewState[] {
    const ended = this.#options.reviews
      .list(account)
      .filter(({ phase }) => phase === 'done' || phase === 'cancelled')
    return ended.toReversed()
  }
}
