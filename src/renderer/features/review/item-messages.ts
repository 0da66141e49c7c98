import type {
  ItemCounts,
  ReviewItem,
  ReviewItemDecision,
  ReviewState,
} from '../../../shared/operations/review.ts'
import { accessLevelMessage, accessLevels } from '../../../shared/rules/access-levels.ts'
import {
  type CredentialKind,
  type ItemDecision,
  type ItemDecisionFilter,
  type ItemFinding,
  type ItemKind,
  type RemediationState,
  accessKinds,
  credentialKinds,
  reviewParts,
} from '../../../shared/rules/review.ts'
import { dayText } from '../../components/credential-facts.ts'
import { shownName } from '../../components/shown-name.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import { t, textOf } from '../../ui/messages.ts'
import { decisionLabel } from './review-messages.ts'

export const itemKindLabel = (kind: ItemKind) =>
  isCredential(kind) ? t(`review.kind_${kind}`) : t(`review.itemKind_${kind}`)

export const findingLabel = (finding: ItemFinding) => t(`review.finding_${finding}`)

export const remediationLabel = (state: RemediationState) => t(`review.remediation_${state}`)

/** What can’t be certified can’t be decided. */
export const canDecide = ({ kind }: ReviewItem) => kind !== 'unread'

/** After closing, undecided items may be exceptions. */
export const itemDecisionLabel = (
  decision: ItemDecisionFilter,
  { closed, plan }: Pick<ReviewState, 'closed' | 'plan'>,
) =>
  decision === 'undecided' && closed && plan?.undecided === 'exception'
    ? t('review.exceptions')
    : decisionLabel(decision)

/** Where access comes from, or what couldn’t be read. */
export function originText({ kind, origin }: ReviewItem): string {
  if (origin === null) return ''
  if (kind !== 'unread') return escapeBidi(origin)
  const part = unreadParts.find((known) => known === origin)
  return part ? t(`review.unread_${part}`) : escapeBidi(origin)
}

const unreadParts = [...reviewParts, 'direct', 'all', 'shares', 'places'] as const

/** A decision, with the role to change to: “Change to Reporter”. */
export const itemDecisionText = ({
  decision,
  level,
}: Pick<ReviewItemDecision, 'decision' | 'level'>) =>
  decision === 'change' && level !== undefined
    ? t('review.changeTo', { role: roleText(level) })
    : decisionLabel(decision)

/** An item’s decision. After closing, undecided items may be exceptions. */
export function decisionText(item: ReviewItem, { closed, plan }: ReviewState): string {
  if (item.decided) return itemDecisionText(item.decided)
  if (!closed || !canDecide(item)) return ''
  return plan?.undecided === 'exception' ? t('review.exception') : decisionLabel('undecided')
}

const roleText = (level: number) => textOf(accessLevelMessage(level))

/** The lower roles that a direct membership can be changed to, highest first. */
export function lowerRoles({ kind, level, source_type }: ReviewItem): number[] {
  if (kind !== 'direct' || level === null) return []
  return Object.entries(accessLevels)
    .map(([role, { role: name }]) => ({ role: Number(role), name }))
    .filter(({ role, name }) => role < level && name && !(source_type === 'Project' && role < 10))
    .map(({ role }) => role)
    .toReversed()
}

/** How many items can be decided, and how many of these are. What couldn’t be read is left out. */
export function decidedItems({ total, kinds, decisions }: ItemCounts) {
  const decidable = total - kinds.unread
  return { total: decidable, decided: decidable - decisions.undecided }
}

/** The user that an item is about; for a group or project that couldn’t be read, a dash. */
export const itemUserText = ({ username, name }: ReviewItem) =>
  username === null ? '–' : shownName({ username, name: name ?? '' })

/** An item in words, such as “Direct membership: platform/api”. */
export const itemText = ({ kind, title }: ReviewItem) =>
  title
    ? t('common.labeled', { label: itemKindLabel(kind), value: escapeBidi(title) })
    : itemKindLabel(kind)

const isCredential = (kind: ItemKind): kind is CredentialKind =>
  credentialKinds.some((credential) => credential === kind)
const isAccess = (kind: ItemKind) => accessKinds.some((access) => access === kind)

/** When access or a token ends; empty for what can’t expire. */
const expiryText = ({ kind, expires_at }: ReviewItem) =>
  isAccess(kind) || isCredential(kind) ? dayText(expires_at) : ''

/** What came of a decision; empty if there’s nothing to carry out. */
export const resultText = ({ remediation }: ReviewItem) =>
  remediation ? remediationLabel(remediation.state) : ''

/** An item’s role, origin, and expiry, as far as it has them. */
export const itemFacts = (item: ReviewItem) =>
  [
    item.level !== null && roleText(item.level),
    originText(item) && t('common.labeled', { label: t('review.origin'), value: originText(item) }),
    expiryText(item) &&
      t('common.labeled', { label: t('tokens.expires'), value: expiryText(item) }),
    ...item.findings.map(findingLabel),
  ]
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .join(' · ')

/** The columns of a review’s items. The result is shown once the review is closed. */
export function itemColumnsOf(state: ReviewState): ListColumn<ReviewItem>[] {
  return [
    {
      id: 'username',
      label: t('app.userScreen'),
      min: 160,
      grow: true,
      sortable: true,
      text: itemUserText,
      title: ({ username, ...item }) =>
        username === null ? '–' : `${itemUserText({ username, ...item })} @${escapeBidi(username)}`,
    },
    {
      id: 'kind',
      label: t('review.itemKind'),
      min: 160,
      sortable: true,
      text: ({ kind }) => itemKindLabel(kind),
    },
    {
      id: 'title',
      label: t('review.itemTitle'),
      min: 200,
      grow: true,
      sortable: true,
      text: ({ title }) => escapeBidi(title) || '–',
    },
    {
      id: 'level',
      label: t('review.role'),
      min: 104,
      sortable: true,
      fold: 2,
      text: ({ level }) => (level === null ? '' : roleText(level)),
    },
    {
      id: 'expires_at',
      label: t('tokens.expires'),
      min: 112,
      sortable: true,
      fold: 1,
      text: expiryText,
    },
    {
      id: 'origin',
      label: t('review.origin'),
      min: 120,
      grow: true,
      fold: 0,
      text: originText,
    },
    {
      id: 'decision',
      label: t('review.decision'),
      min: 152,
      text: (item) => decisionText(item, state),
    },
    ...(state.closed
      ? [{ id: 'result', label: t('review.result'), min: 144, text: resultText }]
      : []),
  ]
}

/** The decision that a key or menu item stands for, unless it needs more: a change of a role needs the role. */
export const needsRole = (item: ReviewItem, decision: ItemDecision) =>
  decision === 'change' && lowerRoles(item).length > 0
