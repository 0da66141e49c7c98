import { setImmediate as turn } from 'node:timers/promises'
import type {
  DirectoryFilter,
  DirectoryEntry,
  DirectoryState,
  Selection,
} from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'
import type { AdminListUser, AdminUser } from '../../../shared/service/user-fields.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { DirectoryUser } from '../../../shared/moderation.ts'
import { refuseContradiction, searchTerms } from './conditions.ts'
import { AccountDirectories, type AccountDirectoriesPorts } from './account-directories.ts'
import { exactMatch, exactSearch } from './exact-match.ts'
import { dayOf } from '../../infra/time/local-day.ts'
import { exportUsers } from './export.ts'
import { type ListQuery, without } from './user-lists.ts'
import { type UserRow, isForAdministrators, personOf } from './user-row.ts'
import {
  type RowsTell,
  type ServerAnswer,
  ServerFilters,
  localPart,
  refuseIgnored,
} from './server-filters.ts'

export interface DirectoryPorts extends AccountDirectoriesPorts {
  /** Where people's pictures are noted before they are asked for. */
  pictures: { note(account: string, people: unknown): void }
  /** What is queued for people and not finished yet. */
  pendingOf(account: string, ids: readonly number[]): ReadonlyMap<number, ModerationAction>
}

/** Rows that are read at once where many are needed. */
const rowsAtOnce = 500

/**
 * The copy of everybody on this machine, one for each account: it is searched, sorted and counted here, also without a network.
 * It may be thrown away at any time.
 */
export class Directory {
  readonly #ports: DirectoryPorts
  readonly #copies: AccountDirectories
  readonly #serverFilters: ServerFilters

  constructor(ports: DirectoryPorts) {
    this.#ports = ports
    this.#copies = new AccountDirectories(ports)
    this.#serverFilters = new ServerFilters(ports.clock.now)
  }

  /** Rows of a list. Where the list was never read, or a long time ago, that begins by itself. */
  async search(
    me: AccountService,
    { offset, limit, ...query }: ListQuery & { offset: number; limit: number },
  ) {
    this.#copies.use(me.account, (own) => own.readIfNeeded(me))
    await this.#readied(me.account, [query.filter])
    const { ids, answer } = await this.#listed(me, query)
    return this.#copies.use(me.account, (own) => ({
      items: this.#people(
        me.account,
        own.rows([...ids.subarray(offset, offset + limit)]),
        query.filter.search,
      ),
      total: ids.length,
      ...(answer?.ignored.length && { ignored: [...answer.ignored] }),
      state: own.state(),
    }))
  }

  async count(me: AccountService, filters: readonly DirectoryFilter[]): Promise<number[]> {
    const counts: number[] = []
    await this.#readied(me.account, filters)
    for (const filter of filters) {
      refuseContradiction(filter)
      const answer = await this.#answerTo(me, filter)
      if (answer) refuseIgnored(answer)
      counts.push(
        this.#copies.use(me.account, (own) =>
          own.lists.count(localPart(filter, own.rowsTell), answer),
        ),
      )
      await turn()
    }
    return counts
  }

  async neighbours(me: AccountService, { id, ...query }: ListQuery & { id: number }) {
    const { ids } = await this.#listed(me, query)
    const index = ids.indexOf(id)
    if (index < 0) return { total: ids.length }
    return {
      previous: ids[index - 1],
      next: ids[index + 1],
      position: index + 1,
      total: ids.length,
    }
  }

  /** Who was active on a day or later. Begins to read who changed where the copy is whole but old. */
  async activities(me: AccountService, { from }: { from: string }) {
    return this.#copies.use(me.account, (own) => {
      const entries = own.activities(from)
      if (entries) own.readIfNeeded(me)
      return { entries, state: own.state() }
    })
  }

  async state(account: string): Promise<DirectoryState> {
    return this.#stateOf(account)
  }

  /** Begins to read who changed, or everybody where that is due or wanted, or goes on where the last reading broke off. */
  async read(
    me: AccountService,
    options: { everybody?: boolean | undefined } = {},
  ): Promise<DirectoryState> {
    return this.#copies.use(me.account, (own) => own.read(me, options))
  }

  async stop(account: string): Promise<DirectoryState> {
    return this.#copies.use(account, (own) => own.stop())
  }

  async export(
    me: AccountService,
    {
      columns,
      format,
      selection,
      ...query
    }: ListQuery & {
      columns: readonly DirectoryColumn[]
      format: 'csv' | 'json'
      selection?: Selection | undefined
    },
  ): Promise<{ filename: string; text: string }> {
    const ids = await (selection ? this.#chosen(me, selection, query) : this.#ids(me, query))
    // Whatever is shown, a file has to say whom each line is about.
    const all = [...new Set<DirectoryColumn>(['id', 'username', ...columns])]
    const text = await exportUsers(this.#pages(me.account, ids), all, format)
    const day = dayOf(this.#ports.clock.now())
    return { filename: `users-${day}.${format}`, text }
  }

  /** Asks the service what the copy cannot tell of a selection, so that `resolve` can follow, which refuses what it ignores. */
  async prepare(me: AccountService, selection: Selection): Promise<void> {
    if (selection.kind === 'matching') await this.#answerTo(me, selection.filter)
  }

  /** Everybody of a selection whom the copy knows, read as they are needed. Wants `prepare` before. */
  resolve(account: string, selection: Selection): Iterable<DirectoryUser> {
    const ids =
      selection.kind === 'people'
        ? selection.ids
        : without(this.#matching(account, selection.filter), selection.except)
    const isIncomplete = this.#copies.use(account, (own) => own.isIncomplete())
    const known = (row: UserRow) => ({ ...personOf(row), isIncomplete: isIncomplete(row) })
    const pages = () => this.#rowPages(account, ids)
    return {
      *[Symbol.iterator]() {
        for (const page of pages()) yield* page.map(known)
      },
    }
  }

  /** Somebody as the copy knows them; undefined where it does not. Never throws. */
  person(account: string, id: number): DirectoryEntry | undefined {
    return this.#copies.tryUsing(account, (own) => own.rows([id]).map(personOf)[0])
  }

  /** Somebody for a screen, and since when at the latest the copy has them so, in milliseconds since 1970. */
  async known(account: string, id: number): Promise<{ person?: DirectoryEntry; asOf?: number }> {
    return this.#copies.use(account, (own) => {
      const [person] = this.#people(account, own.rows([id]))
      return person ? { person, asOf: own.knownSince(id) } : {}
    })
  }

  /** When the last whole reading ended, in milliseconds since 1970. */
  asOf(account: string): number | undefined {
    return this.#stateOf(account).asOf
  }

  /** Takes over somebody who was read or made, so that the copy stays true. Never throws. */
  patch(account: string, user: AdminListUser | AdminUser): void {
    if (isForAdministrators(user)) this.#copies.tryUsing(account, (own) => own.patch(user))
  }

  /** Takes out somebody who is gone. Never throws. */
  remove(account: string, id: number): void {
    this.#copies.tryUsing(account, (own) => own.remove(id))
  }

  /** Ends what goes on for an account and removes its copy. */
  forget(account: string): void {
    this.#serverFilters.forget(account)
    this.#copies.forget(account)
  }

  /** Throws all copies away. */
  clear(): void {
    this.#copies.clear()
  }

  /** Ends all readings and closes the files. */
  close(): void {
    this.#copies.close()
  }

  /** A first search waits until words can be looked up, and lets others go first. */
  async #readied(account: string, filters: readonly DirectoryFilter[]): Promise<void> {
    if (!filters.some((filter) => searchTerms(filter).length > 0)) return
    await this.#copies.use(account, (own) => own.lists.ready())
  }

  #matching(account: string, filter: DirectoryFilter): Float64Array {
    refuseContradiction(filter)
    const answer = this.#serverFilters.kept(account, filter, this.#rowsTell(account))
    if (answer) refuseIgnored(answer)
    return this.#idsOf(account, { filter, order_by: 'id', sort: 'asc' }, answer)
  }

  /** A list for reading: what the service ignores of its filter narrows nothing. */
  async #listed(
    me: AccountService,
    query: ListQuery,
  ): Promise<{ ids: Float64Array; answer?: ServerAnswer | undefined }> {
    refuseContradiction(query.filter)
    const answer = await this.#answerTo(me, query.filter)
    return { ids: this.#idsOf(me.account, query, answer), answer }
  }

  #idsOf(account: string, query: ListQuery, answer: ServerAnswer | undefined): Float64Array {
    return this.#copies.use(account, (own) => {
      const filter = localPart(query.filter, own.rowsTell)
      return own.lists.ids({ ...query, filter }, answer)
    })
  }

  /** A list that leaves Latchkey, or is acted on. */
  async #ids(me: AccountService, query: ListQuery): Promise<Float64Array> {
    const { ids, answer } = await this.#listed(me, query)
    if (answer) refuseIgnored(answer)
    return ids
  }

  /** Everybody of a selection, in the order of a list. */
  async #chosen(me: AccountService, selection: Selection, query: ListQuery): Promise<Float64Array> {
    if (selection.kind === 'matching') {
      return without(await this.#ids(me, { ...query, filter: selection.filter }), selection.except)
    }
    const chosen = new Set(selection.ids)
    return (await this.#ids(me, { ...query, filter: {} })).filter((id) => chosen.has(id))
  }

  #answerTo(me: AccountService, filter: DirectoryFilter) {
    return this.#serverFilters.of(me, filter, this.#rowsTell(me.account))
  }

  #rowsTell(account: string): RowsTell {
    return this.#copies.use(account, (own) => own.rowsTell)
  }

  *#pages(account: string, ids: ArrayLike<number>): Iterable<DirectoryEntry[]> {
    for (const rows of this.#rowPages(account, ids)) yield rows.map(personOf)
  }

  *#rowPages(account: string, ids: ArrayLike<number>): Iterable<UserRow[]> {
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const some = Array.prototype.slice.call(ids, from, from + rowsAtOnce) as number[]
      yield this.#copies.use(account, (own) => own.rows(some))
    }
  }

  /** Rows as they go to a screen: it may ask for their pictures, and shows what is queued. */
  #people(account: string, rows: readonly UserRow[], search = ''): DirectoryEntry[] {
    // The rest of a row is not for those who look for pictures.
    const pictures = rows.map(({ id, username, avatar_url }) => ({ id, username, avatar_url }))
    this.#ports.pictures.note(account, pictures)
    const pending = this.#ports.pendingOf(
      account,
      rows.map(({ id }) => id),
    )
    const named = search.trim() === '' ? undefined : exactSearch(search)
    return rows.map((row) => {
      const action = pending.get(row.id)
      const exact = named && exactMatch(row, named)
      return { ...personOf(row), ...(action && { pending: action }), ...(exact && { exact }) }
    })
  }

  #stateOf(account: string): DirectoryState {
    return this.#copies.use(account, (own) => own.state())
  }
}
