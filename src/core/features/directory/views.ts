import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DirectoryView } from '../../../shared/operations/directory.ts'
import { usualColumns } from '../../../shared/rules/directory-columns.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../platform/failure.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { withEntry } from '../../platform/files/named-list.ts'

/** The saved views of an account. An unknown order or column falls back; an unknown filter doesn’t, because it would match other users. */
export const ViewsFile = z.object({
  views: z
    .array(
      DirectoryView.extend({
        order_by: DirectoryView.shape.order_by.catch('id'),
        sort: DirectoryView.shape.sort.catch('desc'),
        columns: DirectoryView.shape.columns.catch([...usualColumns]),
      }),
    )
    .default([]),
})
type ViewsFile = z.output<typeof ViewsFile>

const maxViews = 100

/** Saved views of the directory. */
export class DirectoryViews {
  readonly #fileOf: (account: string) => JsonFile<ViewsFile>

  constructor(fileOf: (account: string) => JsonFile<ViewsFile>) {
    this.#fileOf = fileOf
  }

  list(account: string): DirectoryView[] {
    return this.#fileOf(account).read().views
  }

  /** Replaces the view with the same ID in place; a new one comes last. */
  save(
    account: string,
    { id = randomUUID(), ...rest }: Omit<DirectoryView, 'id'> & { id?: string },
  ): DirectoryView[] {
    const view = { ...rest, id, name: rest.name.trim() }
    const rules = { max: maxViews, nameTaken: nameTakenFailure, tooMany: tooManyViewsFailure }
    return this.#write(account, withEntry(this.list(account), view, rules))
  }

  remove(account: string, id: string): DirectoryView[] {
    return this.#write(
      account,
      this.list(account).filter((view) => view.id !== id),
    )
  }

  #write(account: string, views: DirectoryView[]): DirectoryView[] {
    this.#fileOf(account).write({ views })
    return views
  }
}

function nameTakenFailure(name: string): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('directory.viewTaken', { name }),
    hint: message('directory.viewTakenHint'),
    fields: { name: [message('directory.fieldTaken')] },
  })
}

function tooManyViewsFailure(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('directory.tooManyViews', { max: maxViews }),
    hint: message('directory.tooManyViewsHint'),
  })
}
