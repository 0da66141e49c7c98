import { afterEach, expect, it, vi } from 'vitest'
import { gitlabDays } from './gitlab-days.ts'

afterEach(() => void vi.unstubAllEnvs())

const day = (rule: keyof typeof gitlabDays, time: string) => gitlabDays[rule].day(Date.parse(time))

it.each<[keyof typeof gitlabDays, from: string, expected: string]>([
  ['lastTokenExpiry', '2026-11-28T00:00:00Z', '2027-11-28'],
  ['lastTokenExpiry', '2026-11-28T23:59:59Z', '2027-11-28'],
  ['lastTokenExpiry', '2027-11-28T12:00:00Z', '2028-11-27'],
  ['ownTokenExpiry', '2026-12-31T23:59:59Z', '2027-01-01'],
  ['rotatedTokenExpiry', '2026-02-25T12:00:00Z', '2026-03-04'],
  ['firstExpiry', '2026-02-28T23:59:59Z', '2026-03-01'],
  ['firstExpiry', '2026-03-01T00:00:00Z', '2026-03-02'],
  ['firstActivity', '2026-11-24T12:00:00Z', '2026-05-24'],
  ['firstActivity', '2026-08-31T00:00:00Z', '2026-02-28'],
  ['firstActivity', '2026-03-31T23:59:59Z', '2025-09-30'],
])('%s from %s is %s in every time zone', (rule, from, expected) => {
  for (const zone of ['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles']) {
    vi.stubEnv('TZ', zone)
    expect(day(rule, from)).toBe(expected)
  }
})

it.each(Object.entries(gitlabDays))('%s has a source in GitLab', (_, { source }) => {
  expect(source).toMatch(/^(app|lib)\//)
})
