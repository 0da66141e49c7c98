import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import { serviceTable } from '../../shared/service/index.ts'
import { deedOf, isAudited } from './audited-row.ts'

const rows = Object.entries(serviceTable).flatMap(([family, operations]) =>
  Object.entries<AnyEndpoint>(operations).map(([name, row]) => [`${family}.${name}`, row] as const),
)
const audited = rows.filter(([, row]) => isAudited(row))

describe('what is written down', () => {
  it('is every write that needs an administrator, and nothing else', () => {
    const left = rows.filter(([, row]) => row.admin && !isAudited(row))
    expect(new Set(left.map(([, row]) => row.method))).toEqual(new Set(['GET']))
    expect(audited.every(([, row]) => row.admin)).toBe(true)
    expect(audited.length).toBeGreaterThan(15)
  })

  it.each(audited)('of %s names whom it is about, where it is about somebody', (name, row) => {
    const path = Object.fromEntries(Object.keys(row.pathParameters).map((field) => [field, 7]))
    const deed = deedOf(name, row, { ...path, note: 'secret', name: undefined })
    const isAboutSomebody = Object.keys(path).length > 0
    expect(deed).toMatchObject({
      action: name,
      target: isAboutSomebody ? { id: 7 } : undefined,
      fields: ['note'],
    })
    expect(JSON.stringify(deed)).not.toContain('secret"')
  })
})
