import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import { dayBefore } from '../../../shared/rules/local-day.ts'
import { type UserFigure, inactiveDays, userFigures } from '../../../shared/rules/user-figures.ts'

type ViewName = UserFigure | 'everyone' | 'new'

/** A list that administrators often need. */
export interface BuiltInView {
  name: ViewName
  label: Message
  /** Describes which users it contains. */
  definition: Message
  filter: DirectoryFilter
  /** The view’s default columns, if they differ from the list’s. */
  columns?: readonly DirectoryColumn[]
}

/** Columns that help to assess a sign-up, because users shouldn’t be approved by name alone. */
const signUpColumns: readonly DirectoryColumn[] = [
  'name',
  'email',
  'email_domain',
  'email_confirmed',
  'created_at',
  'note',
  'id',
]

/** The built-in views; `today` is a `YYYY-MM-DD` date. */
export function builtInViews(today: string): BuiltInView[] {
  return [
    view('everyone', {}),
    { ...figureView('pending'), columns: signUpColumns },
    figureView('blocked'),
    figureView('banned'),
    figureView('locked'),
    figureView('inactive'),
    figureView('noTwoFactor'),
    figureView('admins'),
    figureView('external'),
    figureView('bots'),
    // The last seven days, including today.
    view('new', { created_after: dayBefore(today, 6) }),
  ]
}

/** Actions to suggest for a list, whether or not it is a built-in view. */
export function suggestedActions({
  states = [],
  blocked,
  inactive_days: days,
  active_before: before,
}: DirectoryFilter): readonly ModerationAction[] {
  const isOnly = (...allowed: string[]) =>
    states.length > 0 && states.every((state) => allowed.includes(state))
  if (isOnly('blocked_pending_approval')) return ['approve', 'reject']
  if (isOnly('blocked', 'ldap_blocked') || (blocked && states.length === 0)) return ['unblock']
  if (isOnly('banned')) return ['unban']
  if (isOnly('deactivated')) return ['activate']
  const isInactive = days !== undefined || before !== undefined
  return isInactive && (states.length === 0 || isOnly('active')) ? ['deactivate'] : ['block']
}

function figureView(figure: UserFigure): BuiltInView {
  return view(figure, userFigures[figure])
}

function view(name: ViewName, filter: DirectoryFilter): BuiltInView {
  const label = message(`directory.view_${name}`, { days: inactiveDays })
  const definition = message(`figures.${name}`, { days: inactiveDays })
  return { name, label, definition, filter }
}
