import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { PrintedUser } from '../../../shared/operations/command-line.ts'
import type { Context } from '../../context.ts'
import type { Feature } from '../feature.ts'

/** Reads users for commands. Guarantee: the audit log has each use, because nobody at the screen sees it. */
export function commandLineFeature({ audit }: Pick<Context, 'audit'>): Feature<'commandLine'> {
  return {
    handlers: {
      commandLine: {
        searchUsers: ({ text }, gitlab) =>
          // guard: command-audit
          audit.run(
            gitlab.account,
            { action: 'commandLine.searchUsers', object: text },
            async () => {
              const { items, next } = await gitlab.page(users.list, { search: text })
              return { users: (items as AdminListUser[]).map(printed), isCut: next !== undefined }
            },
          ),
        async findUser({ username }, gitlab) {
          const event = { action: 'commandLine.findUser', object: `@${username}` }
          const isNamed = (user: { username: string }) =>
            user.username.toLowerCase() === username.toLowerCase()
          const user = await audit.run(gitlab.account, event, async () => {
            const { items } = await gitlab.page(users.list, { username })
            const listed = (items as AdminListUser[]).find(isNamed)
            const found = listed && (await gitlab.call(users.get, { id: listed.id }))
            // guard: command-user
            return found && isNamed(found) ? printed(found) : undefined
          })
          return { user }
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

function printed(user: AdminListUser): PrintedUser {
  const { id, username, name, state, email, is_admin, bot, two_factor_enabled } = user
  return {
    id,
    username,
    name: name ?? '',
    state: state ?? '',
    email: email ?? undefined,
    isAdmin: is_admin ?? undefined,
    isBot: bot ?? undefined,
    hasTwoFactor: two_factor_enabled ?? undefined,
    createdAt: user.created_at ?? undefined,
    lastActivityOn: user.last_activity_on ?? undefined,
    currentSignInAt: user.current_sign_in_at ?? undefined,
    webUrl: user.web_url ?? undefined,
  }
}
