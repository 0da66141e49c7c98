import { describe, expect, it } from 'vitest'
import {
  type SelfCheck,
  CheckFailed,
  type SelfCheckResult,
  CheckSkipped,
  runChecks,
} from './run-checks.ts'

async function resultsOf(checks: SelfCheck[], limitMs = 10_000): Promise<SelfCheckResult[]> {
  const results: SelfCheckResult[] = []
  await runChecks(checks, { limitMs, done: (result) => results.push(result) })
  return results
}

const check = (name: string, run: SelfCheck['run'], needs: string[] = []) => ({ name, needs, run })

describe('self-test checks', () => {
  it('pass, fail, or are skipped, with a reason each time', async () => {
    const results = await resultsOf([
      check('good', async () => 'Found.'),
      check('bad', async () => {
        throw new CheckFailed('Lost.')
      }),
      check('absent', async () => {
        throw new CheckSkipped('Not here.')
      }),
    ])
    expect(results.map(({ milliseconds: _, ...result }) => result)).toEqual([
      { name: 'good', result: 'passed', detail: 'Found.' },
      { name: 'bad', result: 'failed', detail: 'Lost.' },
      { name: 'absent', result: 'skipped', detail: 'Not here.' },
    ])
  })

  it('report only the class and code of an unexpected error', async () => {
    const results = await resultsOf([
      check('at once', () => {
        throw new TypeError('ada is in /home/ada')
      }),
      check('later', async () => {
        throw Object.assign(new Error("open '/home/ada/x'"), { code: 'EACCES' })
      }),
    ])
    expect(results.map(({ result, detail }) => [result, detail.split(' at ')[0]])).toEqual([
      ['failed', 'TypeError'],
      ['failed', 'Error (EACCES)'],
    ])
    expect(JSON.stringify(results)).not.toContain('ada')
  })

  it('time out without blocking the next one', async () => {
    const results = await resultsOf(
      [check('hangs', () => new Promise(() => undefined)), check('next', async () => 'Ran.')],
      100,
    )
    expect(results).toMatchObject([
      { name: 'hangs', result: 'failed', detail: 'Not finished after 0.1 seconds.' },
      { name: 'next', result: 'passed' },
    ])
  })

  it("are skipped if a check they depend on didn't pass", async () => {
    const fails = async () => {
      throw new CheckFailed('No.')
    }
    const runs = async () => 'Ran.'
    const results = await resultsOf([
      check('page', fails),
      check('preload', runs, ['page']),
      check('bridge', runs, ['preload']),
      check('other', runs, ['missing']),
    ])
    expect(results.map(({ result }) => result)).toEqual(['failed', 'skipped', 'skipped', 'skipped'])
    expect(results[2]!.detail).toBe('Needs the check “preload”, which didn’t pass.')
  })
})
