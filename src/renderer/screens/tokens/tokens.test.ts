import { expect, it } from 'vitest'
import { kubeconfigCluster, kubeconfigUser } from './kubeconfig.ts'
import { draftErrors, freshDraft, newToken } from './token-draft.ts'

const now = new Date('2026-11-20T12:00:00Z')
const until = (day: string) => ({ name: 'kubectl', expiry: { kind: 'day' as const, day } })

it('wants a name, and a day that has not begun', () => {
  expect(draftErrors({ ...freshDraft(), name: ' ' }, now)).toHaveProperty('name')
  expect(draftErrors({ ...freshDraft(), name: 'x'.repeat(256) }, now)).toHaveProperty('name')
  expect(draftErrors({ ...freshDraft(), name: 'kubectl' }, now)).toEqual({})
  expect(draftErrors(until('2026-11-19'), now)).toHaveProperty('expires_at')
  expect(draftErrors(until('2026-11-20'), now)).toHaveProperty('expires_at')
  expect(draftErrors(until('2026-11-21'), now)).toEqual({})
})

it('sends no expiry where none was chosen', () => {
  expect(newToken({ ...freshDraft(), name: ' kubectl ' })).toEqual({ name: 'kubectl' })
  expect(newToken(until('2027-01-01'))).toEqual({ name: 'kubectl', expires_at: '2027-01-01' })
})

it('writes YAML in which a token stays one text', () => {
  expect(kubeconfigUser('ada', 'glpat-1')).toBe(
    'users:\n  - name: ada\n    user:\n      token: "pat:AGENT_ID:glpat-1"',
  )
  expect(kubeconfigUser('7', '"\n  exec: x')).toContain(
    '- name: "7"\n    user:\n      token: "pat:AGENT_ID:\\"\\n  exec: x"',
  )
  expect(kubeconfigCluster('ada')).toContain('      user: ada\n')
})
