import { expect, it } from 'vitest'
import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../../shared/gitlab/index.ts'
import { recoverableCreates } from './recoverable-creates.ts'

/** POST endpoints that don't create anything that could be duplicated. */
const others =
  /^(moderation\.\w+|following\.(un)?follow|personalAccessTokens\.rotate(Self)?|anyTokens\.identify|pipelineSchedules\.takeOwnership|associations\.add(Group|Project)Member)$/

const rows = Object.entries(serviceTable).flatMap(([family, operations]) =>
  Object.entries<AnyEndpoint>(operations).map(
    ([name, endpoint]) => [`${family}.${name}`, endpoint] as const,
  ),
)

it('covers every creating endpoint with a check or a web page', () => {
  const posted = rows.filter(([, { method }]) => method === 'POST')
  for (const [name, endpoint] of posted) {
    expect([name, recoverableCreates.has(endpoint)]).toEqual([name, !others.test(name)])
    const creation = recoverableCreates.get(endpoint)
    const isChecked = creation?.listCandidates !== undefined || creation?.onTheWeb !== undefined
    expect([name, isChecked]).toEqual([name, creation !== undefined])
  }
  expect(recoverableCreates.size).toBe(14)
})

it('covers every endpoint that responds with a secret', () => {
  const secret = rows.filter(([name, endpoint]) => endpoint.secret && !others.test(name))
  expect(secret.filter(([, endpoint]) => !recoverableCreates.has(endpoint))).toEqual([])
  expect(secret).toHaveLength(4)
})
