import { describe, expect, it } from 'vitest'
import { failedInPlaywright, failedInVitest } from './failed-tests.ts'

describe('failedInVitest', () => {
  it('lists failed tests and files that could not be loaded', () => {
    const passed = { status: 'passed', fullName: 'adds' }
    const failed = { status: 'failed', fullName: 'subtracts' }
    const report = {
      testResults: [
        { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
        { name: 'b.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
      ],
    }
    expect(failedInVitest(report)).toEqual(['a.test.ts: subtracts', 'b.test.ts'])
  })
})

describe('failedInPlaywright', () => {
  it('lists failed and flaky tests in nested suites', () => {
    const spec = (title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped') => ({
      title,
      tests: [{ status }],
    })
    const nested = { file: 'a.spec.ts', specs: [spec('opens', 'flaky')] }
    const specs = [spec('signs in', 'expected'), spec('signs out', 'unexpected')]
    expect(
      failedInPlaywright({ suites: [{ file: 'a.spec.ts', specs, suites: [nested] }] }),
    ).toEqual(['a.spec.ts: signs out', 'a.spec.ts: opens (flaky)'])
  })
})
