import { createFailureError } from '../../platform/failures.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DirectoryView } from '../../../shared/operations/directory.ts'
import { defaultColumns } from '../../../shared/rules/directory-columns.ts'
import { viewsLimit } from '../../../shared/rules/limits.ts'
import { FailureError } from '../../platform/failure.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { withEntry } from '../../platform/files/named-list.ts'
import type { Handlers } from '../feature.ts'

/**
 * An account's saved views. Unknown sort orders and columns fall back to the default. Unknown filters don't, because
 * the view would then match other users.
 */
export const ViewsFile = z.object({
  views: z
    .array(
      DirectoryView.extend({
        order_by: DirectoryView.shape.order_by.catch('id'),
        sort: DirectoryView.shape.sort.catch('desc'),
        columns: DirectoryView.shape.columns.catch([...defaultColumns]),
      }),
    )
    .default([]),
})
type ViewsFile = z.output<typeof ViewsFile>

/** Saves, lists and deletes views of the directory. */
export function viewHandlers(
  fileOf: (account: string) => JsonFile<ViewsFile>,
): Pick<Handlers['directory'], 'views' | 'saveView' | 'removeView'> {
  const list = (account: string) => fileOf(account).read().views
  function write(account: string, views: DirectoryView[]): DirectoryView[] {
    fileOf(account).write({ views })
    return views
  }
  return {
    views: (_, { account }) => list(account),
    /** Replaces the view with the same ID, or else appends a new one. */
    saveView({ id = randomUUID(), ...rest }, { account }) {
      const view = { ...rest, id, name: rest.name.trim() }
      const rules = {
        max: viewsLimit,
        nameTaken: (name: string) => createFailureError('directory.viewTaken', { name }),
        tooMany: tooManyViewsFailure,
      }
      return write(account, withEntry(list(account), view, rules))
    },
    removeView: ({ id }, { account }) =>
      write(
        account,
        list(account).filter((view) => view.id !== id),
      ),
  }
}

function tooManyViewsFailure(): FailureError {
  return createFailureError('directory.tooManyViews', { max: viewsLimit })
}
