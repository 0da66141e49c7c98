import type { ReviewState, ReviewedUser } from '../../../shared/operations/review.ts'
import { dayText } from '../../components/credential-facts.ts'
import { shownName } from '../../components/shown-name.ts'
import { userStateLabel } from '../../components/user-states.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import { t } from '../../ui/messages.ts'
import {
  decisionLabel,
  keyText,
  membershipText,
  tokenText,
  tokensTitle,
  twoFactorText,
} from './review-messages.ts'

/** A value that isn’t known before the user was read. */
const known = (text: (user: ReviewedUser) => string) => (user: ReviewedUser) =>
  user.read_at && !user.gone ? text(user) : t('review.notLoaded')
/** The columns of a review’s users. */
export const reviewedUserColumns = (
  state: Pick<ReviewState, 'lacksTokenList'>,
): ListColumn<ReviewedUser>[] => [
  {
    id: 'username',
    label: t('app.userScreen'),
    min: 200,
    grow: true,
    sortable: true,
    text: shownName,
    title: (user) => `${shownName(user)} @${escapeBidi(user.username)}`,
  },
  {
    id: 'state',
    label: t('fields.state'),
    min: 96,
    grow: true,
    sortable: true,
    text: (user) => tagsOf(user).join(' · '),
  },
  {
    id: 'two_factor_enabled',
    label: t('directory.twoFactorShort'),
    fullLabel: t('directory.twoFactor'),
    min: 80,
    sortable: true,
    text: known(twoFactorText),
  },
  {
    id: 'last_activity_on',
    label: t('fields.lastActivity'),
    min: 112,
    fold: 1,
    sortable: true,
    text: known((user) => dayText(user.last_activity_on)),
  },
  {
    id: 'last_sign_in_at',
    label: t('fields.lastSignIn'),
    min: 112,
    fold: 0,
    sortable: true,
    text: known((user) => dayText(user.last_sign_in_at)),
  },
  {
    id: 'memberships',
    label: t('user.memberships'),
    min: 140,
    grow: true,
    fold: 3,
    sortable: true,
    text: known(membershipText),
  },
  {
    id: 'keys',
    label: t('app.keysScreen'),
    min: 128,
    grow: true,
    fold: 2,
    sortable: true,
    text: known(keyText),
  },
  {
    id: 'tokens',
    label: tokensTitle(state),
    min: 160,
    grow: true,
    fold: 4,
    sortable: true,
    text: known(tokenText),
  },
  {
    id: 'decision',
    label: t('review.decision'),
    min: 96,
    text: ({ decided: of }) => (of ? decisionLabel(of.decision) : ''),
  },
]

function tagsOf(user: ReviewedUser): string[] {
  return [
    user.gone ? t('review.filter_gone') : userStateLabel(user.state),
    user.is_admin && t('fields.administrator'),
    user.external && t('people.external'),
    user.bot && t('fields.bot'),
  ].filter((tag) => typeof tag === 'string')
}
