import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../../sandbox/start.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { ReviewItem, ReviewState } from '../../../shared/operations/review.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { dateIn } from '../../testing/dates.ts'
import { isFull } from '../../testing/proof.ts'
import { readAll } from '../directory/testing/sync.ts'

// Random trees of groups and projects, with invitations and expiring memberships: every way in which a user can access
// something is an item of the right kind, compared with the sandbox's tables.

const trees = isFull ? 500 : 8

let folder: string
let sandbox: Sandbox
let app: TestLatchkey
let me: Account
/** The users of the review. */
let people: number[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-population-'))
  sandbox = await startSandbox({ users: 0, flavor: 'gitlab', data: folder })
  app = createTestLatchkey()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
  people = query<{ id: number }>(`SELECT id FROM users WHERE state = 'active' LIMIT 5`).map(
    ({ id }) => id,
  )
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})

function withDatabase<T>(use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(folder, 'sandbox.db'))
  try {
    return use(database)
  } finally {
    database.close()
  }
}
const query = <Row>(sql: string) => withDatabase((database) => database.prepare(sql).all() as Row[])

interface Tree {
  /** The index of the group that each group is in, if it isn't beyond the group’s own. */
  groups: (number | undefined)[]
  projects: (number | undefined)[]
  members: { user: number; place: number; level: number; expires: boolean; isGranted: boolean }[]
  shares: { place: number; group: number; level: number }[]
}

const level = fc.constantFrom(10, 20, 30, 40, 50)
const anyTree: fc.Arbitrary<Tree> = fc.record({
  groups: fc.array(fc.option(fc.nat(6), { nil: undefined }), { minLength: 1, maxLength: 7 }),
  projects: fc.array(fc.option(fc.nat(6), { nil: undefined }), { maxLength: 6 }),
  members: fc.array(
    fc.record({
      ...{ user: fc.nat(4), place: fc.nat(12), level },
      ...{ expires: fc.boolean(), isGranted: fc.boolean() },
    }),
    { maxLength: 14 },
  ),
  shares: fc.array(fc.record({ place: fc.nat(12), group: fc.nat(6), level }), { maxLength: 5 }),
})

/** A group or project of the sandbox. Its row ID is 1000 plus its place in the list. */
interface Place {
  type: 'Namespace' | 'Project'
  number: number
  parent: Place | undefined
}

/** Replaces the sandbox's groups and projects. */
function build({ groups, projects, members, shares }: Tree) {
  const places: Place[] = []
  for (const [index, parent] of groups.entries())
    places.push({
      type: 'Namespace',
      number: index + 1,
      parent: parent !== undefined && parent < index ? places[parent] : undefined,
    })
  for (const [index, parent] of projects.entries())
    places.push({
      type: 'Project',
      number: index + 1,
      parent: parent === undefined ? undefined : places[parent % groups.length],
    })
  const rowOf = (place: Place) => 1000 + places.indexOf(place)
  const expiry = dateIn(20)
  const direct = new Map<
    string,
    { user: number; place: Place; level: number; expires: string | null }
  >()
  const invitations = new Map<string, { place: Place; group: Place; level: number }>()
  withDatabase((database) => {
    database.exec('PRAGMA foreign_keys = ON; BEGIN; DELETE FROM namespaces')
    for (const place of places) {
      const name = `${place.type === 'Project' ? 'p' : 'g'}${place.number}`
      database
        .prepare(
          'INSERT INTO namespaces (id, type, number, name, parent_id, path) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(
          ...[rowOf(place), place.type, place.number, name],
          ...[place.parent ? rowOf(place.parent) : null, place.type === 'Project' ? null : name],
        )
    }
    for (const { user, place: at, level, expires, isGranted } of members) {
      const place = places[at % places.length]!
      const member = { user: people[user]!, place, level, expires: expires ? expiry : null }
      direct.set(`${member.user} ${rowOf(place)}`, member)
      database
        .prepare('INSERT OR REPLACE INTO memberships VALUES (?, ?, ?, ?, ?)')
        .run(member.user, rowOf(place), level, member.expires, isGranted ? me.user.id : null)
    }
    for (const { place: at, group: of, level } of shares) {
      const place = places[at % places.length]!
      const group = places[of % groups.length]!
      if (place === group) continue
      invitations.set(`${rowOf(place)} ${rowOf(group)}`, { place, group, level })
      database
        .prepare('INSERT OR REPLACE INTO shares VALUES (?, ?, ?, NULL)')
        .run(rowOf(place), rowOf(group), level)
    }
    database.exec('COMMIT')
  })
  return { places, direct: [...direct.values()], invitations: [...invitations.values()] }
}

/** The groups around a place, the nearest first. */
function around({ parent }: Place): Place[] {
  return parent ? [parent, ...around(parent)] : []
}
const nameOf = ({ type, number }: Place) => `${type} ${number}`

/** Each way in which a user can access something, by walking up from each place. */
function expectedAccess({ places, direct, invitations }: ReturnType<typeof build>): string[] {
  const lines: string[] = []
  for (const place of places) {
    const above = around(place)
    for (const { user, place: at, level, expires } of direct) {
      const end = expires ?? 'forever'
      if (at === place) lines.push(`${user} direct ${nameOf(place)} ${level} ${end}`)
      if (above.includes(at)) lines.push(`${user} inherited ${nameOf(place)} ${level} ${end}`)
    }
    for (const { place: invitedTo, group, level: highest } of invitations) {
      if (invitedTo !== place && !above.includes(invitedTo)) continue
      const from = invitedTo.type === 'Project' ? [group, ...around(group)] : [group]
      for (const { user, place: at, level, expires } of direct)
        if (from.includes(at))
          lines.push(
            `${user} shared ${nameOf(place)} ${Math.min(level, highest)} ${expires ?? 'forever'}`,
          )
    }
  }
  return lines.toSorted()
}

async function reviewedAccess(): Promise<string[]> {
  const call = <T>(name: string, input: object) => app.value<T>(`review.${name}`, input, me.id)
  const { id: review } = await call<ReviewState>('start', {
    selection: { kind: 'users', ids: people },
    scope: { subjects: ['memberships', 'serviceAccounts'] },
  })
  await vi.waitUntil(async () => (await call<ReviewState>('state', { review })).phase === 'done')
  const lines: string[] = []
  for (let offset = 0, total = 1; offset < total; offset += 200) {
    const page = await call<{ items: ReviewItem[]; total: number }>('items', { review, offset })
    total = page.total
    for (const { kind, user, source_type, source, level, expires_at } of page.items)
      if (kind !== 'account')
        lines.push(`${user} ${kind} ${source_type} ${source} ${level} ${expires_at ?? 'forever'}`)
  }
  await app.value('jobs.remove', { job: review }, me.id)
  return lines.toSorted()
}

it(`has an item of the right kind for each way to access something, in ${trees} trees`, async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, async (tree) => {
      const built = build(tree)
      expect(await reviewedAccess()).toEqual(expectedAccess(built))
    }),
    { numRuns: trees },
  )
})
