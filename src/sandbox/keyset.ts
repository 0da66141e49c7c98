import type { Order, Position } from './database/users-query.ts'
import { invalidParameters } from './errors.ts'
import type { Call } from './handler.ts'
import { linkHeader, pageUrl, pageSize } from './paging.ts'

interface KeysetValues {
  per_page?: number | null
  cursor?: string | null
}

/** A list that supports keyset paging. */
export interface KeysetList<Row> {
  order: Order
  after(position: Position | undefined, limit: number): Row[]
  positionOf(row: Row): Position
  view(row: Row): unknown
}

/**
 * Returns one page, using keyset pagination. `Link` points to the next page; rows aren't counted. A page starts after the last row shown, so
 * concurrent changes never repeat or skip a row.
 */
export function keysetPage<Row>(
  { values, url, context }: Call<KeysetValues>,
  { order, after, positionOf, view }: KeysetList<Row>,
): Response {
  const perPage = pageSize(values)
  const rows = after(values.cursor ? decodeCursor(values.cursor, order) : undefined, perPage + 1)
  const pageRows = rows.slice(0, perPage)
  const next =
    rows.length > perPage
      ? pageUrl(context.url, url, { cursor: encodeCursor(order, positionOf(pageRows.at(-1)!)) })
      : undefined
  return Response.json(pageRows.map(view), {
    headers: next === undefined ? {} : { link: linkHeader({ next }) },
  })
}

/** Opaque to clients. */
function encodeCursor({ column, direction }: Order, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([column, direction, value, id])).toString('base64url')
}

/** Rejects a cursor from another sort order. */
function decodeCursor(cursor: string, { column, direction }: Order): Position {
  const [cursorColumn, cursorDirection, value, id] = parseCursor(cursor)
  const type = column === 'id' ? 'number' : 'string'
  if (
    cursorColumn !== column ||
    cursorDirection !== direction ||
    typeof value !== type ||
    !Number.isSafeInteger(id)
  ) {
    throw invalidParameters(['cursor is invalid'])
  }
  return { value: value as string | number, id: id as number }
}

function parseCursor(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
