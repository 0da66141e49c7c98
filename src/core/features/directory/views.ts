import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DirectoryView } from '../../../shared/app/directory.ts'
import { usualColumns } from '../../../shared/app/directory-columns.ts'
import { FailureError } from '../../infra/failure.ts'
import type { JsonFile } from '../../infra/files/json-file.ts'

/** The lists that an account keeps. How another version shows a list falls back; whom it holds does not. */
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

const mostViews = 100

/** Lists of the directory that are kept by name. */
export class DirectoryViews {
  readonly #fileOf: (account: string) => JsonFile<ViewsFile>

  constructor(fileOf: (account: string) => JsonFile<ViewsFile>) {
    this.#fileOf = fileOf
  }

  list(account: string): DirectoryView[] {
    return this.#fileOf(account).read().views
  }

  /** Replaces the view of the same id in its place; another one comes last. */
  save(
    account: string,
    { id = randomUUID(), ...rest }: Omit<DirectoryView, 'id'> & { id?: string },
  ): DirectoryView[] {
    const views = this.list(account)
    const view = { ...rest, id, name: rest.name.trim() }
    const others = views.filter((other) => other.id !== id)
    const isSame = (other: DirectoryView) => other.name.toLowerCase() === view.name.toLowerCase()
    if (others.some(isSame)) throw taken(view.name)
    if (others.length >= mostViews) throw tooMany()
    const isNew = others.length === views.length
    return this.#write(
      account,
      isNew ? [...views, view] : views.map((other) => (other.id === id ? view : other)),
    )
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

function taken(name: string): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: `There is a view named “${name}” already.`,
    hint: 'Choose another name, or remove that view first.',
    fields: { name: ['is taken'] },
  })
}

function tooMany(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: `There are ${mostViews} views already, and no more can be kept.`,
    hint: 'Remove one that is not needed any more.',
  })
}
