import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { userEditHandlers } from './user-edits.ts'
import { type ViewAsOptions, viewAsHandlers } from './view-as.ts'

/** Creates and edits individual users, and views GitLab as one of them. */
export function usersFeature(
  { accounts, audit, clock, viewed }: Context,
  dependencies: Pick<ViewAsOptions, 'directory'>,
): Feature<'userEdits' | 'viewAs'> {
  return {
    handlers: {
      userEdits: userEditHandlers(audit),
      viewAs: viewAsHandlers({ ...dependencies, viewed, audit, now: clock.now }),
    },
    // Saved last activities are kept after sign-out, like the audit log.
    forgetAccount: 'remembers nothing',
    close() {
      for (const id of accounts.ids()) {
        if (accounts.lifetime(id) === 'in-memory')
          viewed.forgetInstance(accounts.account(id).baseUrl)
      }
    },
  }
}
