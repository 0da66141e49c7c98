import type { DirectoryFilter, DirectoryView } from '../../../shared/operations/directory.ts'
import type { RuleFields, UserRule } from '../../../shared/operations/rules.ts'
import { proposedUsersLimit } from '../../../shared/rules/limits.ts'
import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import { builtInViews, suggestedActions } from '../../components/directory/built-in-views.ts'
import type { FieldErrors } from '../../forms/form-field.ts'
import { everyone } from '../../stores/directory.ts'
import { t, textOf } from '../../ui/messages.ts'

/** The users that a rule can be made for: those of a view, or its own. */
export interface RuleSource extends Pick<RuleFields, 'filter' | 'order_by' | 'sort'> {
  id: string
  /** The view’s name. */
  view: string
  label: string
}

/** The form values of a rule. */
export interface RuleDraft {
  source: string
  name: string
  action: ModerationAction
  days: number[]
  at: string
  atMost: string
}

/** The ID of the users that a rule already has. */
const keptId = 'kept'

/** Built-in views with fixed days are left out: in a rule, they would always list the same days. */
export function ruleSources(
  saved: readonly DirectoryView[],
  today: string,
  rule?: RuleFields,
): RuleSource[] {
  const builtIn = builtInViews(today)
    .filter(({ filter }) => filter.created_after === undefined)
    .map(({ name, label, filter }) => {
      const view = textOf(label)
      const { order_by, sort } = everyone
      return { id: `built-in ${name}`, view, label: view, filter, order_by, sort }
    })
  const own = saved.map(({ id, name, filter, order_by, sort }) => ({
    id,
    view: name,
    label: name,
    filter,
    order_by,
    sort,
  }))
  const kept = rule && {
    id: keptId,
    view: rule.view,
    label: t('rules.keptView', { view: rule.view }),
    filter: rule.filter,
    order_by: rule.order_by,
    sort: rule.sort,
  }
  return [...(kept ? [kept] : []), ...own, ...builtIn]
}

/** A new rule’s values, by default for inactive users. */
export function newRuleDraft(sources: readonly RuleSource[], chosen?: string): RuleDraft {
  const source =
    sources.find(({ id }) => id === chosen) ??
    sources.find(({ id }) => id === 'built-in inactive') ??
    sources[0]
  return {
    source: source?.id ?? '',
    name: source?.view ?? '',
    action: suggestedAction(source?.filter ?? {}),
    days: [1],
    at: '07:00',
    atMost: '200',
  }
}

export function ruleDraftOf({ name, action, days, at, atMost }: UserRule): RuleDraft {
  return { source: keptId, name, action, days, at, atMost: String(atMost) }
}

export function suggestedAction(filter: DirectoryFilter): ModerationAction {
  return suggestedActions(filter)[0] ?? 'block'
}

/** The rule, or undefined if the values aren’t valid. */
export function toRuleFields(
  draft: RuleDraft,
  sources: readonly RuleSource[],
): RuleFields | undefined {
  const source = sources.find(({ id }) => id === draft.source)
  if (!source || Object.keys(ruleErrors(draft)).length > 0) return undefined
  const { view, filter, order_by, sort } = source
  const { name, action, days, at, atMost } = draft
  return {
    name: name.trim(),
    view,
    filter,
    order_by,
    sort,
    action,
    days: days.toSorted((a, b) => a - b),
    at,
    atMost: Number(atMost),
  }
}

export function ruleErrors({ name, days, at, atMost }: RuleDraft): FieldErrors {
  const number = Number(atMost)
  const isCount = Number.isInteger(number) && number >= 1 && number <= proposedUsersLimit
  return {
    ...(!name.trim() && { name: [t('rules.nameNeeded')] }),
    ...(days.length === 0 && { days: [t('rules.daysNeeded')] }),
    ...(!/^\d\d:\d\d$/.test(at) && { at: [t('rules.timeNeeded')] }),
    ...(!isCount && { atMost: [t('rules.atMostWrong', { max: proposedUsersLimit })] }),
  }
}
