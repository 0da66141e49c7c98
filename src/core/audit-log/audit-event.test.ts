import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../shared/gitlab/index.ts'
import { FailureError } from '../platform/failure.ts'
import { textOf } from '../platform/messages.ts'
import { auditActionLabel, auditFieldLabel } from '../../shared/rules/audit-labels.ts'
import { createAuditEvent, isAudited } from './audit-event.ts'
import { writeDetails } from './write-details.ts'

const rows = Object.entries(serviceTable).flatMap(([family, operations]) =>
  Object.entries<AnyEndpoint>(operations).map(
    ([name, endpoint]) => [`${family}.${name}`, endpoint] as const,
  ),
)
const writes = rows.filter(([, endpoint]) => endpoint.method !== 'GET')
const audited = rows.filter(([, endpoint]) => isAudited(endpoint))
const queued = /^(moderation|twoFactor)\.|^users\.remove$/

/** Whether a path parameter isn't an ID. */
const isText = (field: string) => field === 'provider' || field === 'attribute'

/** A client whose calls all fail. */
const silent = {
  call: () => Promise.reject(new FailureError({ kind: 'offline', message: 'Nothing there' })),
  all: () => Promise.reject(new FailureError({ kind: 'offline', message: 'Nothing there' })),
}

describe('audited endpoints', () => {
  it('are the writes that require an administrator or affect others', () => {
    const unaudited = rows.filter(
      ([, endpoint]) => endpoint.admin && !endpoint.sentSecret && !isAudited(endpoint),
    )
    expect(new Set(unaudited.map(([, endpoint]) => endpoint.method))).toEqual(new Set(['GET']))
    expect(audited.every(([, { admin, shared }]) => admin || shared)).toBe(true)
    expect(audited.length).toBeGreaterThan(15)
  })

  it.each(writes)(
    'have details for %s unless it only changes the user’s own account',
    (name, endpoint) => {
      expect(Object.keys(writeDetails)).toContain(name)
      expect(writeDetails[name] === 'own').toBe(!isAudited(endpoint))
    },
  )

  it('include every write outside the user’s own account', () => {
    const own =
      /^\/user\/(avatar|preferences|status|keys|gpg_keys|emails|personal_access_tokens|applications)\b|^\/users\/:id\/(un)?follow$|^\/personal_access_tokens\//
    const unaudited = writes.filter(
      ([, endpoint]) => !own.test(endpoint.path) && !endpoint.sentSecret && !isAudited(endpoint),
    )
    expect(unaudited.map(([name]) => name)).toEqual([])
  })

  it("don't have details for unknown writes", () => {
    const names = new Set<string>(writes.map(([name]) => name))
    expect(Object.keys(writeDetails).filter((name) => !names.has(name))).toEqual([])
  })

  it.each(audited)('include the target of %s if it has one', async (name, endpoint) => {
    const path = Object.fromEntries(
      Object.keys(endpoint.pathParameters).map((field) => [field, isText(field) ? 'saml' : 7]),
    )
    const sent = { note: 'x', password: 'tidal-lantern', key: '', name: undefined }
    const auditEvent = await createAuditEvent(name, endpoint, { ...path, ...sent }, silent)
    const hasUserTarget = endpoint.path.startsWith('/users/:') || 'user_id' in path
    expect(auditEvent).toMatchObject({
      action: name,
      target: hasUserTarget ? { id: 7 } : undefined,
      fields: ['note', 'password', 'key'],
    })
    expect(JSON.stringify(auditEvent.changes)).not.toContain('tidal-lantern')
  })

  it.each(audited.filter(([name]) => /\.(remove|revoke)/.test(name) && !queued.test(name)))(
    'take the object of %s from the request if it cannot be read',
    async (name, endpoint) => {
      const names = Object.keys(endpoint.pathParameters)
      const path = Object.fromEntries(names.map((field) => [field, isText(field) ? 'saml' : 12]))
      const { object } = await createAuditEvent(name, endpoint, path, silent)
      expect(object).toBe(names.some(isText) ? 'saml' : '#12')
    },
  )

  it.each(audited.filter(([name]) => !queued.test(name)))(
    'have labels for %s and its fields',
    (name, endpoint) => {
      expect(textOf(auditActionLabel(name))).not.toBe(name)
      const { shape = {} } = endpoint.parameters as { shape?: object }
      for (const field of Object.keys(shape)) expect(textOf(auditFieldLabel(field))).not.toBe(field)
    },
  )
})
