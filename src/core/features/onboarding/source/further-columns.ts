import type { DueDate } from '../../../../shared/operations/plans.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { accessLevels } from '../../../../shared/rules/access-levels.ts'
import { nameLimit } from '../../../../shared/rules/limits.ts'
import { localDay } from '../../../../shared/rules/local-day.ts'
import { attributeTitle } from '../../../../shared/rules/onboarding-columns.ts'
import { codePointLength } from '../../../../shared/rules/text-length.ts'

/** A group by its path or ID, and the role in it. */
export interface GroupRole {
  group: string
  level: number
}

export interface NewAttribute {
  key: string
  value: string
}

/** What a run does in addition to creating a user. */
export interface FurtherSteps {
  groups: GroupRole[]
  attributes: NewAttribute[]
  /** Absent to create the user now. */
  due?: DueDate
}

const levels = new Map(
  Object.entries(accessLevels).flatMap(([level, { role }]) =>
    role ? [[role, Number(level)]] : [],
  ),
)
const defaultRole = 'guest'

/** Parses `platform/backend:developer; docs`. Returns what is wrong otherwise. */
export function parseGroups(text: string): GroupRole[] | Message {
  const groups: GroupRole[] = []
  for (const part of text.split(/[\s;,]+/).filter(Boolean)) {
    const [group = '', role = defaultRole, ...rest] = part.split(':')
    const level = levels.get(role.toLowerCase())
    if (level === undefined || rest.length > 0) {
      return message('onboarding.unknownRole', { role: rest.length > 0 ? part : role })
    }
    if (!/^\w[\w./-]*$/.test(group) || group.length > nameLimit) {
      return message('onboarding.invalidGroup', { group })
    }
    groups.push({ group, level })
  }
  return groups
}

/** The groups as text that `parseGroups` reads. */
export function formatGroups(groups: readonly GroupRole[]): string {
  return groups.map(({ group, level }) => `${group}:${accessLevels[level]?.role}`).join('; ')
}

/** Parses `department=Sales; cost-center=4711`. Returns what is wrong otherwise. */
export function parseAttributes(text: string): NewAttribute[] | Message {
  const attributes: NewAttribute[] = []
  for (const part of text.split(/[;\n]+/).map((one) => one.trim())) {
    if (part === '') continue
    const [, key = '', value = ''] = /^([^=]*?)\s*=\s*(.*)$/s.exec(part) ?? []
    if (key === '' || value === '') return message('onboarding.invalidAttribute', { text: part })
    const problem = attributeProblem({ key, value })
    if (problem) return problem
    attributes.push({ key, value })
  }
  return attributes
}

export function attributeProblem({ key, value }: NewAttribute): Message | undefined {
  const isKey = key !== '.' && key !== '..' && codePointLength(key) <= nameLimit
  if (!isKey) return message('onboarding.invalidAttribute', { text: key })
  if (codePointLength(value) <= nameLimit) return undefined
  return message('onboarding.tooLong', { field: key, max: nameLimit })
}

/** The name of a custom attribute, from the title of its column. */
export function attributeKey(title: string): string {
  return title.startsWith(attributeTitle) ? title.slice(attributeTitle.length).trim() : title.trim()
}

/** When users start on a day without a time. GitLab emails them a link to set a password. */
const firstHour = 8

/** Parses `2026-12-31` or `2026-12-31 09:30` in local time. Returns what is wrong otherwise; undefined for now. */
export function parseStartDate(text: string, now: number): DueDate | Message | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?$/.exec(text)
  const [year, month, day, hour = firstHour, minute = 0] = (match ?? [])
    .slice(1)
    .map((part: string | undefined) => (part === undefined ? undefined : Number(part)))
  const at = match ? new Date(year!, month! - 1, day, hour, minute).getTime() : NaN
  if (Number.isNaN(at) || localDay(at) !== text.slice(0, 10))
    return message('onboarding.invalidDate')
  if (localDay(at) < localDay(now)) return message('onboarding.datePast')
  if (at <= now) return undefined
  return { at, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** A date as text that `parseStartDate` reads. */
export function formatStartDate(moment: number): string {
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${localDay(moment)} ${two(at.getHours())}:${two(at.getMinutes())}`
}

export function isProblem(parsed: object | undefined): parsed is Message {
  return parsed !== undefined && 'id' in parsed
}
