import { createHash, randomUUID } from 'node:crypto'
import type { ReviewItem, ReviewersPart } from '../../../../shared/operations/review.ts'
import { AnswerSource } from '../../../../shared/operations/review.ts'
import { attempt } from '../../../platform/ignore-errors.ts'
import { createFailureError } from '../../../platform/failures.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'

/** An item of a part, and what was asked about it. */
export interface AskedItem {
  item: string
  /** The hash of what the reviewer sees. */
  asked: string
}

/** A part of a review, as stored. */
export interface StoredPart {
  id: string
  name: string
  email: string
  /** When it was made, in milliseconds since 1970. */
  created: number
  /** The hash of the review, the part, and all of its questions. */
  hash: string
  items: AskedItem[]
  imported?: AnswerSource | undefined
}

/** The hash of what a reviewer is asked: it changes when the access does. */
export function askedHash(item: ReviewItem): string {
  const { id, kind, user, username, title, level, expires_at, origin } = item
  return sha256(JSON.stringify([id, kind, user, username, title, level, expires_at, origin]))
}

export const sha256 = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex')

/** Makes a part for a reviewer. */
export function newPart(
  campaign: string,
  { name, email }: { name: string; email: string },
  items: readonly ReviewItem[],
  now: number,
): StoredPart {
  const id = randomUUID()
  const asked = items.map((item) => ({ item: item.id, asked: askedHash(item) }))
  const hash = sha256(JSON.stringify([campaign, id, asked.map((one) => [one.item, one.asked])]))
  return { id, name, email, created: now, hash, items: asked }
}

interface PartRow extends Omit<StoredPart, 'items' | 'imported'> {
  items: string
  imported: string | null
}

/** The parts of a review in the account's durable file. */
export class PartStore {
  readonly #sql: Sql
  readonly #review: number

  constructor(sql: Sql, review: number) {
    this.#sql = sql
    this.#review = review
  }

  list(): StoredPart[] {
    return this.#sql
      .all<PartRow>(
        `SELECT id, name, email, created, hash, items, imported FROM review_parts WHERE job = ?
         ORDER BY imported IS NOT NULL, email = '', name, id`,
        this.#review,
      )
      .map(toPart)
  }

  /** Throws if there is none. */
  get(id: string): StoredPart {
    const part = this.list().find((one) => one.id === id)
    if (!part) throw createFailureError('review.noPart')
    return part
  }

  /** Replaces the parts without answers, in the open transaction. */
  replaceOpen(parts: readonly StoredPart[]): void {
    this.#sql.run('DELETE FROM review_parts WHERE job = ? AND imported IS NULL', this.#review)
    for (const { id, name, email, created, hash, items } of parts) {
      this.#sql.run(
        'INSERT INTO review_parts (job, id, name, email, created, hash, items) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[this.#review, id, name, email, created, hash, JSON.stringify(items)],
      )
    }
  }

  setImported(id: string, source: AnswerSource): void {
    this.#sql.run(
      'UPDATE review_parts SET imported = ? WHERE job = ? AND id = ?',
      JSON.stringify(source),
      this.#review,
      id,
    )
  }
}

function toPart({ items, imported, ...part }: PartRow): StoredPart {
  const asked = attempt(() => JSON.parse(items) as AskedItem[])
  const source = imported === null ? undefined : attempt(() => JSON.parse(imported) as unknown)
  return {
    ...part,
    items: Array.isArray(asked) ? asked : [],
    imported: AnswerSource.safeParse(source).data,
  }
}

/** A part with its progress. */
export function toReviewersPart(
  { id, name, email, created, items, imported }: StoredPart,
  isDecided: (item: string) => boolean,
): ReviewersPart {
  return {
    ...{ id, name, email, created },
    items: items.length,
    decided: items.filter(({ item }) => isDecided(item)).length,
    ...(imported && { imported }),
  }
}
