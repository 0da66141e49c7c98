import { z } from 'zod'
import type { UserForAdmins } from '../../shared/gitlab/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../shared/rules/viewed-activity.ts'
import type { JsonFile } from '../platform/files/json-file.ts'

const Day = z.iso.date()
const Viewed = z.object({ before: z.string().nullable(), first: Day, last: Day })

/** Keyed by instance and user ID, because the last activity is the same for every account on an instance. */
export const ViewedUsersFile = z.record(z.string(), z.record(z.string(), Viewed))
export type ViewedUsersFile = z.output<typeof ViewedUsersFile>

/**
 * Users' last activity before “View as”. Unlike the directory, it can't be loaded again, so it has its own
 * document, which is kept after sign-out.
 */
export class ViewedUsers {
  readonly #file: JsonFile<ViewedUsersFile>
  readonly #instanceOf: (account: string) => string | undefined

  constructor(
    file: JsonFile<ViewedUsersFile>,
    instanceOf: (account: string) => string | undefined,
  ) {
    this.#file = file
    this.#instanceOf = instanceOf
  }

  /** The viewed users of an account's instance, by ID. */
  get(account: string): Readonly<Record<number, ViewedActivity>> {
    return this.#file.read()[this.#instanceOf(account) ?? ''] ?? {}
  }

  /** Restores a user's earlier last activity if the current one is due to “View as”. */
  withActivityBeforeView(account: string, user: UserForAdmins): UserForAdmins {
    const viewed = this.get(account)[user.id]
    return viewed ? { ...user, last_activity_on: ownActivity(user.last_activity_on, viewed) } : user
  }

  /** Throws a failure if saving fails. */
  save(account: string, id: number, viewed: ViewedActivity | undefined): void {
    if (viewed !== this.get(account)[id]) this.#file.write(this.#with(account, id, viewed))
  }

  /** For a view already requested: takes effect in this process even if saving fails. */
  saveOrReport(account: string, id: number, viewed: ViewedActivity | undefined): void {
    if (viewed !== this.get(account)[id]) this.#file.saveOrReport(this.#with(account, id, viewed))
  }

  /** For an instance that no longer exists. */
  forgetInstance(instance: string): void {
    const { [instance]: known, ...others } = this.#file.read()
    if (known) this.#file.saveOrReport(others)
  }

  clear(): void {
    this.#file.remove()
  }

  #with(account: string, id: number, viewed: ViewedActivity | undefined): ViewedUsersFile {
    const documentContent = this.#file.read()
    const instance = this.#instanceOf(account)
    if (instance === undefined) return documentContent
    const { [id]: _, ...others } = documentContent[instance] ?? {}
    return { ...documentContent, [instance]: viewed ? { ...others, [id]: viewed } : others }
  }
}
