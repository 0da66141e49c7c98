import { z } from 'zod'
import { safeParse } from '../../../shared/gitlab/parse.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { attempt } from '../ignore-errors.ts'
import { normalizeBaseUrl } from '../network/base-url.ts'
import { type Policy, type PolicyProblem, policyKeys } from './policy.ts'

/** The valid keys of a policy, and the problems with the others. */
export interface CheckedPolicy {
  values: Policy
  problems: PolicyProblem[]
}

/** More problems than anyone corrects at once. */
const maxProblems = 100

/** Longer than any key. */
const maxKeyLength = 100

/** Validates each key on its own, so that a mistake in one doesn't turn the others off. */
export function checkPolicy(values: Record<string, unknown>): CheckedPolicy {
  const problems: PolicyProblem[] = []
  const report: Report = (key, reason) => {
    if (problems.length < maxProblems) problems.push({ key: key.slice(0, maxKeyLength), reason })
  }
  const valid = Object.entries(values).flatMap(([key, value]) => {
    if (!isKey(key)) {
      report(key, message('policy.unknownKey'))
      return []
    }
    return checkValue(policyKeys[key], value, key, report).map((checked) => [key, checked])
  })
  return { values: Object.fromEntries(valid) as Policy, problems }
}

type Report = (key: string, reason: Message) => void

function isKey(key: string): key is keyof typeof policyKeys {
  return Object.hasOwn(policyKeys, key)
}

/** The valid value, or an empty list. In a list, only the invalid entries are left out. */
function checkValue(schema: z.ZodType, value: unknown, key: string, report: Report): unknown[] {
  if (!(schema instanceof z.ZodArray) || !Array.isArray(value))
    return checkWhole(schema, value, key, report)
  const element = schema.element as z.ZodType
  const entries = value.flatMap((entry, index) => {
    const path = `${key}.${index}`
    const checked = checkWhole(element, withKnownKeys(element, entry, path, report), path, report)
    // guard: policy-instance-url
    return key === 'instances' ? checked.filter((one) => isUsable(one, path, report)) : checked
  })
  return checkWhole(schema, entries, key, report)
}

/** Whether anyone can sign in at the URL of an instance. */
function isUsable(instance: unknown, key: string, report: Report): boolean {
  const { url } = instance as NonNullable<Policy['instances']>[number]
  const isValid = attempt(() => normalizeBaseUrl(url)) !== undefined
  if (!isValid) report(`${key}.url`, message('policy.invalidValue'))
  return isValid
}

function checkWhole(schema: z.ZodType, value: unknown, key: string, report: Report): unknown[] {
  if (JSON.stringify(value)?.includes('\uFFFD')) {
    report(key, message('policy.misread'))
    return []
  }
  const checked = safeParse(schema, value)
  if (checked.success) return [checked.data]
  const issue = checked.error.issues[0]!
  report([key, ...issue.path].join('.'), reasonOf(issue))
  return []
}

/** An object without its unknown keys, which are reported. */
function withKnownKeys(schema: z.ZodType, value: unknown, key: string, report: Report): unknown {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => {
    const isKnown = Object.hasOwn(schema.shape, name)
    if (!isKnown) report(`${key}.${name}`, message('policy.unknownKey'))
    return isKnown
  })
  return Object.fromEntries(entries)
}

function reasonOf(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return message('policy.wrongType', { expected: issue.expected })
    case 'too_small':
      return message('policy.tooSmall', { min: Number(issue.minimum), of: issue.origin })
    case 'too_big':
      return message('policy.tooBig', { max: Number(issue.maximum), of: issue.origin })
    case 'invalid_value':
      return message('policy.notOneOf', { values: issue.values.map(String).join(', ') })
    case 'invalid_format':
      return message('policy.noHttpsUrl')
    default:
      return message('policy.invalidValue')
  }
}
