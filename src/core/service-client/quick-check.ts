import type { z } from 'zod'

/** Whether a schema returns a value unchanged; after `false`, the schema itself decides. */
export type QuickCheck = (value: unknown) => boolean

const cachedChecks = new WeakMap<z.ZodType, QuickCheck>()

/**
 * A check that is derived once from a schema and takes a fifth of its time. It accepts only what the schema would return
 * unchanged, so that a list of thousands of users need not be copied.
 * Without it, checking 50,000 users takes as long as reading and parsing them, where a quarter is the bound (docs/benchmarks.md).
 */
export function getQuickCheck(schema: z.ZodType): QuickCheck {
  const check = cachedChecks.get(schema) ?? createQuickCheck(schema)
  cachedChecks.set(schema, check)
  return check
}

const never: QuickCheck = () => false

function createQuickCheck(schema: unknown): QuickCheck {
  const def = (schema as { def: Definition }).def
  // Refinements and other checks are left to the schema, except for integers.
  if (def.checks?.length && def.type !== 'number') return never
  return (makers[def.type] ?? (() => never))(def)
}

/** The used parts of a schema's definition. */
interface Definition {
  type: string
  checks?: unknown[]
  check?: string
  format?: string
  /** The test of a format of ours. */
  fn?: (text: string) => boolean
  coerce?: boolean
  element?: unknown
  innerType?: unknown
  options?: unknown[]
  shape?: Record<string, unknown>
  catchall?: { def: Definition }
}

const makers: Record<string, (definition: Definition) => QuickCheck> = {
  string({ coerce, format, fn }) {
    if (fn) return (value) => typeof value === 'string' && fn(value)
    return coerce || format ? never : (value) => typeof value === 'string'
  },
  boolean: ({ coerce }) => (coerce ? never : (value) => typeof value === 'boolean'),
  unknown: () => () => true,
  undefined: () => (value) => value === undefined,
  number({ checks = [], format, coerce }) {
    if (coerce || checks.length > 0) return never
    if (format === 'safeint') return Number.isSafeInteger
    return format ? never : Number.isFinite
  },
  nullable({ innerType }) {
    const inner = createQuickCheck(innerType)
    return (value) => value === null || inner(value)
  },
  optional({ innerType }) {
    const inner = createQuickCheck(innerType)
    return (value) => value === undefined || inner(value)
  },
  // A valid value is not replaced.
  catch: ({ innerType }) => createQuickCheck(innerType),
  union({ options = [] }) {
    // The first matching option decides, so the options after one without a quick check do not count.
    const checks = options.map(createQuickCheck)
    const firstUnknown = checks.indexOf(never)
    const quickChecks = firstUnknown < 0 ? checks : checks.slice(0, firstUnknown)
    if (quickChecks.length <= 1) return quickChecks[0] ?? never
    return (value) => quickChecks.some((check) => check(value))
  },
  array({ element }) {
    const inner = createQuickCheck(element)
    return (value) => {
      if (!Array.isArray(value)) return false
      for (let index = 0; index < value.length; index += 1) if (!inner(value[index])) return false
      return true
    }
  },
  object({ shape = {}, catchall }) {
    // Others drop or reject unknown fields.
    if (catchall?.def.type !== 'unknown') return never
    const names = Object.keys(shape)
    const checks = names.map((name) => createQuickCheck(shape[name]))
    if (checks.includes(never)) return never
    return (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
      // It must not be copied.
      if (Object.hasOwn(value, '__proto__')) return false
      const fields = value as Record<string, unknown>
      for (let index = 0; index < names.length; index += 1) {
        if (!checks[index]!(fields[names[index]!])) return false
      }
      return true
    }
  },
}
