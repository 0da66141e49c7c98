import '../../testing/messages.ts'
import { expect, it } from 'vitest'
import type { Check } from '../../../shared/operations/setup.ts'
import { findings, type Finding } from '../../../shared/rules/setup-checks.ts'
import { describeResult } from './check-messages.ts'
import { findingRemedies, findingScreen, problemScreen } from './remedies.ts'

it('explains or links the remedy of every finding that no change fixes', () => {
  const connection = { problem: 'failed', host: 'h', port: 22, user: 'git', offered: [] } as never
  const names = ['said', 'file', 'title', 'email', 'emails', 'version', 'host', 'fingerprint']
  const values = {
    ...Object.fromEntries([...names, 'name', 'setting', 'command'].map((name) => [name, name])),
    ...{ count: 1, minutes: 5 },
  }
  for (const [finding, remedy] of Object.entries(findingRemedies) as [Finding, string][]) {
    const result = { check: 'git' as Check, finding, values }
    const ofConnection = finding === 'not-connected' ? { ...result, connection } : result
    const hint = describeResult(ofConnection).hint
    if (remedy === 'hint') expect(hint, finding).toBeTruthy()
    else if (remedy !== 'change') expect(findingScreen(finding), finding).toBe(remedy)
  }
  expect(Object.keys(findingRemedies)).toHaveLength(
    Object.values(findings).filter((state) => state === 'failed' || state === 'warning').length,
  )
})

it('links the screen that fixes a repository’s main problem', () => {
  expect(problemScreen(['email-not-confirmed', 'key-expired'], true)).toBe('emails')
  expect(problemScreen(['unsigned', 'key-not-on-account'], true)).toBe('keys')
  expect(problemScreen(['no-account'], true)).toBe('sign-in')
  expect(problemScreen(['no-account'], false)).toBeUndefined()
  expect(problemScreen([], true)).toBeUndefined()
})
