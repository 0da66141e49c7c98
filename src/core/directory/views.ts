import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DirectoryView } from '../../shared/app/directory.ts'
import { usualColumns } from '../../shared/app/directory-columns.ts'
import { FailureError } from '../../shared/failure.ts'
import type { JsonFile } from '../data/json-file.ts'

/** The lists that people keep, by account. How another version shows a list falls back; whom it holds does not. */
export const ViewsFile = z.record(
  z.string(),
  z.array(
    DirectoryView.extend({
      order_by: DirectoryView.shape.order_by.catch('id'),
      sort: DirectoryView.shape.sort.catch('desc'),
      columns: DirectoryView.shape.columns.catch([...usualColumns]),
    }),
  ),
)

const mostViews = 100

/** Lists of the directory that are kept by name. */
export class DirectoryViews {
  readonly #file: JsonFile<Record<string, DirectoryView[]>>

  constructor(file: JsonFile<Record<string, DirectoryView[]>>) {
    this.#file = file
  }

  list(account: string): DirectoryView[] {
    return this.#file.read()[account] ?? []
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

  forget(account: string): void {
    const { [account]: views, ...others } = this.#file.read()
    if (views) this.#file.keep(others)
  }

  #write(account: string, views: DirectoryView[]): DirectoryView[] {
    this.#file.write({ ...this.#file.read(), [account]: views })
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
