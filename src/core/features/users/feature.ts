import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { UserEdits } from './user-edits.ts'
import { ViewAs, type ViewAsOptions } from './view-as.ts'

/** Creates and edits single users, and views as one of them. */
export function usersFeature(
  { accounts, audit, clock, viewed }: Context,
  needs: Pick<ViewAsOptions, 'directory'>,
): Feature<'userEdits' | 'viewAs'> {
  const userEdits = new UserEdits(audit)
  const viewAs = new ViewAs({ ...needs, viewed, audit, now: clock.now })
  return {
    handlers: {
      userEdits: {
        save: (edit, gitlab) => userEdits.save(gitlab, edit),
        undo: (edit, gitlab) => userEdits.undo(gitlab, edit),
        create: (user, gitlab) => userEdits.create(gitlab, user),
      },
      viewAs: {
        get: ({ id }, gitlab) => viewAs.get(gitlab, id),
        activity: ({ id }, gitlab) => viewAs.activity(gitlab.account, id),
      },
    },
    // The last activities stay after a sign-out, like the audit log.
    forgetAccount: 'remembers nothing',
    close() {
      for (const id of accounts.ids()) {
        if (accounts.lifetime(id) === 'in-memory')
          viewed.forgetInstance(accounts.account(id).baseUrl)
      }
    },
  }
}
