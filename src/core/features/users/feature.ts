import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { UserEdits } from './user-edits.ts'
import { ViewAs, type ViewAsPorts } from './view-as.ts'

/** Creates and edits single users, and views as one of them. */
export function usersFeature(
  { accounts, audit, clock, viewed }: Context,
  needs: Pick<ViewAsPorts, 'directory'>,
): Feature<'userEdits' | 'viewAs'> {
  const userEdits = new UserEdits(audit)
  const viewAs = new ViewAs({ ...needs, viewed, audit, now: clock.now })
  return {
    handlers: {
      userEdits: {
        save: (edit, me) => userEdits.save(me, edit),
        undo: (edit, me) => userEdits.undo(me, edit),
        create: (user, me) => userEdits.create(me, user),
      },
      viewAs: {
        get: ({ id }, me) => viewAs.get(me, id),
        activity: ({ id }, me) => viewAs.activity(me.account, id),
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
