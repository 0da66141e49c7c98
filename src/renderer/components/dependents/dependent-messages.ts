import type {
  Dependent,
  OpenQuestion,
  UserDependents,
} from '../../../shared/operations/dependents.ts'
import {
  type DependentDecision,
  handedOverKinds,
  recentUseDays,
} from '../../../shared/rules/dependents.ts'
import { isDaysAgo } from '../../../shared/rules/utc-days.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { fullMoment } from '../../ui/time/moments.ts'

/** “Access token: deploy”, not escaped yet. */
export function dependentTitle({ kind, label }: Pick<Dependent, 'kind' | 'label'>): string {
  return t('common.labeled', { label: t(`dependents.kind_${kind}`), value: label })
}

/** Where it is, when and from where it was used, and when it runs. */
export function dependentFacts({
  kind,
  place,
  lastUsed,
  addresses = [],
  scopes,
  isImpersonation,
  cron,
  nextRun,
  isActive,
}: Dependent): string[] {
  return [
    kind === 'schedule' && place && t('dependents.inProject', { project: bidiIsolate(place.name) }),
    kind === 'ownership' &&
      place &&
      t(place.type === 'Project' ? 'dependents.soleOfProject' : 'dependents.soleOfGroup'),
    lastUsed && t('dependents.lastUsed', { when: fullMoment(Date.parse(lastUsed)) }),
    addresses.length > 0 && t('dependents.usedFrom', { addresses }),
    scopes,
    isImpersonation && t('dependents.impersonation'),
    cron,
    isActive === false
      ? t('dependents.isOff')
      : nextRun && t('dependents.nextRun', { when: fullMoment(Date.parse(nextRun)) }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

/** What happens to it at the block. */
export function blockEffect({ kind }: Pick<Dependent, 'kind'>): string {
  return t(`dependents.effect_${kind}`)
}

/** “The schedules of soundings couldn’t be read: 403 Forbidden”. */
export function questionText({ kind, why, text, count, names = [] }: OpenQuestion): string {
  const what = t(`dependents.kinds_${kind}`)
  const reason = t(`dependents.why_${why}`, {
    count: count ?? 0,
    isCounted: String(count !== undefined),
  })
  const where =
    names.length > 0 ? t('dependents.questionWhere', { names: names.map(bidiIsolate) }) : ''
  return [t('common.labeled', { label: what, value: reason }), where, text]
    .filter(Boolean)
    .join(' ')
}

/** “3 more tokens weren’t used in the last 14 days. They stop, too.” */
export function unusedTokensText(count: number): string {
  return t('dependents.unusedTokens', { count, days: recentUseDays })
}

/** Whether Latchkey itself can hand it over. */
export function canHandOver(
  { kind }: Pick<Dependent, 'kind'>,
  { canActAs }: Pick<UserDependents, 'canActAs'>,
): boolean {
  if (!(handedOverKinds as readonly string[]).includes(kind)) return false
  return kind !== 'schedule' || canActAs !== false
}

export function dependentDecisionLabel(decision: DependentDecision): string {
  return t(`dependents.decision_${decision}`)
}

/** A text for the successor, who has to act. */
export function askText(
  { kind, label, place }: Dependent,
  user: string,
  link: string | undefined,
): string {
  return t(`dependents.ask_${kind}`, { label, place: place?.name ?? '', user, link: link ?? '' })
}

/** Where it is on GitLab; undefined if only Latchkey shows it. */
export function dependentUrl(
  { kind, id, place }: Pick<Dependent, 'kind' | 'id' | 'place'>,
  instance: string,
): string | undefined {
  if (kind === 'runner') return `${instance}/admin/runners/${id}`
  if (!place) return undefined
  if (place.type === 'Project') return `${instance}/projects/${place.id}`
  return `${instance}/admin/groups?name=${encodeURIComponent(place.name)}`
}

const week = 7

/** “2 tokens were used this week”, and what else is known. Undefined if nothing is. */
export function shortForm(
  known: UserDependents | null | undefined,
  now: number,
): string | undefined {
  if (!known || known.items.length === 0) return undefined
  const count = (kind: Dependent['kind']) => known.items.filter((item) => item.kind === kind).length
  const used = known.items.filter(
    ({ lastUsed }) => lastUsed && !isDaysAgo(lastUsed.slice(0, 10), week, now),
  ).length
  const others = (['ownership', 'schedule', 'runner', 'service_account'] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => t(`dependents.count_${kind}`, { count: count(kind) }))
  return (
    [
      used > 0 && t('dependents.usedThisWeek', { count: used }),
      others.length > 0 && t('dependents.alsoDepend', { others }),
    ]
      .filter(Boolean)
      .join(' ') || undefined
  )
}
